import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { LateThread } from '../../base/thread';
import type { TreeChange } from './change';
import type { TurnWindow } from './folder-index';
import type { RecorderReply, RecorderRequest } from './messages';
import type { ScanResult } from './recorder';

interface Pending {
  readonly onChanges: (changes: readonly TreeChange[]) => void;
  readonly settle: (result?: ScanResult) => void;
}

/** A recorder in its own thread, so that no scan keeps the host waiting. Without a record all else works. */
export class RecorderThread implements Disposable {
  readonly #thread: LateThread<RecorderRequest, RecorderReply>;
  readonly #log: Logger;
  readonly #pending = new Map<number, Pending>();
  readonly #failures = new Set<string>();
  #lastId = 0;

  /** @param program the bundle of `main.ts` */
  constructor(program: string, log: Logger) {
    this.#log = log;
    this.#thread = new LateThread({
      program,
      name: 'acp-record',
      onReply: (reply) => this.#take(reply),
      onEnd: (error) => {
        log.warn('changes of files that nobody names are not recorded any more', error);
        this.#settleAll();
      },
    });
  }

  /** See `Recorder.look`. Settles when all changes are reported, with nothing when it failed; never rejects. */
  look(
    root: string,
    turn: TurnWindow | undefined,
    onChanges: (changes: readonly TreeChange[]) => void,
  ): Promise<ScanResult | undefined> {
    const id = ++this.#lastId;
    const isSent = this.#thread.send({ do: 'look', id, root, ...(turn ? { turn } : {}) });
    if (!isSent) return Promise.resolve(undefined);
    return new Promise((settle) => this.#pending.set(id, { onChanges, settle }));
  }

  forget(root: string): void {
    if (this.#thread.isRunning) this.#thread.send({ do: 'forget', root });
  }

  dispose(): void {
    this.#thread.dispose();
    this.#settleAll();
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

  #settleAll(): void {
    for (const { settle } of this.#pending.values()) settle();
    this.#pending.clear();
  }
}
