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
  | { readonly kind: 'other' };

/** Nothing: the line is no JSON, and never a message. */
export function parseMessage(line: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isRecord(value) ? sorted(value) : { kind: 'other' };
}

function sorted({ id, method, params, error }: Record<string, unknown>): Message {
  if (typeof method === 'string') {
    return isId(id) ? { kind: 'request', id, method, params } : { kind: 'notification', method };
  }
  return isId(id) ? { kind: 'response', id, failed: error !== undefined } : { kind: 'other' };
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

export function notificationLine(method: string): string {
  return JSON.stringify({ jsonrpc: '2.0', method });
}
