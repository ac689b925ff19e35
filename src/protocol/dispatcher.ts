/** The other side's requests and notifications: from a method name to the handler and back to an answer. */
import { type CancellationToken, ResponseError } from 'vscode-jsonrpc/node';
import type { Logger } from '../base/logger';
import { decode } from './decode';
import { AcpError, describeError, INTERNAL_ERROR } from './errors';
import type { Definitions } from './schema.gen';

/** Method → definitions of params and result. */
export type RequestTable = Readonly<
  Record<string, readonly [params: keyof Definitions, result: keyof Definitions]>
>;
/** Method → definition of the params. */
export type NotificationTable = Readonly<Record<string, keyof Definitions>>;

export interface DispatchTables {
  readonly requests: RequestTable;
  readonly notifications: NotificationTable;
}

export interface DispatchHandlers {
  readonly requests: Readonly<Record<string, RequestHandler | undefined>>;
  readonly notifications: Readonly<Record<string, ((params: never) => void) | undefined>>;
}
type RequestHandler = (params: never, signal: AbortSignal) => unknown;

const MAX_NAME = 100;
const MAX_NAMES = 200;

export class Dispatcher {
  readonly #tables: DispatchTables;
  readonly #handlers: DispatchHandlers;
  readonly #log: Logger;
  readonly #answering = new Set<AbortController>();
  readonly #reported = new Set<string>();

  constructor(tables: DispatchTables, handlers: DispatchHandlers, log: Logger) {
    this.#tables = tables;
    this.#handlers = handlers;
    this.#log = log;
  }

  /** Rejects with a `ResponseError`, which vscode-jsonrpc sends as it is. */
  async answer(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
    const abort = new AbortController();
    this.#answering.add(abort);
    const cancelling = token.onCancellationRequested(() => abort.abort());
    try {
      // `undefined` would become null on the wire, where the schema wants an object.
      return (await this.#handle(method, params, abort.signal)) ?? {};
    } catch (error) {
      throw this.#responseError(method, error, abort.signal);
    } finally {
      cancelling.dispose();
      this.#answering.delete(abort);
    }
  }

  /** Synchronous, so that notifications take effect in the order of arrival. Never throws. */
  take(method: string, params: unknown): void {
    const name = own(this.#tables.notifications, method);
    const handler = own(this.#handlers.notifications, method);
    if (!name || !handler) {
      this.#reportOnce(`unknown notification ${method.slice(0, MAX_NAME)}`);
      return;
    }
    const decoded = decode(name, params, 'params');
    if (!decoded.ok) {
      if (decoded.unknown === undefined) this.#log.warn(`unusable ${method}`, decoded.error);
      else this.#reportOnce(`${method} of an unknown kind: ${decoded.unknown}`);
      return;
    }
    logDropped(this.#log, method, decoded.dropped);
    try {
      handler(decoded.value as never);
    } catch (error) {
      this.#log.error(`handling ${method} failed`, error);
    }
  }

  /** Nobody waits for the answers any more. */
  abort(): void {
    for (const abort of this.#answering) abort.abort();
  }

  async #handle(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const names = own(this.#tables.requests, method);
    const handler = own(this.#handlers.requests, method);
    if (!names || !handler) {
      this.#reportOnce(`unknown request ${method.slice(0, MAX_NAME)}`);
      throw AcpError.methodNotFound(method.slice(0, MAX_NAME));
    }
    const decoded = decode(names[0], params, 'params');
    if (!decoded.ok) throw AcpError.invalidParams(decoded.error);
    logDropped(this.#log, method, decoded.dropped);
    return handler(decoded.value as never, signal);
  }

  #responseError(method: string, error: unknown, signal: AbortSignal): ResponseError<unknown> {
    const aborted = signal.aborted && error instanceof Error && error.name === 'AbortError';
    const known = aborted ? AcpError.cancelled() : error;
    if (known instanceof AcpError) return new ResponseError(known.code, known.message, known.data);
    this.#log.error(`answering ${method} failed`, error);
    return new ResponseError(INTERNAL_ERROR, describeError(error));
  }

  #reportOnce(text: string): void {
    if (this.#reported.has(text) || this.#reported.size >= MAX_NAMES) return;
    this.#reported.add(text);
    this.#log.info(text);
  }
}

/** Logs what the decoder left out of a message. */
export function logDropped(log: Logger, method: string, dropped: readonly string[]): void {
  if (dropped.length > 0) log.debug(`left out of ${method}`, dropped.slice(0, 20));
}

/** A table's own entry: method names come from outside and may be `constructor`. */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
