import { isRecord } from '../base/guards';
import { INVALID_PARAMS, RESOURCE_NOT_FOUND } from '../protocol/errors';
import type { JSONRPCMessage, Transport } from './library';

/**
 * The library answers -32602 for a resource that there is none of, as the revision 2026-07-28 wants it. Those before say
 * -32002.
 */
export function withNotFoundCode(transport: Transport, isLegacy: () => boolean): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(isLegacy() ? asLegacy(message) : message, options);
  return transport;
}

function asLegacy(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== INVALID_PARAMS) return message;
  const { data } = message.error;
  const isNotFound =
    isRecord(data) && typeof data.uri === 'string' && Object.keys(data).length === 1;
  return isNotFound
    ? { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } }
    : message;
}
