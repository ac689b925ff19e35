import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { TreeChange } from './change';
import type { TurnWindow } from './folder-index';
import type { RecorderReply, RecorderRequest } from './messages';
import type { ScanResult } from './recorder';

interface Pending {
  readonly onChanges: (changes: readonly TreeChange[]) => void;
  readonly settle: (result?: ScanResult) => void;
}

/** A recorder in its own thread, so that no scan keeps the host waiting. Started when it is first needed. */
export class RecorderThread implements Disposable {
  readonly #program: string;
  readonly #log: Logger;
  readonly #pending = new Map<number, Pending>();
  readonly #failures = new Set<string>();
  #worker: Worker | undefined;
  #lastId = 0;
  /** It does not work here; without a record all else does. */
  #broken = false;

  /** @param program the bundle of `main.ts` */
  constructor(program: string, log: Logger) {
    this.#program = program;
    this.#log = log;
  }

  /** See `Recorder.look`. Settles when all changes are reported, with nothing when it failed; never rejects. */
  look(
    root: string,
    turn: TurnWindow | undefined,
    onChanges: (changes: readonly TreeChange[]) => void,
  ): Promise<ScanResult | undefined> {
    const worker = this.#start();
    if (!worker) return Promise.resolve(undefined);
    const id = ++this.#lastId;
    return new Promise((settle) => {
      this.#pending.set(id, { onChanges, settle });
      this.#send(worker, { do: 'look', id, root, ...(turn ? { turn } : {}) });
    });
  }

  forget(root: string): void {
    if (this.#worker) this.#send(this.#worker, { do: 'forget', root });
  }

  dispose(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#settleAll();
    void worker?.terminate();
  }

  #send(worker: Worker, request: RecorderRequest): void {
    worker.postMessage(request);
  }

  #start(): Worker | undefined {
    if (this.#worker || this.#broken) return this.#worker;
    const worker = new Worker(this.#program, { stdout: true, stderr: true, name: 'acp-record' });
    // It must not keep a host alive that is done.
    worker.unref();
    worker.on('message', (reply: RecorderReply) => this.#take(reply));
    worker.on('error', (error) => this.#fail(error));
    this.#worker = worker;
    return worker;
  }

  #take(reply: RecorderReply): void {
    if (reply.is === 'gap') {
      this.#log.warn(`the record of changes in ${reply.root} leaves files out: ${reply.why}`);
      return;
    }
    const pending = this.#pending.get(reply.id);
    if (reply.is === 'changes') {
      pending?.onChanges(reply.changes);
      return;
    }
    this.#pending.delete(reply.id);
    if (reply.is === 'failed') this.#failed(reply.why);
    else this.#log.debug(`record: ${reply.result.files} files looked at`, { ms: reply.ms });
    pending?.settle(reply.is === 'done' ? reply.result : undefined);
  }

  /** Every look would say the same. */
  #failed(why: string): void {
    if (this.#failures.has(why)) return;
    this.#failures.add(why);
    this.#log.warn('a folder could not be looked at; its changes are not recorded', why);
  }

  #fail(error: Error): void {
    this.#broken = true;
    this.#worker = undefined;
    this.#log.warn('changes of files that nobody names are not recorded any more', error);
    this.#settleAll();
  }

  #settleAll(): void {
    for (const { settle } of this.#pending.values()) settle();
    this.#pending.clear();
  }
}
