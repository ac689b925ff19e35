import type { Logger } from '../../base/logger';
import { sameContent } from '../../edit/file-image';
import type { DocumentScope } from '../../session/ports';
import type { Attribution } from '../attribution';
import type { ChangeLedger } from '../change-ledger';
import { fileVersionOf } from '../disk/disk';
import type { Drafts } from '../disk/drafts';
import { lookAt } from '../disk/look';
import type { Roots } from '../paths/roots';
import { hunksBetween, type TreeChange } from '../scan/change';
import type { RecorderThread } from '../scan/thread';
import { type Call, type Found, TreeWatch } from '../scan/watch';
import type { ComparedFiles } from './compared-files';
import type { TrackedFiles } from './tracked-files';

export interface TreeChangesOptions {
  readonly recorder: RecorderThread;
  readonly ledger: Pick<ChangeLedger, 'seen' | 'knows' | 'room'>;
  readonly attribution: Attribution;
  readonly tracked: TrackedFiles;
  readonly compared: ComparedFiles;
  readonly log: Logger;
  readonly roots: Roots;
  readonly drafts: Pick<Drafts, 'isOwn'>;
}

/**
 * Changes of files that nobody has named and that are not loaded: found by looking at the session's folders. A file that
 * is tracked takes its change over by being compared.
 */
export class TreeChanges {
  readonly #options: TreeChangesOptions;
  readonly #watch: TreeWatch;
  /** Files that were made and gone before they could be reported: backups of the editor, temporary files of tools. */
  readonly #passing = new Set<string>();
  #taking: Promise<void> = Promise.resolve();

  constructor(options: TreeChangesOptions) {
    this.#options = options;
    this.#watch = new TreeWatch(options.recorder, (found) => {
      this.#taking = this.#taking
        .then(() => this.#take(found))
        .catch((error) => this.#failed(error));
    });
  }

  /** A session is opened. */
  async join(scope: DocumentScope): Promise<void> {
    await this.#watch.join(scope.session, await this.#options.roots.of(scope));
  }

  /** Settles when the current state of the files is known. */
  async begin(scope: DocumentScope): Promise<void> {
    await this.#watch.begin(scope.session, await this.#options.roots.of(scope));
  }

  /** See `TreeWatch.call`. */
  call(session: string, toolCallId: string, ended: boolean): void {
    this.#watch.call(session, toolCallId, ended);
  }

  /** Settles when what has changed until now is reported. */
  async check(): Promise<void> {
    await this.#watch.check();
    await this.#taking;
  }

  /** The turn is over, and all is reported. */
  end(session: string): void {
    this.#watch.end(session);
  }

  /** The session is closed. */
  leave(session: string): void {
    this.#watch.leave(session);
  }

  async #take({ changes, calls }: Found): Promise<void> {
    // Includes buffers opened meanwhile; and the editor has reported by then what it wrote until now.
    await this.#options.tracked.refresh();
    for (const change of changes) {
      const seen = await this.#withoutPassing(change);
      if (seen) await this.#takeOne(seen, calls);
    }
  }

  /** Nothing when nobody can have a use for it: see `#passing`. */
  async #withoutPassing(change: TreeChange): Promise<TreeChange | undefined> {
    const { path, before, after } = change;
    if (this.#options.drafts.isOwn(path)) return undefined;
    const isPassing = this.#passing.delete(path);
    if (after === null) return isPassing ? undefined : change;
    if (before !== null && !isPassing) return change;
    if (!(await lookAt(path).catch(() => undefined))) {
      this.#passing.add(path);
      return undefined;
    }
    return isPassing ? { ...change, before: null, hunks: hunksBetween(null, after) } : change;
  }

  async #takeOne(change: TreeChange, calls: readonly Call[]): Promise<void> {
    const { versions, changedMs, ...seen } = change;
    const { path, before, after } = seen;
    const { ledger, attribution, tracked, compared } = this.#options;
    const owner = attribution.ownerOf(path, calls, changedMs);
    if (!owner) return;
    compared.joined.changed(path, versions);
    const version = versions.after === undefined ? {} : { version: versions.after };
    const report = { ...seen, ...owner, ...version, source: 'disk' } as const;
    if (!sameContent(before, after) && tracked.has(path)) {
      const content = { ...report, after: after && { content: after.content } };
      const is = await compared.takeOver(change, () => ledger.knows(content));
      if (is === 'later') return;
    }
    // A write that is under way is reported first.
    await compared.run(path, async () => {
      const versionNow = await fileVersionOf(path).catch(() => undefined);
      ledger.seen(versionNow === undefined ? report : { ...report, versionNow });
    });
    await ledger.room();
  }

  #failed(error: unknown): void {
    this.#options.log.warn('changes of files could not be recorded', error);
  }
}
