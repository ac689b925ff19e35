/** Node's http messages and those of the web, as the MCP library takes them. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What is answered in place of a result. */
export class HttpError extends Error {
  readonly status: number;
  /** That of JSON-RPC. */
  readonly code: number;

  constructor(status: number, message: string, code = -32000) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Whether the body is a list. The body can still be read. */
export async function isBatch(request: IncomingMessage): Promise<boolean> {
  await once(request, 'readable');
  const start: Buffer | null = request.read();
  if (start) request.unshift(start);
  return /^\s*\[/.test(start?.toString('latin1') ?? '');
}

export function webRequest(request: IncomingMessage): Request {
  const { method = 'GET', url = '', headers } = request;
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const body = method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {};
  const about = { method, headers: fields, ...body };
  return new Request(new URL(url, `http://${headers.host}`), about as RequestInit);
}

/** Settles when all of it is sent, or the client is gone. */
export async function send(
  { status, headers, body }: Response,
  response: ServerResponse,
): Promise<void> {
  discardRest(response);
  response.writeHead(status, Object.fromEntries(headers));
  // The client sees at once that its stream is open.
  response.flushHeaders();
  if (body) await pipeline(Readable.fromWeb(body as never), response);
  else response.end();
}

/** What is left of a message that was given up would be in the way of the next one. */
function discardRest({ req }: ServerResponse): void {
  if (!req.complete) req.removeAllListeners('data').resume();
}

export function sendError(response: ServerResponse, { status, code, message }: HttpError): void {
  discardRest(response);
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}
