import { oneLine } from '../base/text';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const AUTH_REQUIRED = -32000;
export const RESOURCE_NOT_FOUND = -32002;
export const UNSUPPORTED_VERSION = -32022;
export const REQUEST_CANCELLED = -32800;

/** An error that goes over the wire, or came from there. */
export class AcpError extends Error {
  readonly code: number;
  declare readonly data?: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'AcpError';
    this.code = code;
    if (data !== undefined) this.data = data;
  }

  static invalidRequest(text: string): AcpError {
    return new AcpError(INVALID_REQUEST, text);
  }

  static methodNotFound(method: string): AcpError {
    return new AcpError(METHOD_NOT_FOUND, `Method not found: ${method}`, { method });
  }

  static invalidParams(text: string): AcpError {
    return new AcpError(INVALID_PARAMS, text);
  }

  static internal(text: string): AcpError {
    return new AcpError(INTERNAL_ERROR, text);
  }

  /** There is no file (or session) of this name. */
  static notFound(path: string): AcpError {
    return new AcpError(RESOURCE_NOT_FOUND, `Resource not found: ${path}`, { uri: path });
  }

  static cancelled(text = 'Request cancelled'): AcpError {
    return new AcpError(REQUEST_CANCELLED, text);
  }
}

/** Whether the user has to sign in first (`auth_required`, -32000). */
export function isAuthRequired(error: unknown): boolean {
  return error instanceof AcpError && error.code === AUTH_REQUIRED;
}

/** The connection is over: what everything pending is rejected with. */
export class AgentGoneError extends Error {
  /** More lines, such as the tail of the agent's stderr. */
  declare readonly detail?: string;
  declare readonly exit?: { readonly code: number | null; readonly signal: string | null };

  constructor(text: string, detail?: string, exit?: AgentGoneError['exit']) {
    super(text);
    this.name = 'AgentGoneError';
    if (detail) this.detail = detail;
    if (exit) this.exit = exit;
  }
}

/** Texts that say no more than their code does. */
const EMPTY_PHRASES = /^(internal error|invalid params|server error|error|unknown error)[.:]?$/i;
const LONGEST = 4000;

/** One line for people. Agents hide the cause in `data`, or in JSON inside the message. */
export function describeError(error: unknown): string {
  const message = textOf(error instanceof Error ? error.message : error) ?? 'unknown error';
  const data = error instanceof AcpError ? error.data : undefined;
  const cause = textOf(data) ?? (EMPTY_PHRASES.test(message) ? asJson(data) : undefined);
  return clip(join(message, cause));
}

function asJson(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}

function join(message: string, cause: string | undefined): string {
  if (cause === undefined || message.includes(cause)) return message;
  return EMPTY_PHRASES.test(message) || cause.includes(message) ? cause : `${message}: ${cause}`;
}

function clip(text: string): string {
  const line = oneLine(text.slice(0, LONGEST * 4)) || 'unknown error';
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** The text a person would read in a value of unknown form; looks a few levels deep. */
function textOf(value: unknown, depth = 4): string | undefined {
  if (depth === 0 || value === null || value === undefined) return undefined;
  if (typeof value === 'string') return textOfString(value, depth);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return textOf(value[0], depth - 1);
  const fields = value as Record<string, unknown>;
  for (const key of ['details', 'detail', 'message', 'error', 'reason']) {
    const text = Object.hasOwn(fields, key) ? textOf(fields[key], depth - 1) : undefined;
    if (text) return text;
  }
  return undefined;
}

/** Some messages are JSON, bare or after a few words. */
function textOfString(text: string, depth: number): string | undefined {
  const start = text.indexOf('{');
  if (start < 0 || !text.trimEnd().endsWith('}')) return text || undefined;
  try {
    return textOf(JSON.parse(text.slice(start)), depth - 1) ?? text;
  } catch {
    return text;
  }
}
