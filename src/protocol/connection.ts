import type { Readable, Writable } from 'node:stream';
import { Dispatcher, type NotificationTable, type RequestTable } from './dispatcher';
import type { AgentGoneError } from './errors';
import {
  agentNotifications,
  agentRequests,
  clientNotifications,
  clientRequests,
} from './methods.gen';
import { type ConnectionOptions, Peer, type RequestOptions } from './peer';
import type { Definitions } from './schema.gen';

/** Handlers by method. A missing one answers "method not found". */
export interface Handlers<R extends RequestTable, N extends NotificationTable> {
  /** The signal fires when the other side withdraws the request, or the connection ends. */
  readonly requests: {
    readonly [M in keyof R]?: (
      params: Definitions[R[M][0]],
      signal: AbortSignal,
    ) => Promise<Definitions[R[M][1]]>;
  };
  /** Called one after the other, in the order of arrival. */
  readonly notifications: { readonly [M in keyof N]?: (params: Definitions[N[M]]) => void };
}

export interface Connection<R extends RequestTable, N extends NotificationTable> {
  /** Rejects with an `AcpError` (also on timeout), or an `AgentGoneError` when the connection ends. */
  request<M extends keyof R & string>(
    method: M,
    params: Definitions[R[M][0]],
    options?: RequestOptions,
  ): Promise<Definitions[R[M][1]]>;
  /** Never fails; does nothing once the connection has ended. */
  notify<M extends keyof N & string>(method: M, params: Definitions[N[M]]): void;
  /** Settles when all that was received has been handled and all that was pending has been rejected. */
  readonly closed: Promise<AgentGoneError>;
  /** Ends the connection at once; the streams stay their owner's. */
  close(): void;
}

export type ClientHandlers = Handlers<typeof clientRequests, typeof clientNotifications>;
export type AgentConnection = Connection<typeof agentRequests, typeof agentNotifications>;

/** The client's end: speaks to an agent over the stdin and stdout of its process. */
export function connectAgent(
  stdin: Writable,
  stdout: Readable,
  handlers: ClientHandlers,
  options: ConnectionOptions,
): AgentConnection {
  const tables = { requests: clientRequests, notifications: clientNotifications };
  const dispatcher = new Dispatcher(tables, handlers, options.log);
  return new Peer(stdout, stdin, agentRequests, dispatcher, options) as AgentConnection;
}

export type AgentHandlers = Handlers<typeof agentRequests, typeof agentNotifications>;
export type ClientConnection = Connection<typeof clientRequests, typeof clientNotifications>;

/** The agent's end: speaks to the client that started this process, over the process's own stdin and stdout. */
export function connectClient(
  stdin: Readable,
  stdout: Writable,
  handlers: AgentHandlers,
  options: ConnectionOptions,
): ClientConnection {
  const tables = { requests: agentRequests, notifications: agentNotifications };
  const dispatcher = new Dispatcher(tables, handlers, options.log);
  return new Peer(stdin, stdout, clientRequests, dispatcher, options) as ClientConnection;
}
