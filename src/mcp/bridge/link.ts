import { createConnection, type Socket } from 'node:net';
import type { Disposable } from '../../base/disposable';
import { LineSplitter } from '../../protocol/lines';
import { MAX_LINE_BYTES, presented, refusal } from '../wire';

export interface LinkOptions {
  readonly path: string;
  readonly token: string;
  readonly onOpen: () => void;
  readonly onLine: (line: string) => void;
  readonly onLost: () => void;
  /** It is of no use to try again. */
  readonly onRefused: (why: string) => void;
  /** What was written has gone out. */
  readonly onDrain: () => void;
}

/** Milliseconds between two attempts: at first hosts are waited for that start, later nobody is in a hurry. */
const RETRY_MS = [20, 50, 100, 200, 500, 1000] as const;
/** A sandbox will not let us in later either. */
const FORBIDDEN = ['EACCES', 'EPERM'];

/** The connection to the host; made again as often as it is lost. */
export class Link implements Disposable {
  readonly #options: LinkOptions;
  #socket: Socket | undefined;
  #isOpen = false;
  #attempts = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#connect();
  }

  /** False: the host reads slowly, `onDrain` follows. */
  write(line: string): boolean {
    return this.#socket?.write(`${line}\n`) ?? true;
  }

  /** What the host sends waits there. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  dispose(): void {
    clearTimeout(this.#retry);
    this.#socket
      ?.removeAllListeners()
      .on('error', () => {})
      .destroy();
    this.#socket = undefined;
  }

  #connect(): void {
    const { path, token, onDrain } = this.#options;
    const socket = createConnection(path);
    const lines = new LineSplitter(MAX_LINE_BYTES);
    let failure: NodeJS.ErrnoException | undefined;
    this.#socket = socket;
    socket.write(presented(token));
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const line of lines.push(chunk)) this.#take(line);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('drain', onDrain);
    socket.on('error', (error) => {
      failure = error;
    });
    socket.on('close', () => this.#closed(failure));
  }

  #take(line: string): void {
    if (this.#isOpen) {
      this.#options.onLine(line);
      return;
    }
    const why = refusal(line);
    if (why !== undefined) {
      this.#refuse(why);
      return;
    }
    this.#isOpen = true;
    this.#attempts = 0;
    this.#options.onOpen();
  }

  #refuse(why: string): void {
    this.dispose();
    this.#options.onRefused(why);
  }

  #closed(failure: NodeJS.ErrnoException | undefined): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (wasOpen) this.#options.onLost();
    if (FORBIDDEN.includes(failure?.code ?? '')) {
      this.#refuse(`The editor may not be reached from here: ${failure?.message}`);
      return;
    }
    const ms = RETRY_MS[Math.min(this.#attempts, RETRY_MS.length - 1)];
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#connect(), ms);
  }
}
