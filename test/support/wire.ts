import { PassThrough } from 'node:stream';
import type { Logger } from '../../src/base/logger';
import {
  type AgentConnection,
  type AgentHandlers,
  type ClientConnection,
  type ClientHandlers,
  connectAgent,
  connectClient,
} from '../../src/protocol/connection';
import type { ConnectionOptions } from '../../src/protocol/peer';
import { messagesOn } from './piped-process';
import { wait } from './wait';

/** A log that remembers. */
export class TestLog implements Logger {
  readonly lines: string[] = [];
  readonly trace = this.#writer('trace');
  readonly debug = this.#writer('debug');
  readonly info = this.#writer('info');
  readonly warn = this.#writer('warn');
  readonly error = this.#writer('error');

  #writer(level: string): (message: string, details?: unknown) => void {
    return (message, details) => {
      const more = details === undefined ? '' : ` ${String(details)}`;
      this.lines.push(`${level}: ${message}${more}`);
    };
  }

  /** Lines of these levels. */
  of(...levels: string[]): string[] {
    return this.lines.filter((line) => levels.some((level) => line.startsWith(`${level}:`)));
  }
}

type Sent = { id?: string | number | null; method?: string; params?: unknown } & Record<
  string,
  unknown
>;

/** Our end of a connection, with the agent played by hand. */
export interface Wire {
  readonly connection: AgentConnection;
  readonly log: TestLog;
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly junk: string[];
  /** What came over the wire from our side so far. */
  readonly sent: readonly Sent[];
  /** Sends a line: text as it is, anything else as JSON. */
  say(line: unknown): void;
  /** The answer to the request with this id. */
  answerTo(id: string | number | null): Promise<Sent>;
  /** The first request or notification with this method. */
  sentMethod(method: string): Promise<Sent>;
}

export const NO_HANDLERS: ClientHandlers = { requests: {}, notifications: {} };

export function wire(
  handlers: ClientHandlers = NO_HANDLERS,
  options: Partial<ConnectionOptions> = {},
): Wire {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const log = new TestLog();
  const junk: string[] = [];
  const sent = messagesOn<Sent>(stdin);
  const connection = connectAgent(stdin, stdout, handlers, {
    log,
    onJunk: (line) => junk.push(line),
    ...options,
  });
  const find = (what: string, match: (message: Sent) => boolean): Promise<Sent> =>
    wait(
      () => sent.find(match),
      () => `${what} in ${JSON.stringify(sent)}`,
    );
  return {
    connection,
    log,
    stdin,
    stdout,
    junk,
    sent,
    say: (line) => stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    answerTo: (id) => find(`an answer to ${id}`, (m) => m.id === id && m.method === undefined),
    sentMethod: (method) => find(method, (m) => m.method === method),
  };
}

/** Both ends, joined. */
export function wiredPair(
  client: ClientHandlers,
  agent: AgentHandlers,
): { toAgent: AgentConnection; toClient: ClientConnection; log: TestLog; hangUp: () => void } {
  const there = new PassThrough();
  const back = new PassThrough();
  const log = new TestLog();
  return {
    toAgent: connectAgent(there, back, client, { log }),
    toClient: connectClient(there, back, agent, { log }),
    log,
    hangUp: () => back.end(),
  };
}
