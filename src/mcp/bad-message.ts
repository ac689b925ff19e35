/** What is answered to a line that is no message, as JSON-RPC asks. Pure; the bridge has it, too. */
import { isRecord } from '../base/guards';
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from '../protocol/errors';
import type { LineEnds } from '../protocol/lines';

export interface Rejection {
  readonly jsonrpc: '2.0';
  /** Null: there is none that could be read. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The line is no JSON. */
export const NO_JSON = rejection(null, PARSE_ERROR, 'Parse error: this line is no JSON');

/** A line that is too long to be read; its ends may say which request it was. */
export function tooLong(line: LineEnds): Rejection {
  return rejection(requestId(line), INVALID_REQUEST, 'Invalid request: the message is too long');
}

const TEXT = '"[^"\\\\]*"';
const ID = `"id"\\s*:\\s*(${TEXT}|-?\\d{1,15})`;
const SIMPLE = `"(?:jsonrpc|method)"\\s*:\\s*${TEXT}`;
/** The first members of the message, as far as they are no tables. */
const FIRST = new RegExp(`^\\s*\\{(?:\\s*(?:${SIMPLE}|${ID})\\s*,)*`);
/** The last ones: the brace after them can only be that of the message. */
const LAST = new RegExp(`,\\s*${ID}\\s*(?:,\\s*${SIMPLE}\\s*)*\\}\\s*$`);

/** Null: it is not found, or the message was no request. */
function requestId({ start, end }: LineEnds): Rejection['id'] {
  const known = [FIRST.exec(start), LAST.exec(end)].map((match) => match?.[0] ?? '').join();
  const isRequest = known.includes('"method"');
  const id = new RegExp(ID).exec(known)?.[1];
  return isRequest && id !== undefined ? JSON.parse(id) : null;
}

/** Nothing: it was to be a response or a notification, and those are not answered. */
export function rejectionOf(value: unknown): Rejection | undefined {
  if (Array.isArray(value)) {
    return invalid(null, 'there are no batches in this revision, send the messages one by one');
  }
  if (!isRecord(value)) return invalid(null, 'this is no message');
  const { id, jsonrpc, method } = value;
  if (method === undefined && ('result' in value || 'error' in value)) return undefined;
  if (jsonrpc !== '2.0') return invalid(idIn(id), 'jsonrpc is not "2.0"');
  if (typeof method !== 'string') return invalid(idIn(id), 'there is no method');
  if (id !== undefined && (idIn(id) === null || !isWhole(id))) {
    return invalid(idIn(id), 'id is neither a text nor a whole number');
  }
  const unknown = Object.keys(value).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return invalid(idIn(id), 'there is more in it than a message has');
  if (id === undefined) return undefined;
  return rejection(
    idIn(id),
    INVALID_PARAMS,
    'Invalid params: they are no object, or _meta is wrong',
  );
}

const KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

function invalid(id: Rejection['id'], why: string): Rejection {
  return rejection(id, INVALID_REQUEST, `Invalid request: ${why}`);
}

function rejection(id: Rejection['id'], code: number, message: string): Rejection {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function idIn(id: unknown): Rejection['id'] {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Numbers beyond that cannot be told apart. */
function isWhole(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
