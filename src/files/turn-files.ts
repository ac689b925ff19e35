import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import { within } from '../base/timeout';
import type { DocumentScope } from '../session/ports';
import type { Attribution } from './attribution';
import type { ChangeLedger } from './change-ledger';
import type { Roots } from './paths/roots';
import { DEBOUNCE_MS, type DiskWatcher } from './watching/disk-watcher';
import type { TrackedFiles } from './watching/tracked-files';
import type { TreeChanges } from './watching/tree-changes';

export interface TurnFilesOptions {
  readonly attribution: Attribution;
  readonly ledger: Pick<ChangeLedger, 'begin'>;
  readonly tracked: TrackedFiles;
  readonly watcher: DiskWatcher;
  readonly tree: Pick<TreeChanges, 'begin' | 'check' | 'end'>;
  readonly roots: Roots;
  readonly log: Logger;
}

/** A prompt waits at most this long for the state of tracked files. */
const MAX_WAIT_MS = 300;
/** And at most this long for that of all files in its folders, which may be many. */
const MAX_TREE_WAIT_MS = 50;
/** The end of a turn waits at most this long for changes on disk: in loaded files, and in all others. */
const MAX_SETTLE_MS = 1000;
const MAX_TREE_SETTLE_MS = 300;
/** A buffer stays guarded at most this long for changes still to be found in folders. */
const MAX_CHECK_MS = 5000;
/** What an agent has changed at the end of its turn may be found after it. */
const STRAGGLERS_MS = 400;
/** How often files that are still being changed are compared again before watching ends. */
const LAST_LOOKS = 10;

/** The files around each turn: their state before it, and what has become of them after it. */
export class TurnFiles implements Disposable {
  readonly #options: TurnFilesOptions;
  /** By session, when its turn is over and only stragglers are waited for. */
  readonly #ending = new Map<string, NodeJS.Timeout>();

  constructor(options: TurnFilesOptions) {
    this.#options = options;
  }

  /** Awaited before a turn. */
  async begin(scope: DocumentScope): Promise<void> {
    const { attribution, ledger, tree, roots, watcher } = this.#options;
    const { session } = scope;
    const begun = async (): Promise<void> => {
      const real = await roots.of(scope);
      this.#stay(session);
      if (attribution.idle) ledger.begin();
      attribution.begin(session, real);
      await watcher.begin();
    };
    await Promise.all([
      this.#inTime(MAX_WAIT_MS, begun()),
      this.#inTime(MAX_TREE_WAIT_MS, tree.begin(scope)),
    ]);
  }

  /** Awaited before a turn is over, so that listeners to its end find the text that it has left. */
  async settle(session?: string): Promise<void> {
    const { attribution, watcher, tree } = this.#options;
    const isFound = await Promise.all([
      this.#inTime(MAX_SETTLE_MS, watcher.settle()),
      this.#inTime(MAX_TREE_SETTLE_MS, tree.check()),
    ]);
    if (session !== undefined && isFound.every(Boolean)) attribution.settled(session);
  }

  /** The turn is over. */
  async end(session: string): Promise<void> {
    const { attribution } = this.#options;
    if (!attribution.isRunning(session) || this.#ending.has(session)) return;
    attribution.over(session);
    this.#endIn(STRAGGLERS_MS, session);
    await this.#check();
  }

  dispose(): void {
    for (const timer of this.#ending.values()) clearTimeout(timer);
    this.#ending.clear();
    this.#options.watcher.dispose();
  }

  #stay(session: string): void {
    clearTimeout(this.#ending.get(session));
    this.#ending.delete(session);
  }

  #endIn(ms: number, session: string, looks = LAST_LOOKS): void {
    const timer = setTimeout(() => void this.#endUnlessBusy(session, timer, looks), ms);
    this.#ending.set(session, timer);
  }

  async #endUnlessBusy(session: string, timer: NodeJS.Timeout, looks: number): Promise<void> {
    const { attribution, tracked, watcher, tree } = this.#options;
    const later = await this.#check();
    // Another turn may have begun meanwhile.
    if (this.#ending.get(session) !== timer) return;
    if (later === 'pending') return this.#endIn(STRAGGLERS_MS, session, looks);
    if (later && looks > 1) return this.#endIn(DEBOUNCE_MS, session, looks - 1);
    this.#ending.delete(session);
    attribution.end(session);
    tree.end(session);
    if (!attribution.idle) return;
    watcher.stop();
    await tracked.release();
  }

  /** Looks at all files. */
  async #check(): Promise<Awaited<ReturnType<DiskWatcher['check']>>> {
    const { watcher, tree } = this.#options;
    const [later] = await Promise.all([watcher.check(), this.#inTime(MAX_CHECK_MS, tree.check())]);
    return later;
  }

  /** Settles with the task, or when it takes too long: false. Never rejects. */
  async #inTime(ms: number, task: Promise<void>): Promise<boolean> {
    try {
      await within(ms, task, 'it takes too long');
      return true;
    } catch (error) {
      this.#options.log.debug('around a turn', error);
      return false;
    }
  }
}
