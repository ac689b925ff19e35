/** What one value from the wire means to JSON-RPC, before any method is looked at. Pure. */
import type { Message } from 'vscode-jsonrpc/node';
import { isRecord } from '../base/guards';
import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST } from './errors';

export const CANCEL_METHOD = '$/cancel_request';
/** What vscode-jsonrpc listens to; the name cannot be changed there. */
const INNER_CANCEL_METHOD = '$/cancelRequest';

export interface ErrorAnswer {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

export type Incoming =
  /** For vscode-jsonrpc, in a form it handles right. */
  | { readonly kind: 'message'; readonly message: Message }
  /** Something that vscode-jsonrpc would answer wrongly: answer this. */
  | { readonly kind: 'answer'; readonly answer: ErrorAnswer }
  /** To be ignored, and why. */
  | { readonly kind: 'ignore'; readonly reason: string }
  /** Not JSON-RPC at all. */
  | { readonly kind: 'junk' };

type Fields = Readonly<Record<string, unknown>>;
type Id = string | number;

/** Sorts a parsed line. */
export function sortIncoming(value: unknown): Incoming {
  if (Array.isArray(value)) return refuse(null, INVALID_REQUEST, 'batches are not supported');
  if (typeof value !== 'object' || value === null) return { kind: 'junk' };
  const fields = value as Fields;
  if (typeof fields.method === 'string') return sortCall(fields, fields.method);
  if ('result' in fields || 'error' in fields) return sortResponse(fields);
  if (fields.jsonrpc !== '2.0') return { kind: 'junk' };
  if ('method' in fields) return refuse(null, INVALID_REQUEST, 'the method is not a string');
  return sortResponse(fields);
}

function sortCall(fields: Fields, method: string): Incoming {
  if (fields.id === undefined) return sortNotification(method, fields.params);
  if (!isId(fields.id)) return refuse(null, INVALID_REQUEST, 'the id is not a string or number');
  const params = fields.params ?? {};
  if (!isRecord(params)) return refuse(fields.id, INVALID_PARAMS, 'params: expected object');
  return message({ jsonrpc: '2.0', id: fields.id, method, params });
}

function sortNotification(method: string, given: unknown): Incoming {
  const params = given ?? {};
  if (!isRecord(params)) return ignore(`notification ${method} without an object as params`);
  if (method !== CANCEL_METHOD && method !== INNER_CANCEL_METHOD) {
    return message({ jsonrpc: '2.0', method, params });
  }
  const id = method === CANCEL_METHOD ? params.requestId : params.id;
  if (!isId(id)) return ignore(`${method} without the id of a request`);
  return message({ jsonrpc: '2.0', method: INNER_CANCEL_METHOD, params: { id } });
}

function sortResponse(fields: Fields): Incoming {
  const { id, error } = fields;
  if (!isId(id)) return ignore(`answer without the id of a request: ${shortJson(error ?? null)}`);
  if (error === undefined || error === null) {
    return message({ jsonrpc: '2.0', id, result: fields.result ?? null });
  }
  return message({ jsonrpc: '2.0', id, error: responseError(error) });
}

/** Any form of error becomes a code and a text. */
function responseError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isRecord(error)) return { code: INTERNAL_ERROR, message: shortJson(error) };
  const { code, message, data } = error;
  return {
    code: Number.isInteger(code) ? (code as number) : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : shortJson(message ?? 'unknown error'),
    ...(data === undefined ? {} : { data }),
  };
}

function message(fields: Message & Fields): Incoming {
  return { kind: 'message', message: fields };
}

function ignore(reason: string): Incoming {
  return { kind: 'ignore', reason };
}

function refuse(id: Id | null, code: number, text: string): Incoming {
  return { kind: 'answer', answer: { jsonrpc: '2.0', id, error: { code, message: text } } };
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isFinite(id);
}

/** Deep values cannot be written out: then there is no text. */
function shortJson(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return (JSON.stringify(value) ?? '').slice(0, 300);
  } catch {
    return 'unreadable';
  }
}
