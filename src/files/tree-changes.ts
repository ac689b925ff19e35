import type { Logger } from '../base/logger';
import { encode } from '../edit/encoding';
import { type FileImage, imageText, sameContent, textImage } from '../edit/file-image';
import type { DocumentScope } from '../session/ports';
import type { DiskImage } from './disk/disk-snapshots';
import type { CapturedChange, DiskWatcher } from './disk-watcher';
import type { EditorDocuments } from './documents';
import type { Roots } from './paths/roots';
import { hunksBetween, type TreeChange } from './scan/change';
import type { RecorderThread } from './scan/thread';
import { type Call, type Found, TreeWatch } from './scan/watch';

export interface TreeRoadOptions {
  readonly recorder: RecorderThread;
  readonly capture: DiskWatcher;
  readonly documents: EditorDocuments;
  readonly log: Logger;
  readonly roots: Roots;
  readonly onChange: (change: CapturedChange) => void;
}

/** A state of a file that needs no telling: it was told, or the user has made it. */
interface Known {
  readonly stamp?: string;
  readonly after?: string | null;
}

/**
 * Changes of files that nobody has named and that are not loaded: found by looking at the session's folders. What the
 * other roads have told is not told again, and the files that those compare are left to them.
 */
export class TreeChanges {
  readonly #options: TreeRoadOptions;
  readonly #watch: TreeWatch;
  readonly #known = new Map<string, Known>();
  #taking: Promise<void> = Promise.resolve();

  constructor(options: TreeRoadOptions) {
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

  /** Settles when the files are known as they are now. */
  async begin(scope: DocumentScope): Promise<void> {
    if (this.#watch.idle) this.#known.clear();
    await this.#watch.begin(scope.session, await this.#options.roots.of(scope));
  }

  /** See `TreeWatch.call`. */
  call(session: string, toolCallId: string, ended: boolean): void {
    this.#watch.call(session, toolCallId, ended);
  }

  /** Settles when what has changed until now is told. */
  async check(): Promise<void> {
    await this.#watch.check();
    await this.#taking;
  }

  /** The turn is over, and all is told. */
  end(session: string): void {
    this.#watch.end(session);
    if (this.#watch.idle) this.#known.clear();
  }

  /** The session is closed. */
  leave(session: string): void {
    this.#watch.leave(session);
  }

  /** A change was told by another source. */
  told(path: string, after: string | null | undefined): void {
    if (after !== undefined) this.#known.set(path, { after });
  }

  /** The user has written the file. */
  saved(path: string, stamp: string): void {
    this.#known.set(path, { stamp });
  }

  async #take({ changes, calls }: Found): Promise<void> {
    // Buffers that were opened meanwhile; and what the editor has written until now, it has told after this.
    await this.#options.capture.trackLoaded();
    for (const change of changes) await this.#takeOne(change, calls);
  }

  async #takeOne(change: TreeChange, calls: readonly Call[]): Promise<void> {
    const { path, after } = change;
    const { capture } = this.#options;
    const owner = capture.ownerOf(path);
    if (!owner) return;
    if (!sameContent(change.before, after)) {
      if (this.#isKnown(change)) return;
      if (capture.tracks(path) && (await this.#leave(change))) return;
    }
    // The only call that can have made it, unless another one names the file.
    const [call, ...others] = owner.toolCallId === undefined ? calls : [];
    const maker = call && others.length === 0 ? call : owner;
    const { before, hunks } = this.#sinceTold(change);
    this.told(path, imageText(after));
    this.#options.onChange({ path, before, after, hunks, ...maker });
  }

  /** Leaves a change to those who compare the file, for its buffer to take it over. False: they have nothing to tell. */
  async #leave(change: TreeChange): Promise<boolean> {
    const { path, stamps } = change;
    const { capture, documents } = this.#options;
    if ((await capture.compare(path)) || this.#isKnown(change)) return true;
    // It was named, or loaded, when it had changed already.
    const image = diskImageOf(change.before, stamps.before);
    const is = image ? await documents.retake(path, image, stamps.after) : 'none';
    // Something newer has been found there.
    if (is === 'other') return true;
    if (is === 'none') return false;
    return (await capture.compare(path)) !== undefined || this.#isKnown(change);
  }

  /** Another source may have told a part of it. */
  #sinceTold({ path, before, after, hunks }: TreeChange): Pick<TreeChange, 'before' | 'hunks'> {
    const told = this.#known.get(path)?.after;
    if (told === undefined || told === imageText(before)) return { before, hunks };
    const image = told === null ? null : { ...before, ...textImage(told) };
    return { before: image, hunks: hunksBetween(image, after) };
  }

  #isKnown({ path, after, stamps }: TreeChange): boolean {
    const known = this.#known.get(path);
    if (!known) return false;
    if (known.stamp !== undefined) return known.stamp === stamps.after;
    return known.after === imageText(after);
  }

  #failed(error: unknown): void {
    this.#options.log.warn('changes of files could not be recorded', error);
  }
}

/** Nothing when the content cannot be had as it was. */
function diskImageOf(image: FileImage | null, stamp: string | undefined): DiskImage | undefined {
  if (image === null) return {};
  if (image.content.kind !== 'text' || stamp === undefined) return undefined;
  const { text, encoding = 'utf-8' } = image.content;
  const bytes = encode({ text, encoding: encoding as never });
  return bytes && { bytes, stamp, ...(image.mode === undefined ? {} : { mode: image.mode }) };
}
