/** As much of a JSON-RPC message as the bridge must know to pass it on. */
import { isRecord } from '../../base/guards';

export type MessageId = string | number;

export interface RequestMessage {
  readonly kind: 'request';
  readonly id: MessageId;
  readonly method: string;
  readonly params: unknown;
}

export type Message =
  | RequestMessage
  | { readonly kind: 'notification'; readonly method: string }
  | { readonly kind: 'response'; readonly id: MessageId; readonly failed: boolean }
  /** Neither: whoever gets it says what is wrong. */
  | { readonly kind: 'other'; readonly value: unknown };

/** Nothing: the line is no JSON, and never a message. */
export function parseMessage(line: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isRecord(value) ? sorted(value) : { kind: 'other', value };
}

function sorted(value: Record<string, unknown>): Message {
  const { id, method, params, error } = value;
  if (typeof method === 'string') {
    return isId(id) ? { kind: 'request', id, method, params } : { kind: 'notification', method };
  }
  if (method === undefined && isId(id) && ('result' in value || error !== undefined)) {
    return { kind: 'response', id, failed: error !== undefined };
  }
  return { kind: 'other', value };
}

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number';
}

const INTERNAL_ERROR = -32603;

export function resultLine(id: MessageId, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function errorLine(id: MessageId, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } });
}

/** What is wrong, as the result of a tool. */
export function failureLine(id: MessageId, text: string): string {
  return resultLine(id, { content: [{ type: 'text', text }], isError: true });
}

export function notificationLine(method: string): string {
  return JSON.stringify({ jsonrpc: '2.0', method });
}
