import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { FindReply, FindRequest } from './messages';

/** A finder in its own thread, so that no list is too long for the host. Started when it is first needed. */
export class FinderThread implements Disposable {
  readonly #program: string;
  readonly #log: Logger;
  readonly #pending = new Map<number, (paths: readonly string[]) => void>();
  #worker: Worker | undefined;
  #lastId = 0;
  #broken = false;

  /** @param program the bundle of `main.ts` */
  constructor(program: string, log: Logger) {
    this.#program = program;
    this.#log = log;
  }

  /** See `FindRequest`. Never rejects. */
  find(request: Omit<FindRequest, 'id'>): Promise<readonly string[]> {
    const worker = this.#start();
    if (!worker) return Promise.resolve([]);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      worker.postMessage({ ...request, id } satisfies FindRequest);
    });
  }

  dispose(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#broken = true;
    this.#answerAll();
    void worker?.terminate();
  }

  #start(): Worker | undefined {
    if (this.#worker || this.#broken) return this.#worker;
    const worker = new Worker(this.#program, { stdout: true, stderr: true, name: 'acp-find' });
    // It must not keep a host alive that is done.
    worker.unref();
    worker.on('message', ({ id, paths }: FindReply) => {
      this.#pending.get(id)?.(paths);
      this.#pending.delete(id);
    });
    worker.on('error', (error) => this.#fail(error));
    this.#worker = worker;
    return worker;
  }

  #fail(error: Error): void {
    this.#broken = true;
    this.#worker = undefined;
    this.#log.warn('files are not found by their names any more', error);
    this.#answerAll();
  }

  #answerAll(): void {
    for (const resolve of this.#pending.values()) resolve([]);
    this.#pending.clear();
  }
}
