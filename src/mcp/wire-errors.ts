import { isRecord } from '../base/guards';
import { INTERNAL_ERROR, INVALID_PARAMS, RESOURCE_NOT_FOUND } from '../protocol/errors';
import type { JSONRPCMessage, Transport } from './library';

interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Makes of the library's errors what the revisions say, in words that people understand. */
export function withWireErrors(transport: Transport, isLegacy: () => boolean): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(mended(message, isLegacy()), options);
  return transport;
}

function mended(message: JSONRPCMessage, isLegacy: boolean): JSONRPCMessage {
  if (!('error' in message)) return message;
  const error = readable(message.error);
  return { ...message, error: isLegacy ? withNotFoundCode(error) : error };
}

/**
 * The library answers -32602 for a resource that there is none of, as the revision 2026-07-28 wants it. Those before say
 * -32002.
 */
function withNotFoundCode(error: WireError): WireError {
  const { code, data } = error;
  if (code !== INVALID_PARAMS || !isRecord(data)) return error;
  const isNotFound = typeof data.uri === 'string' && Object.keys(data).length === 1;
  return isNotFound ? { ...error, code: RESOURCE_NOT_FOUND } : error;
}

/** Of params that do not fit, most requests are answered with a fault of the server, and with all issues as JSON. */
function readable(error: WireError): WireError {
  const { code, message } = error;
  if (code !== INTERNAL_ERROR && code !== INVALID_PARAMS) return error;
  const start = message.indexOf('[');
  const issues = start < 0 ? undefined : issuesIn(message.slice(start));
  if (!issues) return error;
  return { ...error, code: INVALID_PARAMS, message: `Invalid params: ${issues.join('; ')}` };
}

const MAX_ISSUES = 5;

/** Nothing: the text is none of the library's lists of issues. */
function issuesIn(json: string): readonly string[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(list) || list.length === 0 || !list.every(isIssue)) return undefined;
  return list.slice(0, MAX_ISSUES).map(({ path, message }) => {
    const at = path.filter((part, index) => index > 0 || part !== 'params').join('.');
    const problem = message.replace(/^Invalid input: /, '');
    return at === '' ? problem : `${at}: ${problem}`;
  });
}

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function isIssue(value: unknown): value is Issue {
  return isRecord(value) && Array.isArray(value.path) && typeof value.message === 'string';
}
