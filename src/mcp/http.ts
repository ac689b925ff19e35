import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../base/logger';
import { INVALID_REQUEST } from '../protocol/errors';
import { HttpError, isBatch, send, sendError, webRequest } from './http-messages';
import { type Transport, WebStandardStreamableHTTPServerTransport } from './library';
import type { Admission, Tokens } from './tokens';
import { MAX_LINE_BYTES } from './wire';

export interface HttpDoorOptions<T> {
  readonly tokens: Tokens<T>;
  /** Settles when the client is served. */
  readonly onClient: (owner: T, transport: Transport) => Promise<void>;
  readonly log: Logger;
}

/** Who has initialized with a token. */
interface Client {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly admission: Admission<unknown>;
  /** Responses that are not over, streams among them. */
  open: number;
}

interface Listening {
  readonly server: Server;
  readonly url: string;
}

const PATH = '/mcp';
const ADDRESS = '127.0.0.1';
const BUSY = 409;
const NO_BATCHES = 'There are no batches in this revision: send the messages one by one.';

/**
 * The door for agents that may start no programs: Streamable HTTP for this machine alone. Pages in the user's browser
 * reach it, too: so nobody gets in without a token, by another name of this machine, or from another origin.
 */
export class HttpDoor<T> {
  readonly #options: HttpDoorOptions<T>;
  /** By token. */
  readonly #clients = new Map<string, Client>();
  #listening: Promise<Listening> | undefined;
  #hosts: readonly string[] = [];

  constructor(options: HttpDoorOptions<T>) {
    this.#options = options;
  }

  /** Where agents connect; listens from the first call on. */
  async url(): Promise<string> {
    this.#listening ??= this.#listen();
    return (await this.#listening).url;
  }

  /** Settles when nobody is connected any more. Never rejects. */
  async close(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined);
    if (!listening) return;
    const { server } = listening;
    for (const token of this.#clients.keys()) this.#end(token);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Most agents do without, and what it takes is not loaded for them. */
  #listen(): Promise<Listening> {
    const server = createServer((request, response) => void this.#serve(request, response));
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, ADDRESS, () => {
        const { port } = server.address() as AddressInfo;
        this.#hosts = [`${ADDRESS}:${port}`, `localhost:${port}`];
        resolve({ server, url: `http://${ADDRESS}:${port}${PATH}` });
      });
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      this.#check(request);
      await this.#handle(request, response);
    } catch (error) {
      if (error instanceof HttpError) {
        sendError(response, error);
        return;
      }
      this.#options.log.debug('an http client', error);
      response.destroy();
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = bearer(request);
    const owner = this.#options.tokens.ownerOf(token);
    if (!owner) throw new HttpError(401, 'The token is not, or no longer, known to the editor.');
    if (request.method === 'POST' && (await isBatch(request))) {
      throw new HttpError(400, NO_BATCHES, INVALID_REQUEST);
    }
    const web = webRequest(request);
    const client = this.#clients.get(token);
    if (request.headers['mcp-session-id'] === undefined) {
      if (client && client.open > 0) {
        throw new HttpError(BUSY, 'Another client uses this token already.');
      }
      const transport = this.#newTransport(token);
      await this.#options.onClient(await owner, transport);
      await send(await transport.handleRequest(web), response);
      return;
    }
    if (!client) throw new HttpError(404, 'Session not found');
    client.open += 1;
    try {
      await send(await client.transport.handleRequest(web), response);
    } finally {
      client.open -= 1;
    }
  }

  /** It counts once it was initialized; one that nobody used at that moment makes room. */
  #newTransport(token: string): WebStandardStreamableHTTPServerTransport {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_LINE_BYTES,
      onsessioninitialized: () => {
        this.#end(token);
        const close = { dispose: () => this.#end(token) };
        const admission = this.#options.tokens.admit(token, close);
        if (typeof admission === 'string') throw new HttpError(BUSY, admission);
        this.#clients.set(token, { transport, admission, open: 0 });
      },
      onsessionclosed: () => this.#end(token),
    });
    return transport;
  }

  #end(token: string): void {
    const client = this.#clients.get(token);
    this.#clients.delete(token);
    client?.admission.leave();
    void client?.transport.close();
  }

  #check({ headers, url = '' }: IncomingMessage): void {
    const { host = '', origin } = headers;
    if (!this.#hosts.includes(host)) throw new HttpError(403, 'This is not the host.');
    if (origin !== undefined && !this.#hosts.some((one) => origin === `http://${one}`)) {
      throw new HttpError(403, 'This origin has no access.');
    }
    if (url.split('?', 1)[0] !== PATH) throw new HttpError(404, 'There is nothing here.');
  }
}

function bearer({ headers }: IncomingMessage): string {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
