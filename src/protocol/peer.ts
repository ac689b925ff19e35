/** One end of an ACP connection: what `connectAgent` and `connectClient` share. */
import type { Readable, Writable } from 'node:stream';
import {
  CancellationReceiverStrategy,
  type CancellationToken,
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { Deferred } from '../base/deferred';
import type { Logger } from '../base/logger';
import { untilRead } from './back-pressure';
import { decode } from './decode';
import { type Dispatcher, logDropped, own, type RequestTable } from './dispatcher';
import { AcpError, AgentGoneError, describeError } from './errors';
import { CANCEL_METHOD } from './incoming';
import { NdjsonReader, NdjsonWriter } from './ndjson';

export interface ConnectionOptions {
  readonly log: Logger;
  /** Sees every message, as it is on the wire. */
  readonly tap?: (direction: 'in' | 'out', message: unknown) => void;
  /** Gets output that is no message, cut and without control characters. */
  readonly onJunk?: (line: string) => void;
  /** A longer line ends the connection. Default: 32 MiB. */
  readonly maxLineBytes?: number;
  /** Asked once, when the other side has gone by itself: why. */
  readonly endReason?: () => Promise<AgentGoneError>;
  /** Called once, before anything that is pending fails with the reason. */
  readonly onEnd?: (reason: AgentGoneError) => void;
}

export interface RequestOptions {
  /** Aborting asks the other side to stop; the request still waits for its answer. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The message of the error on timeout. */
  readonly timeoutText?: string;
}

/** How long a peer whose input is closed may go on before the connection counts as ended. */
const LAST_WORDS_MS = 1000;

/** Codes that vscode-jsonrpc gives to requests that failed on our side of the wire. */
const LOCAL_CODES = new Set<number>([
  ErrorCodes.MessageWriteError,
  ErrorCodes.PendingResponseRejected,
]);

export class Peer {
  readonly closed: Promise<AgentGoneError>;

  readonly #asks: RequestTable;
  readonly #dispatcher: Dispatcher;
  readonly #options: ConnectionOptions;
  readonly #output: Writable;
  readonly #rpc: MessageConnection;
  readonly #ended = new Deferred<AgentGoneError>();
  #ending = false;
  #gone: AgentGoneError | undefined;
  #failure: Error | undefined;
  #lastWords: NodeJS.Timeout | undefined;

  constructor(
    input: Readable,
    output: Writable,
    asks: RequestTable,
    dispatcher: Dispatcher,
    options: ConnectionOptions,
  ) {
    this.closed = this.#ended.promise;
    this.#asks = asks;
    this.#dispatcher = dispatcher;
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
      hold: () => untilRead(output),
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
          // Async for the same reason as #sendNotification.
          sendCancellation: async (connection, requestId) =>
            connection.sendNotification(CANCEL_METHOD, { requestId }),
          cleanup: () => {},
        },
      },
    });
    rpc.onRequest((method, params, token) => this.#dispatcher.answer(method, params, token));
    rpc.onNotification((method, params) => this.#dispatcher.take(method, params));
    rpc.onClose(() => void this.#end());
    return rpc;
  }

  #rpcLogger(): { error: Say; warn: Say; info: Say; log: Say } {
    const { log } = this.#options;
    // A peer that has gone needs no answer.
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

  async #send(method: string, params: object, token: CancellationToken): Promise<unknown> {
    try {
      return await this.#rpc.sendRequest(method, params, token);
    } catch (error) {
      throw await this.#requestError(error);
    }
  }

  async #requestError(error: unknown): Promise<Error> {
    if (!this.#output.writable) this.#loseOutput();
    const answered = error instanceof ResponseError && !LOCAL_CODES.has(error.code);
    // The reason is worth waiting for: "exited with code 1" says more than "write EPIPE".
    if (!answered && (this.#ending || this.#lastWords)) return this.#gone ?? (await this.closed);
    if (error instanceof ResponseError) return new AcpError(error.code, error.message, error.data);
    return AcpError.internal(describeError(error));
  }

  /** Async, so that a closed connection is a rejection and not an exception. */
  async #sendNotification(method: string, params: object): Promise<void> {
    await this.#rpc.sendNotification(method, params);
  }

  #decodeResult(method: string, result: unknown): unknown {
    const names = own(this.#asks, method);
    if (!names) return result;
    // Agents answer null where the schema wants an object without required fields.
    const decoded = decode(names[1], result ?? {}, 'result');
    if (!decoded.ok) throw AcpError.internal(`bad answer to ${method}: ${decoded.error}`);
    logDropped(this.#options.log, method, decoded.dropped);
    return decoded.value;
  }

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
    this.#gone = reason;
    this.#dispatcher.abort();
    this.#options.onEnd?.(reason);
    this.#rpc.dispose();
    // One tick later: whoever waited for an answer has been notified by then.
    setImmediate(() => this.#ended.resolve(reason));
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

function timeoutText(method: string, ms: number): string {
  return `${method} was not answered within ${Math.round(ms / 100) / 10} s`;
}
