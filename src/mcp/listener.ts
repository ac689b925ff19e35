import { createServer, type Server, type Socket } from 'node:net';
import type { Logger } from '../base/logger';
import { within } from '../base/timeout';
import { LineSplitter } from '../protocol/lines';
import type { Transport } from './library';
import { lineTransport } from './line-transport';
import { listenPrivately, removeSocket, sweepSockets } from './private-socket';
import type { Admission, Tokens } from './tokens';
import { ACCEPTED, MAX_LINE_BYTES, presentedToken, refused } from './wire';

export interface ListenerOptions<T> {
  readonly tokens: Tokens<T>;
  /** A folder for sockets. */
  readonly runDir: string;
  /** Where bridges look that were started under a host before. */
  readonly address?: string | undefined;
  readonly onAddress: (address: string) => void;
  readonly onClient: (owner: T, transport: Transport) => void;
  readonly log: Logger;
}

/** A token is a short line, and bridges present it at once. */
const MAX_TOKEN_LINE_BYTES = 1024;
const TOKEN_MS = 5000;
/** A session that goes on after a crash is opened again within this time, or not at all. */
const OWNER_MS = 30_000;

/** The door for bridges: who presents a token is handed over with the session that the token is for. */
export class Listener<T> {
  readonly #options: ListenerOptions<T>;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #address: Promise<string> | undefined;
  #isClosed = false;

  constructor(options: ListenerOptions<T>) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Where bridges connect; listens from the first call on. */
  address(): Promise<string> {
    this.#address ??= this.#listen();
    return this.#address;
  }

  /** Settles when nothing is left of it. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
    const address = await this.#address?.catch(() => undefined);
    this.#server.close();
    if (address !== undefined) await removeSocket(address).catch(() => {});
  }

  async #listen(): Promise<string> {
    const { log, onAddress, runDir } = this.#options;
    try {
      const address = await listenPrivately(this.#server, this.#options);
      this.#server.on('error', (error) => log.warn('the socket for editor tools', error));
      onAddress(address);
      sweepSockets(runDir).catch((error) => log.warn('sweeping sockets', error));
      return address;
    } catch (error) {
      this.#address = undefined;
      throw error;
    }
  }

  #accept(socket: Socket): void {
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', (error) => this.#options.log.debug('a bridge', error));
    this.#admit(socket).catch((error: unknown) => {
      this.#options.log.warn('a bridge was refused', error);
      socket.end(refused(error instanceof Error ? error.message : String(error)));
    });
  }

  async #admit(socket: Socket): Promise<void> {
    const line = await within(TOKEN_MS, firstLine(socket), 'No token was presented in time.');
    const admission = this.#options.tokens.admit(presentedToken(line) ?? '', {
      dispose: () => endSoon(socket),
    });
    if (typeof admission === 'string') throw new Error(admission);
    socket.on('close', () => admission.leave());
    const owner = await this.#ownerOf(admission);
    if (socket.destroyed) return;
    socket.write(ACCEPTED);
    this.#options.onClient(owner, lineTransport(socket, MAX_LINE_BYTES));
  }

  #ownerOf({ owner }: Admission<T>): Promise<T> {
    return within(OWNER_MS, owner, 'The session of this token was not opened again.');
  }
}

/** Nothing more is read; calls that end with the session still answer. */
function endSoon(socket: Socket): void {
  socket.pause();
  setImmediate(() => socket.destroySoon());
}

/** What comes after it stays in the socket. */
function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = new LineSplitter(MAX_TOKEN_LINE_BYTES);
    const onData = (chunk: Buffer): void => {
      const end = chunk.indexOf('\n');
      const rest = end < 0 ? Buffer.alloc(0) : chunk.subarray(end + 1);
      try {
        for (const line of lines.push(end < 0 ? chunk : chunk.subarray(0, end + 1))) {
          socket.off('data', onData).pause();
          if (rest.length > 0) socket.unshift(rest);
          resolve(line);
        }
      } catch {
        socket.off('data', onData);
        reject(new Error('A token must come first.'));
      }
    };
    socket.on('data', onData);
    socket.once('close', () => reject(new Error('It was closed before it presented a token.')));
  });
}
