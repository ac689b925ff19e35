import type { Logger } from '../base/logger';
import type { Hunk } from '../edit/hunks';
import { learnPart } from '../edit/snapshot-update';
import { joinLines, joinText, splitText } from '../edit/text';
import type { Lua } from '../nvim/lua';
import { AcpError } from '../protocol/errors';
import type { Change, DocumentScope, Documents, ReadRange } from '../session/ports';
import {
  type BufferLines,
  bufferVersionOf,
  exactTextOf,
  readBufferLines,
  splitTextOf,
} from './buffers/buffer-text';
import { type LoadedFile, LoadedFiles } from './buffers/loaded-files';
import { type Choice, ConflictBook } from './conflict-book';
import type { DiskImage } from './disk/disk-snapshots';
import { readDiskText } from './disk/disk-text';
import type { Drafts } from './disk/drafts';
import { DocumentWriter } from './document-writer';
import { confineToRoots } from './paths/confine';
import { PathQueue } from './paths/path-queue';
import { admit, type Confine } from './paths/paths';
import { type Later, untilFree } from './pending-input';
import { changeBetween } from './preview';
import { isWhole, type Window, windowOf } from './read-window';
import { type DiskChange, Reconciler } from './reconciler';
import { Snapshots } from './snapshots';
import { throwIfAborted } from './throw-if-aborted';
import { asFound, type WriteConflict } from './written';

/** A read or a write that has happened. */
export interface Access {
  readonly kind: 'read' | 'write';
  readonly session: string;
  /** The real path. */
  readonly path: string;
  readonly bufnr?: number;
  /** 1-based: the first line read, or the first line changed. */
  readonly line?: number;
  /** What a write changed, against the text that was there. */
  readonly hunks?: readonly Hunk[];
  /** The whole text before and after a write; null before: there was none. */
  readonly before?: string | null;
  readonly after?: string;
}

export interface DocumentsOptions {
  readonly log: Logger;
  readonly drafts: Drafts;
  readonly onAccess?: (access: Access) => void;
  /** A write was not taken in all places: the user has changed the same lines. */
  readonly onConflict?: (conflict: WriteConflict) => void;
  /** Others had just written a file that was then written here. */
  readonly onDiskChange?: (change: DiskChange) => void;
  /** Save what was merged into unsaved text. */
  readonly saveDirty?: () => boolean;
  /** Default: only files under the session's roots. */
  readonly confine?: Confine;
}

/** The `Documents` port over Neovim's buffers and the disk. */
export function createDocuments(lua: Lua, options: DocumentsOptions): EditorDocuments {
  return new EditorDocuments(lua, options);
}

export class EditorDocuments implements Documents {
  readonly #lua: Lua;
  readonly #log: Logger;
  readonly #onAccess: (access: Access) => void;
  readonly #onConflict: (conflict: WriteConflict) => void;
  readonly #onDiskChange: (change: DiskChange) => void;
  readonly #confine: Confine;
  readonly #snapshots = new Snapshots();
  readonly #conflicts = new ConflictBook();
  /** Requests for one name keep their order, also while it is being found out where the name leads. */
  readonly #names = new PathQueue();
  readonly #files = new PathQueue();
  readonly #loaded: LoadedFiles;
  readonly #writer: DocumentWriter;
  readonly #reconciler: Reconciler;

  constructor(lua: Lua, options: DocumentsOptions) {
    const { log, onAccess = () => {}, onConflict = () => {}, onDiskChange = () => {} } = options;
    const { confine = confineToRoots(), saveDirty = () => false } = options;
    this.#lua = lua;
    this.#log = log;
    this.#onAccess = onAccess;
    this.#onConflict = onConflict;
    this.#onDiskChange = onDiskChange;
    this.#confine = confine;
    this.#loaded = new LoadedFiles(lua, this.#snapshots, log);
    const conflicts = this.#conflicts;
    const shared = { log, saveDirty, conflicts };
    this.#writer = new DocumentWriter(lua, this.#loaded, this.#snapshots, {
      ...shared,
      drafts: options.drafts,
    });
    this.#reconciler = new Reconciler(lua, this.#loaded, this.#snapshots, shared);
  }

  read(scope: DocumentScope, name: string, range: ReadRange, signal: AbortSignal): Promise<string> {
    return this.#run('read', scope, name, signal, (path) => {
      throwIfAborted(signal);
      return this.#read(scope.session, path, windowOf(range));
    });
  }

  write(scope: DocumentScope, name: string, text: string, signal: AbortSignal): Promise<void> {
    const { session } = scope;
    // Half surrogate pairs cannot be written in any encoding.
    const content = text.replace(/\p{Surrogate}/gu, '\uFFFD');
    return this.#run('write', scope, name, signal, async (path) => {
      await this.#catchUp(path, signal);
      const written = await this.#writer.write({ session, path, content, signal });
      const now = written.saved ? await this.#reconciler.written(path) : undefined;
      const { hunks, bufnr, before, after, conflict } = asFound(written, now?.buffer);
      if (after !== written.after) this.#snapshots.leave(session, path, splitText(after));
      const line = hunks[0] && hunks[0].row + 1;
      const where = present({ bufnr, line });
      if (!conflict || before !== after) {
        this.#onAccess({ kind: 'write', session, path, hunks, before, after, ...where });
      }
      if (!conflict) return;
      this.#onConflict(conflict);
      throw AcpError.internal(conflict.text);
    });
  }

  async preview({ session }: DocumentScope, path: string, content: string): Promise<Change> {
    try {
      return await this.#writer.preview({ session, path, content });
    } catch (error) {
      this.#log.debug('a write cannot be shown beforehand', error);
      return changeBetween(null, content);
    }
  }

  /** The user has chosen at a conflict, or has taken a choice back. */
  chose(id: number, choice: Choice): void {
    const chosen = this.#conflicts.choose(id, choice);
    if (!chosen) return;
    const { before, after } = chosen;
    const { owner, path } = after;
    // What the agent has read since tells more.
    if (this.#snapshots.get(owner, path) !== before.known) return;
    this.#snapshots.learn(owner, path, after.known, joinText(after.known).length);
  }

  /** Remembers what a file (by its real path) holds on disk, for `reconcile`. */
  take(path: string): Promise<void> {
    return this.#files.run(path, () => this.#reconciler.take(path));
  }

  /** See `Reconciler.lead`. */
  lead(from: string, to: string): Promise<void> {
    return this.#files.run(to, async () => this.#reconciler.lead(from, to));
  }

  /** See `Reconciler.retake`. */
  retake(
    path: string,
    earlier: DiskImage,
    stamp: string | undefined,
  ): Promise<'done' | 'other' | 'none'> {
    return this.#files.run(path, async () => this.#reconciler.retake(path, earlier, stamp));
  }

  /**
   * What was changed on disk since the file was taken; a loaded buffer has taken it over then, merged with the user's
   * unsaved text.
   */
  reconcile(path: string): Promise<DiskChange | Later | undefined> {
    return this.#files.run(path, () => this.#reconciler.reconcile(path));
  }

  /** The editor has written the file by itself. */
  saved(path: string, stamp: string): void {
    this.#reconciler.saved(path, stamp);
    this.#files
      .run(path, () => this.#reconciler.lookAtSaved(path))
      .catch((error: unknown) => this.#log.debug('a saved file cannot be read', error));
  }

  /** Drops what is remembered for a session. */
  forget(session: string): void {
    this.#snapshots.forget(session);
    this.#conflicts.forget(session);
  }

  /** Runs a task with the real path, if the session may touch it; one task for each file at a time. */
  #run<T>(
    kind: Access['kind'],
    scope: DocumentScope,
    name: string,
    signal: AbortSignal,
    task: (path: string) => Promise<T>,
  ): Promise<T> {
    const confine: Confine = async (request) => {
      await this.#confine(request);
      await scope.approve?.(request.realPath, signal);
    };
    // Another session does not wait for what this one's user is asked.
    return this.#names.run(`${scope.session}\0${name}`, async () => {
      const path = await admit(kind, scope, name, confine, signal);
      return this.#files.run(path, () => task(path));
    });
  }

  /** What others have written until now is not ours: it is merged and told first. */
  async #catchUp(path: string, signal: AbortSignal): Promise<void> {
    try {
      let change = await this.#reconciler.reconcile(path);
      while (change === 'held') {
        await untilFree(this.#lua, path, signal);
        change = await this.#reconciler.reconcile(path);
      }
      if (change && typeof change !== 'string') this.#onDiskChange(change);
    } catch (error) {
      this.#log.debug('not compared with the disk before a write', error);
    }
  }

  async #read(session: string, path: string, window: Window): Promise<string> {
    this.#snapshots.noteRead(session, path);
    const file = await this.#loaded.find(path);
    const buffer = file && (await this.#linesOf(path, file, window));
    const text = buffer
      ? this.#serve(session, path, buffer, window)
      : await this.#readUnloaded(session, path, window);
    const line = window.from > 0 ? window.from + 1 : undefined;
    this.#onAccess({
      kind: 'read',
      session,
      path,
      ...present({ bufnr: buffer?.facts.bufnr, line }),
    });
    return text;
  }

  async #readUnloaded(session: string, path: string, { from, to }: Window): Promise<string> {
    const { text, size } = await readDiskText(path);
    const known = this.#snapshots.get(session, path) ?? text;
    const learnt = learnPart(known, text, from, to);
    if (learnt.complete) this.#snapshots.set(session, path, learnt.text, size);
    else this.#snapshots.learn(session, path, learnt.text, size);
    return joinLines(text, from, to);
  }

  /** What was read to compare it with the disk will do when all of it is wanted. */
  async #linesOf(
    path: string,
    { facts, buffer }: LoadedFile,
    window: Window,
  ): Promise<BufferLines | undefined> {
    if (buffer && isWhole(window, facts)) return buffer;
    return readBufferLines(this.#lua, path, window.from, window.to);
  }

  #serve(session: string, path: string, buffer: BufferLines, window: Window): string {
    if (isWhole(window, buffer.facts)) this.#remember(session, path, buffer);
    else this.#learnLater(session, path, bufferVersionOf(buffer.facts), window);
    return exactTextOf(buffer, window.to);
  }

  #remember(session: string, path: string, buffer: BufferLines): void {
    const moment = bufferVersionOf(buffer.facts);
    this.#snapshots.set(session, path, splitTextOf(buffer), buffer.raw.length, moment);
  }

  /** A part was served. What a merge needs to know of it takes the whole text, but nobody has to wait for that. */
  #learnLater(session: string, path: string, moment: string, window: Window): void {
    const later = this.#files.run(path, async () => {
      if (this.#snapshots.at(session, path, moment)) return;
      const buffer = await readBufferLines(this.#lua, path);
      if (buffer && bufferVersionOf(buffer.facts) === moment)
        await this.#learn(session, path, buffer, window);
    });
    later.catch((error: unknown) => this.#log.debug('no snapshot was taken', error));
  }

  /** The user's changes outside the part stay unknown to the agent: they must not look like its own deletions. */
  async #learn(
    session: string,
    path: string,
    buffer: BufferLines,
    { from, to }: Window,
  ): Promise<void> {
    const current = splitTextOf(buffer);
    const known =
      this.#snapshots.get(session, path) ??
      (await this.#loaded.unseenText(path, buffer.facts, current));
    const { text, complete } = learnPart(known, current, from, to);
    const size = buffer.raw.length;
    if (complete) this.#snapshots.set(session, path, text, size, bufferVersionOf(buffer.facts));
    else this.#snapshots.learn(session, path, text, size);
  }
}

function present<K extends string>(
  fields: Readonly<Record<K, number | undefined>>,
): { readonly [P in K]?: number } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [P in K]?: number;
  };
}
