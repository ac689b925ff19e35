import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import { encodeLike } from '../../edit/encoding';
import type { FileImage } from '../../edit/file-image';
import type { Lua } from '../../nvim/lua';
import { type LoadedFile, LoadedFiles } from '../buffers/loaded-files';
import type { Later } from '../buffers/pending-input';
import { ConflictBook } from '../conflicts/conflict-book';
import { fileStateOf } from '../disk/disk';
import type { DiskImage } from '../disk/disk-snapshots';
import type { Drafts } from '../disk/drafts';
import { JoinedFiles } from '../disk/joined-files';
import { Snapshots } from '../documents/snapshots';
import type { FoundVersion } from '../paths/named-paths';
import { PathQueue } from '../paths/path-queue';
import { realPathOf } from '../paths/paths';
import type { TreeChange } from '../scan/change';
import type { DiskChange } from './disk-change';
import { Reconciler } from './reconciler';

export interface ComparedFilesOptions {
  readonly log: Logger;
  readonly drafts: Drafts;
  /** Save what was merged into unsaved text. */
  readonly saveDirty?: () => boolean;
  /** A file was changed on disk; its buffer has taken that over. */
  readonly onChange?: (change: DiskChange) => void;
}

/**
 * The files whose content on disk is remembered, and their buffers, which take over what others write there.
 * Shared by all that read, write or watch files: tasks on one file run one after another.
 */
export class ComparedFiles {
  readonly snapshots = new Snapshots();
  readonly conflicts = new ConflictBook();
  readonly joined = new JoinedFiles();
  readonly loaded: LoadedFiles;
  readonly #queue = new PathQueue();
  readonly #reconciler: Reconciler;
  readonly #log: Logger;
  readonly #onChange: (change: DiskChange) => void;
  readonly #delayed = new Emitter<string>();

  constructor(
    lua: Lua,
    { log, drafts, saveDirty = () => false, onChange = () => {} }: ComparedFilesOptions,
  ) {
    this.#log = log;
    this.#onChange = onChange;
    this.loaded = new LoadedFiles(lua, this.snapshots, log);
    const { conflicts } = this;
    const options = { log, drafts, saveDirty, conflicts };
    this.#reconciler = new Reconciler(lua, this.loaded, this.snapshots, options);
  }

  /** Called with each file that could not be compared yet. */
  onDelayed(listener: (path: string) => void): Disposable {
    return this.#delayed.on(listener);
  }

  /** Runs a task that has a file (by its real path) for itself. */
  run<T>(path: string, task: (file: ComparedFile) => Promise<T>): Promise<T> {
    return this.#queue.run(path, () => task(this.#fileOf(path)));
  }

  /**
   * Remembers what a file holds on disk: a change is one against this.
   * @param found what a look at it has shown just now
   */
  take(path: string, found?: FoundVersion): Promise<void> {
    return this.#queue.run(path, () => this.#reconciler.take(path, found));
  }

  /** See `Reconciler.lead`. */
  lead(from: string, to: string): Promise<void> {
    return this.#queue.run(to, async () => this.#reconciler.lead(from, to));
  }

  /** Finds what was changed on disk since; returns why that is done later. */
  async compare(path: string): Promise<Later | undefined> {
    try {
      return await this.run(path, (file) => file.compare());
    } catch (error) {
      this.#log.debug('comparing with the disk', error);
      return undefined;
    }
  }

  /**
   * Has a buffer take over a change that was found otherwise. `later`: there is more to come, which will be found here.
   * @param isKnown whether the new content is reported by now
   */
  async takeOver(
    { path, before, after, versions }: TreeChange,
    isKnown: () => boolean,
  ): Promise<'done' | 'later'> {
    if (!(await isPlain(path))) return 'done';
    const earlier = diskImageOf(before, versions.before);
    const now = diskImageOf(after, versions.after) ?? withVersion(versions.after);
    // It may have been named, or loaded, when it had changed already.
    const is = await this.run(path, async () =>
      !earlier || isKnown() ? 'none' : this.#reconciler.retake(path, earlier, now),
    );
    if (await this.compare(path)) return 'later';
    // Something newer has been found there.
    return is === 'other' ? 'later' : 'done';
  }

  /** The editor has written the file by itself. */
  saved(path: string, version: string): void {
    this.#reconciler.saved(path, version);
    this.#queue
      .run(path, () => this.#reconciler.lookAtSaved(path))
      .catch((error: unknown) => this.#log.debug('a saved file cannot be read', error));
  }

  /** Drops what is remembered for a session. */
  forget(session: string): void {
    this.snapshots.forget(session);
    this.conflicts.forget(session);
  }

  #fileOf(path: string): ComparedFile {
    return {
      compare: async () => {
        const change = await this.#reconciler.reconcile(path);
        if (typeof change === 'string') {
          this.#delayed.fire(path);
          return change;
        }
        if (change) this.#onChange(change);
        return undefined;
      },
      written: () => this.#reconciler.written(path),
    };
  }
}

/** A file that only the task uses meanwhile. */
export interface ComparedFile {
  /** See `ComparedFiles.compare`. */
  compare(): Promise<Later | undefined>;
  /** See `Reconciler.written`. */
  written(): Promise<LoadedFile | undefined>;
}

/** Else a link or a folder is in the place of the file, or a link in that of its folder: no comparison says so. */
async function isPlain(path: string): Promise<boolean> {
  const real = await realPathOf(path).catch(() => undefined);
  if (real !== path) return false;
  return fileStateOf(path).then(
    () => true,
    () => false,
  );
}

/** Nothing when the content cannot be had as it was. */
function diskImageOf(image: FileImage | null, version: string | undefined): DiskImage | undefined {
  if (image === null) return {};
  if (image.content.kind !== 'text' || version === undefined) return undefined;
  const { text, encoding = 'utf-8' } = image.content;
  const bytes = encodeLike(text, encoding);
  return bytes && { bytes, version, ...(image.mode === undefined ? {} : { mode: image.mode }) };
}

function withVersion(version: string | undefined): DiskImage {
  return version === undefined ? {} : { version };
}
