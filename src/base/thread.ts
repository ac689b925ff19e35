import { homedir } from 'node:os';
import { parse } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Disposable } from './disposable';

export interface ThreadOptions<Reply> {
  /** A file of JavaScript. */
  readonly program: string;
  readonly name: string;
  /** What it begins with. */
  readonly data?: unknown;
  readonly onReply: (reply: Reply) => void;
  /** It has failed, or ended by itself. */
  readonly onEnd: (error: Error) => void;
}

export interface Thread<Request> {
  send(request: Request): void;
  /** Settles when it is over. */
  end(): Promise<void>;
}

/** Runs a program in a thread of its own. It does not keep a host alive that is done, and its output is nobody's. */
export function startThread<Request, Reply>(options: ThreadOptions<Reply>): Thread<Request> {
  const { program, name, data, onReply, onEnd } = options;
  leaveDeletedFolder();
  const worker = new Worker(program, { name, workerData: data, stdout: true, stderr: true });
  worker.unref();
  worker.on('message', onReply);
  worker.on('error', onEnd);
  worker.on('exit', () => onEnd(new Error(`the thread ${name} has ended early`)));
  return {
    send: (request) => worker.postMessage(request),
    end: async () => {
      worker.removeAllListeners('exit');
      await worker.terminate();
    },
  };
}

/** A thread looks where it is before it begins, and fails when the current folder was deleted. */
function leaveDeletedFolder(): void {
  const places = [() => process.cwd(), homedir, () => parse(process.execPath).root];
  for (const place of places) {
    try {
      process.chdir(place());
      return;
    } catch {
      // It is not there.
    }
  }
}

/** A thread that is started when it is first needed, and not again when it has failed. */
export class LateThread<Request, Reply> implements Disposable {
  readonly #options: ThreadOptions<Reply>;
  #thread: Thread<Request> | undefined;
  #isOver = false;

  constructor(options: ThreadOptions<Reply>) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#thread !== undefined;
  }

  /** False: nobody is there to take it. */
  send(request: Request): boolean {
    if (!this.#isOver) this.#thread ??= this.#start();
    this.#thread?.send(request);
    return this.#thread !== undefined;
  }

  dispose(): void {
    this.#isOver = true;
    void this.#thread?.end();
    this.#thread = undefined;
  }

  #start(): Thread<Request> {
    return startThread({ ...this.#options, onEnd: (error) => this.#ended(error) });
  }

  #ended(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#thread = undefined;
    this.#options.onEnd(error);
  }
}
