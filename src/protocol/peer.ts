/** One end of an ACP connection: what `connectAgent` and `connectClient` share. */
import type { Readable, Writable } from 'node:stream';
import {
  CancellationReceiverStrategy,
  type CancellationToken,
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { Deferred } from '../base/deferred';
import type { Logger } from '../base/logger';
import { decode } from './decode';
import { AcpError, AgentGoneError, describeError, INTERNAL_ERROR } from './errors';
import { CANCEL_METHOD } from './incoming';
import { NdjsonReader, NdjsonWriter } from './ndjson';
import type { Definitions } from './schema.gen';

/** Method → definitions of params and result. */
export type RequestTable = Readonly<
  Record<string, readonly [params: keyof Definitions, result: keyof Definitions]>
>;
/** Method → definition of the params. */
export type NotificationTable = Readonly<Record<string, keyof Definitions>>;

export interface ConnectionOptions {
  readonly log: Logger;
  /** Sees every message, as it is on the wire. */
  readonly tap?: (direction: 'in' | 'out', message: unknown) => void;
  /** Told of output that is no message, cut and without control characters. */
  readonly onJunk?: (line: string) => void;
  /** A longer line ends the connection. Default: 32 MiB. */
  readonly maxLineBytes?: number;
  /** Asked once, when the other side has gone by itself: why. */
  readonly endReason?: () => Promise<AgentGoneError>;
}

export interface RequestOptions {
  /** Aborting asks the other side to stop; the request still waits for its answer. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** What the error says when the time is over. */
  readonly timeoutText?: string;
}

export interface PeerTables {
  readonly requests: RequestTable;
  readonly notifications: NotificationTable;
  /** Requests that we send. */
  readonly asks: RequestTable;
}

export interface PeerHandlers {
  readonly requests: Readonly<Record<string, RequestHandler | undefined>>;
  readonly notifications: Readonly<Record<string, ((params: never) => void) | undefined>>;
}
type RequestHandler = (params: never, signal: AbortSignal) => unknown;

/** How long a peer whose input is closed may go on before the connection counts as ended. */
const LAST_WORDS_MS = 1000;
const LONGEST_NAME = 100;
const MOST_NAMES = 200;

export class Peer {
  readonly closed: Promise<AgentGoneError>;

  readonly #tables: PeerTables;
  readonly #handlers: PeerHandlers;
  readonly #options: ConnectionOptions;
  readonly #output: Writable;
  readonly #rpc: MessageConnection;
  readonly #ended = new Deferred<AgentGoneError>();
  readonly #answering = new Set<AbortController>();
  readonly #reported = new Set<string>();
  #ending = false;
  #failure: Error | undefined;
  #lastWords: NodeJS.Timeout | undefined;

  constructor(
    input: Readable,
    output: Writable,
    tables: PeerTables,
    handlers: PeerHandlers,
    options: ConnectionOptions,
  ) {
    this.closed = this.#ended.promise;
    this.#tables = tables;
    this.#handlers = handlers;
    this.#options = options;
    this.#output = output;
    this.#rpc = this.#connect(input, output);
    this.#rpc.listen();
  }

  async request(method: string, params: object, options: RequestOptions = {}): Promise<unknown> {
    const { signal, timeoutMs } = options;
    if (signal?.aborted) throw AcpError.cancelled();
    const cancel = new CancellationTokenSource();
    const onAbort = (): void => cancel.cancel();
    signal?.addEventListener('abort', onAbort, { once: true });
    const late = new Deferred<never>();
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            late.reject(AcpError.internal(options.timeoutText ?? timeoutText(method, timeoutMs)));
            cancel.cancel();
          }, timeoutMs);
    try {
      const result = await Promise.race([this.#send(method, params, cancel.token), late.promise]);
      return this.#decodeResult(method, result);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  notify(method: string, params: object): void {
    if (this.#ending) {
      this.#options.log.debug(`${method} not sent: the connection has ended`);
      return;
    }
    this.#sendNotification(method, params).catch((error: unknown) => {
      this.#options.log.warn(`${method} could not be sent`, error);
      if (!this.#output.writable) this.#loseOutput();
    });
  }

  close(): void {
    void this.#end(new AgentGoneError('the connection was closed'));
  }

  #connect(input: Readable, output: Writable): MessageConnection {
    const { log, onJunk, maxLineBytes } = this.#options;
    const reader = new NdjsonReader(input, {
      maxLineBytes,
      onValue: (value) => this.#tap('in', value),
      onJunk: (sample) => {
        log.debug('skipped a line that is no message', sample);
        onJunk?.(sample);
      },
      onIgnored: (reason) => log.debug('ignored', reason),
      onAnswer: (answer) => void writer.write(answer).catch(() => this.#loseOutput()),
    });
    const writer = new NdjsonWriter(output, (message) => this.#tap('out', message));
    reader.onError((error) => {
      this.#failure = error;
    });
    writer.onError(([error]) => {
      log.debug('writing failed', error);
      this.#loseOutput();
    });
    const rpc = createMessageConnection(reader, writer, this.#rpcLogger(), {
      cancellationStrategy: {
        receiver: CancellationReceiverStrategy.Message,
        sender: {
          // Async, so that a closed connection is a rejection (which is logged) and not an exception.
          sendCancellation: async (connection, requestId) =>
            connection.sendNotification(CANCEL_METHOD, { requestId }),
          cleanup: () => {},
        },
      },
    });
    rpc.onRequest((method, params, token) => this.#answer(method, params, token));
    rpc.onNotification((method, params) => this.#take(method, params));
    rpc.onClose(() => void this.#end());
    return rpc;
  }

  #rpcLogger(): { error: Say; warn: Say; info: Say; log: Say } {
    const { log } = this.#options;
    // Failing to answer somebody who has gone is nothing to report.
    const serious: Say = (text) => (this.#ending ? log.debug(text) : log.warn(text));
    return { error: serious, warn: serious, info: log.debug, log: log.debug };
  }

  #tap(direction: 'in' | 'out', message: unknown): void {
    try {
      this.#options.tap?.(direction, message);
    } catch (error) {
      this.#options.log.error('the traffic tap failed', error);
    }
  }

  // --- what we ask ---------------------------------------------------------------------------------------------------

  async #send(method: string, params: object, token: CancellationToken): Promise<unknown> {
    try {
      return await this.#rpc.sendRequest(method, params, token);
    } catch (error) {
      throw await this.#requestError(error);
    }
  }

  async #requestError(error: unknown): Promise<Error> {
    if (!this.#ending && !this.#output.writable) this.#loseOutput();
    if (this.#ending || this.#lastWords) return await this.closed;
    if (error instanceof ResponseError) return new AcpError(error.code, error.message, error.data);
    return AcpError.internal(describeError(error));
  }

  async #sendNotification(method: string, params: object): Promise<void> {
    await this.#rpc.sendNotification(method, params);
  }

  #decodeResult(method: string, result: unknown): unknown {
    const names = own(this.#tables.asks, method);
    if (!names) return result;
    // Agents answer null where the schema wants an object without required fields.
    const decoded = decode(names[1], result ?? {}, 'result');
    if (!decoded.ok) throw AcpError.internal(`bad answer to ${method}: ${decoded.error}`);
    this.#logDropped(method, decoded.dropped);
    return decoded.value;
  }

  // --- what we are asked and told ------------------------------------------------------------------------------------

  async #answer(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
    const abort = new AbortController();
    this.#answering.add(abort);
    const cancelling = token.onCancellationRequested(() => abort.abort());
    try {
      return (await this.#handle(method, params, abort.signal)) ?? {};
    } catch (error) {
      throw this.#answerError(method, error, abort.signal);
    } finally {
      cancelling.dispose();
      this.#answering.delete(abort);
    }
  }

  async #handle(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const names = own(this.#tables.requests, method);
    const handler = own(this.#handlers.requests, method);
    if (!names || !handler) {
      this.#reportOnce(`unknown request ${method.slice(0, LONGEST_NAME)}`);
      throw AcpError.methodNotFound(method.slice(0, LONGEST_NAME));
    }
    const decoded = decode(names[0], params, 'params');
    if (!decoded.ok) throw AcpError.invalidParams(decoded.error);
    this.#logDropped(method, decoded.dropped);
    return handler(decoded.value as never, signal);
  }

  #answerError(method: string, error: unknown, signal: AbortSignal): ResponseError<unknown> {
    const aborted = signal.aborted && error instanceof Error && error.name === 'AbortError';
    const known = aborted ? AcpError.cancelled() : error;
    if (known instanceof AcpError) return new ResponseError(known.code, known.message, known.data);
    this.#options.log.error(`answering ${method} failed`, error);
    return new ResponseError(INTERNAL_ERROR, describeError(error));
  }

  #take(method: string, params: unknown): void {
    const name = own(this.#tables.notifications, method);
    const handler = own(this.#handlers.notifications, method);
    if (!name || !handler) {
      this.#reportOnce(`unknown notification ${method.slice(0, LONGEST_NAME)}`);
      return;
    }
    const decoded = decode(name, params, 'params');
    if (!decoded.ok) {
      if (decoded.unknown !== undefined)
        this.#reportOnce(`${method} of an unknown kind: ${decoded.unknown}`);
      else this.#options.log.warn(`unusable ${method}`, decoded.error);
      return;
    }
    this.#logDropped(method, decoded.dropped);
    try {
      handler(decoded.value as never);
    } catch (error) {
      this.#options.log.error(`handling ${method} failed`, error);
    }
  }

  #logDropped(method: string, dropped: readonly string[]): void {
    if (dropped.length > 0) this.#options.log.debug(`left out of ${method}`, dropped.slice(0, 20));
  }

  #reportOnce(text: string): void {
    if (this.#reported.has(text) || this.#reported.size >= MOST_NAMES) return;
    this.#reported.add(text);
    this.#options.log.info(text);
  }

  // --- the end -------------------------------------------------------------------------------------------------------

  /** Nobody reads what we write: usually the other side is ending and its last output is still to come. */
  #loseOutput(): void {
    if (this.#ending) return;
    this.#lastWords ??= setTimeout(() => void this.#end(), LAST_WORDS_MS);
  }

  async #end(given?: AgentGoneError): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    clearTimeout(this.#lastWords);
    const reason = given ?? (await this.#reason());
    for (const abort of this.#answering) abort.abort();
    // Rejects what is pending; #requestError replaces the error by the reason.
    this.#rpc.dispose();
    this.#ended.resolve(reason);
  }

  async #reason(): Promise<AgentGoneError> {
    if (this.#failure) return new AgentGoneError(`the connection failed: ${this.#failure.message}`);
    try {
      const reason = await this.#options.endReason?.();
      if (reason) return reason;
    } catch (error) {
      this.#options.log.error('no reason for the end of the connection', error);
    }
    return new AgentGoneError('the connection has ended');
  }
}

type Say = (text: string) => void;

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function timeoutText(method: string, ms: number): string {
  return `${method} was not answered within ${Math.round(ms / 100) / 10} s`;
}
