import type { Logger } from '../../base/logger';
import { withMode } from '../../edit/file-image';
import { updatePart } from '../../edit/snapshot-update';
import { joinLines, joinText, type SplitText, splitText } from '../../edit/text';
import type { Lua } from '../../nvim/lua';
import { throwIfAborted } from '../../protocol/abort';
import { AcpError, describeError } from '../../protocol/errors';
import type { Change, DocumentScope, Documents, ReadRange, WriteOrigin } from '../../session/ports';
import type { EditedWrite } from '../../session/proposed-writes';
import {
  type BufferLines,
  bufferVersionOf,
  exactTextOf,
  readBufferLines,
  splitTextOf,
} from '../buffers/buffer-text';
import type { LoadedFile } from '../buffers/loaded-files';
import { untilFree } from '../buffers/pending-input';
import type { Choice } from '../conflicts/conflict-book';
import { fileStateOf } from '../disk/disk';
import { readDiskText } from '../disk/disk-text';
import type { Drafts } from '../disk/drafts';
import { confineToRoots } from '../paths/confine';
import { PathQueue } from '../paths/path-queue';
import { admit, type Confine } from '../paths/paths';
import type { ComparedFile, ComparedFiles } from '../watching/compared-files';
import type { Access, WriteReport } from './access';
import { DocumentWriter } from './document-writer';
import { changeBetween } from './preview';
import { isWhole, type Window, windowOf } from './read-window';
import type { Snapshots } from './snapshots';
import { asFound, type WriteConflict, type Written } from './written';

export interface DocumentsOptions {
  readonly log: Logger;
  readonly drafts: Drafts;
  readonly compared: ComparedFiles;
  readonly onAccess?: (access: Access) => void;
  readonly onWritten?: (report: WriteReport) => void;
  /** A write was not taken in all places: the user has changed the same lines. */
  readonly onConflict?: (conflict: WriteConflict) => void;
  /** Save what was merged into unsaved text. */
  readonly saveDirty?: () => boolean;
  /** Default: only files under the session's roots. */
  readonly confine?: Confine;
}

/** The `Documents` port over Neovim's buffers and the disk. */
export class EditorDocuments implements Documents {
  readonly #lua: Lua;
  readonly #log: Logger;
  readonly #onAccess: (access: Access) => void;
  readonly #onWritten: (report: WriteReport) => void;
  readonly #onConflict: (conflict: WriteConflict) => void;
  readonly #confine: Confine;
  readonly #compared: ComparedFiles;
  readonly #snapshots: Snapshots;
  /** Requests for one name keep their order, also while it is being found out where the name leads. */
  readonly #names = new PathQueue();
  readonly #writer: DocumentWriter;

  constructor(lua: Lua, options: DocumentsOptions) {
    const { log, drafts, compared, confine = confineToRoots(), saveDirty = () => false } = options;
    const { onAccess = () => {}, onWritten = () => {}, onConflict = () => {} } = options;
    this.#lua = lua;
    this.#log = log;
    this.#onAccess = onAccess;
    this.#onWritten = onWritten;
    this.#onConflict = onConflict;
    this.#confine = confine;
    this.#compared = compared;
    this.#snapshots = compared.snapshots;
    const { conflicts } = compared;
    const shared = { saveDirty, conflicts, drafts };
    this.#writer = new DocumentWriter(lua, compared.loaded, this.#snapshots, shared);
  }

  read(scope: DocumentScope, name: string, range: ReadRange, signal: AbortSignal): Promise<string> {
    return this.#run('read', scope, name, signal, (path) => {
      throwIfAborted(signal);
      return this.#read(scope, path, windowOf(range), signal);
    });
  }

  write(
    scope: DocumentScope,
    name: string,
    text: string,
    signal: AbortSignal,
    origin?: WriteOrigin,
  ): Promise<void> {
    const { session } = scope;
    const by = origin ? { toolCallId: origin.toolCallId } : {};
    // Half surrogate pairs cannot be written in any encoding.
    const content = text.replace(/\p{Surrogate}/gu, '\uFFFD');
    return this.#run('write', scope, name, signal, async (path, file, edited) => {
      await this.#catchUp(path, file, signal);
      const seenAt = Date.now();
      const written = await this.#writer
        .write({ session, path, content, edited, signal, ...madeFrom(origin) })
        .catch((error: unknown) => {
          edited?.settled(`the file could not be written (${describeError(error)})`);
          throw error;
        });
      edited?.settled();
      const now = written.saved ? await file.written() : undefined;
      const found = asFound(written, now?.buffer);
      const { hunks, bufnr, before, after, conflict } = found;
      if (after !== written.after) this.#snapshots.leave(session, path, splitText(after));
      if (before !== after) await this.#report({ session, path, seenAt, ...by }, found);
      const line = hunks[0] && hunks[0].row + 1;
      const where = present({ bufnr, line });
      if (!conflict || before !== after) {
        this.#onAccess({ kind: 'write', session, path, hunks, before, after, ...where, ...by });
      }
      if (!conflict) return;
      this.#onConflict(conflict);
      throw AcpError.internal(conflict.text);
    });
  }

  async preview(
    { session }: DocumentScope,
    path: string,
    content: string,
    origin?: Pick<WriteOrigin, 'from'>,
  ): Promise<Change> {
    try {
      return await this.#writer.preview({ session, path, content, ...madeFrom(origin) });
    } catch (error) {
      this.#log.debug('a write cannot be shown beforehand', error);
      return changeBetween(null, content);
    }
  }

  /** The user has chosen at a conflict, or has taken a choice back. */
  chose(id: number, choice: Choice): void {
    const chosen = this.#compared.conflicts.choose(id, choice);
    if (!chosen) return;
    const { before, after } = chosen;
    const { owner, path } = after;
    // What the agent has read since is newer.
    if (this.#snapshots.get(owner, path) !== before.known) return;
    this.#snapshots.update(owner, path, after.known, joinText(after.known).length);
  }

  /** Runs a task with the real path, if the session may touch it; one task for each file at a time. */
  #run<T>(
    kind: Access['kind'],
    scope: DocumentScope,
    name: string,
    signal: AbortSignal,
    task: (path: string, file: ComparedFile, edited: EditedWrite | undefined) => Promise<T>,
  ): Promise<T> {
    let edited: EditedWrite | undefined;
    const confine: Confine = async (request) => {
      await this.#confine(request);
      edited = await scope.approve?.(request.realPath, signal);
    };
    // A question to the user about this session's file does not hold up another session.
    return this.#names.run(`${scope.session}\0${name}`, async () => {
      const path = await admit(kind, scope, name, confine, signal);
      return this.#compared.run(path, (file) => task(path, file, edited));
    });
  }

  /** What others have written until now is not ours: it is merged and reported first. */
  async #catchUp(path: string, file: ComparedFile, signal: AbortSignal): Promise<void> {
    try {
      while ((await file.compare()) === 'pending') await untilFree(this.#lua, path, signal);
    } catch (error) {
      this.#log.debug('not compared with the disk before a write', error);
    }
  }

  async #report(
    what: Pick<WriteReport, 'session' | 'path' | 'seenAt' | 'toolCallId'>,
    written: Written,
  ): Promise<void> {
    const { image, after, encoding, saved, hunks, bufnr, proposed } = written;
    const state = saved ? await fileStateOf(what.path).catch(() => undefined) : undefined;
    const mode = state?.mode;
    this.#onWritten({
      ...what,
      before: withMode(image, mode),
      after: withMode({ content: { kind: 'text', text: after, encoding } }, mode),
      hunks,
      isUnsaved: !saved,
      ...(state ? { version: state.version } : {}),
      ...(bufnr === undefined ? {} : { bufnr }),
      ...(proposed === undefined ? {} : { proposed }),
    });
  }

  async #read(
    scope: DocumentScope,
    path: string,
    window: Window,
    signal: AbortSignal,
  ): Promise<string> {
    const { session } = scope;
    this.#snapshots.noteRead(session, path);
    const file = await this.#compared.loaded.find(path);
    const buffer = file && (await this.#linesOf(path, file, window));
    const realPath = buffer?.info.origin ?? path;
    // The name led elsewhere when the text was read: who reads it reads that file.
    if (realPath !== path) await this.#confine({ kind: 'read', scope, path, realPath, signal });
    const text = buffer
      ? this.#serve(session, path, buffer, window)
      : await this.#readUnloaded(session, path, window);
    const line = window.from > 0 ? window.from + 1 : undefined;
    this.#onAccess({
      kind: 'read',
      session,
      path,
      ...present({ bufnr: buffer?.info.bufnr, line }),
    });
    return text;
  }

  async #readUnloaded(session: string, path: string, { from, to }: Window): Promise<string> {
    const { text, size } = await readDiskText(path);
    const known = this.#snapshots.get(session, path) ?? text;
    const updated = updatePart(known, text, from, to);
    if (updated.complete) this.#snapshots.set(session, path, updated.text, size);
    else this.#snapshots.update(session, path, updated.text, size);
    return joinLines(text, from, to);
  }

  /** What was read to compare it with the disk will do when all of it is wanted. */
  async #linesOf(
    path: string,
    { info, buffer }: LoadedFile,
    window: Window,
  ): Promise<BufferLines | undefined> {
    if (buffer && isWhole(window, info)) return buffer;
    return readBufferLines(this.#lua, path, window.from, window.to);
  }

  #serve(session: string, path: string, buffer: BufferLines, window: Window): string {
    if (isWhole(window, buffer.info)) this.#remember(session, path, buffer);
    else this.#updateSnapshotLater(session, path, bufferVersionOf(buffer.info), window);
    return exactTextOf(buffer, window.to);
  }

  #remember(session: string, path: string, buffer: BufferLines): void {
    const version = bufferVersionOf(buffer.info);
    this.#snapshots.set(session, path, splitTextOf(buffer), buffer.raw.length, version);
  }

  /** A part was served. What a merge needs to know of it takes the whole text, but nobody has to wait for that. */
  #updateSnapshotLater(session: string, path: string, version: string, window: Window): void {
    const later = this.#compared.run(path, async () => {
      if (this.#snapshots.at(session, path, version)) return;
      const buffer = await readBufferLines(this.#lua, path);
      if (buffer && bufferVersionOf(buffer.info) === version)
        await this.#updateSnapshot(session, path, buffer, window);
    });
    later.catch((error: unknown) => this.#log.debug('no snapshot was taken', error));
  }

  /** The agent does not know the user's changes outside the part: they must not look like its own deletions. */
  async #updateSnapshot(
    session: string,
    path: string,
    buffer: BufferLines,
    { from, to }: Window,
  ): Promise<void> {
    const current = splitTextOf(buffer);
    const known =
      this.#snapshots.get(session, path) ??
      (await this.#compared.loaded.unseenText(path, buffer.info, current));
    const { text, complete } = updatePart(known, current, from, to);
    const size = buffer.raw.length;
    if (complete) this.#snapshots.set(session, path, text, size, bufferVersionOf(buffer.info));
    else this.#snapshots.update(session, path, text, size);
  }
}

function madeFrom(origin: Pick<WriteOrigin, 'from'> | undefined): { readonly from?: SplitText } {
  return origin?.from === undefined ? {} : { from: splitText(origin.from) };
}

function present<K extends string>(
  fields: Readonly<Record<K, number | undefined>>,
): { readonly [P in K]?: number } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [P in K]?: number;
  };
}
