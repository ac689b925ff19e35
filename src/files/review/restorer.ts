import { alignHunks } from '../../edit/align';
import type { FileImage } from '../../edit/file-image';
import { diffLines } from '../../edit/hunks';
import { splitText } from '../../edit/text';
import type { UndoResult } from '../../model/review/decide';
import { currentImage } from '../../model/review/images';
import type { Review } from '../../model/review/state';
import type { Unclean } from '../../model/review/unclean';
import type { FileOperation } from '../../model/review/undo';
import type { Lua } from '../../nvim/lua';
import { AcpError } from '../../protocol/errors';
import { applyHunks } from '../buffers/apply';
import { type BufferLines, readBufferLines, splitTextOf } from '../buffers/buffer-text';
import { changedFacts, type LoadedFile } from '../buffers/loaded-files';
import { untilFree } from '../buffers/pending-input';
import { fileStateOf } from '../disk/disk';
import type { Drafts } from '../disk/drafts';
import type { ComparedFile, ComparedFiles } from '../watching/compared-files';
import { operateOnDisk } from './disk-operations';
import { bufferImage, diskImage } from './images';
import { onlyFile, withOnly } from './one-file';
import type { ReviewState } from './review-state';

export interface RestorerOptions {
  readonly lua: Lua;
  readonly state: ReviewState;
  readonly compared: ComparedFiles;
  readonly drafts: Drafts;
  /** The file was written, not by an agent; see `ChangeLedger.saved`. */
  readonly onSaved: (path: string, version: string) => void;
  /** A file was brought to another state on disk, or there is none any more. */
  readonly onRestored: (path: string, image: FileImage | null) => void;
}

/** What to undo in a review of one file. */
export type Decision = (review: Review) => UndoResult;

type EditOperation = Extract<FileOperation, { kind: 'edit' }>;

/** How often it starts over because the buffer was changed meanwhile. */
const TRIES = 4;

/** Makes files what a review without some of its changes says: in their buffers where they are loaded, else on disk. */
export class Restorer {
  readonly #options: RestorerOptions;

  constructor(options: RestorerOptions) {
    this.#options = options;
  }

  /** Rejects when the file is not restored; then nothing is decided about it either. */
  undo(path: string, decide: Decision, signal: AbortSignal): Promise<readonly Unclean[]> {
    return this.#options.compared.run(path, (file) => this.#undo(path, file, decide, signal));
  }

  async #undo(
    path: string,
    file: ComparedFile,
    decide: Decision,
    signal: AbortSignal,
  ): Promise<readonly Unclean[]> {
    const { lua, compared, state } = this.#options;
    for (let tries = 0; tries < TRIES; ) {
      const loaded = state.isThere(path) ? await compared.loaded.find(path) : undefined;
      if (!loaded) return this.#undoOnDisk(path, file, decide);
      const isHeld = loaded.info.held;
      const done =
        isHeld || loaded.behind ? 'again' : await this.#undoLoaded(path, loaded, file, decide);
      if (typeof done !== 'string') return done;
      if (isHeld || done === 'held') await untilFree(lua, path, signal);
      else tries++;
    }
    throw AcpError.internal(`cannot restore ${path}: it keeps being changed; try again`);
  }

  async #undoLoaded(
    path: string,
    loaded: LoadedFile,
    file: ComparedFile,
    decide: Decision,
  ): Promise<readonly Unclean[] | 'again' | 'held'> {
    const { lua, state } = this.#options;
    const buffer = loaded.buffer ?? (await readBufferLines(lua, path));
    if (!buffer) return 'again';
    state.found(path, bufferImage(buffer));
    const encoding = state.get(path)?.text?.format.encoding;
    const { operations, unclean, commit } = this.#decide(path, decide);
    const edit = operations.find((operation) => operation.kind === 'edit');
    if (edit) {
      // A buffer may have a name of its own for an encoding that nobody has changed.
      const isRecoded = edit.format.encoding !== encoding;
      const is = await this.#edit(path, buffer, { ...edit, isRecoded }, loaded.saved);
      if (is !== 'done') return is;
    }
    const others = operations.filter((operation) => operation !== edit);
    for (const operation of others) await operateOnDisk(operation, this.#options.drafts);
    commit();
    if (operations.length > 0) await this.#written(path, file);
    await this.#moved(others);
    if (others.some(({ kind }) => kind === 'delete')) {
      await lua.call('buffers.disk.accept_deleted', path);
    }
    return unclean;
  }

  /** An edit like one of the user's, who can take it back. It is saved where the buffer was. */
  async #edit(
    path: string,
    buffer: BufferLines,
    { text, format, isRecoded }: EditOperation & { readonly isRecoded: boolean },
    saved: string | undefined,
  ): Promise<'done' | 'again' | 'held'> {
    const { info } = buffer;
    const before = splitTextOf(buffer);
    const after = splitText(text, format);
    const hunks = alignHunks(before.lines, diffLines(before.lines, after.lines));
    const save = !info.modified;
    const result = await applyHunks(this.#options.lua, info.bufnr, info.changedtick, hunks, {
      ...changedFacts(before, after),
      ...(isRecoded && format.encoding ? { fileencoding: format.encoding } : {}),
      save,
      path,
      ...(save && saved !== undefined ? { over: saved } : {}),
    });
    if (result.ok) {
      if (result.problem) throw AcpError.internal(`cannot save ${path}: ${result.problem}`);
      return 'done';
    }
    if (result.why === 'moved' || result.why === 'unloaded') return 'again';
    if (result.why === 'held') return 'held';
    throw AcpError.internal(`cannot restore ${path}: ${result.text}`);
  }

  async #undoOnDisk(
    path: string,
    file: ComparedFile,
    decide: Decision,
  ): Promise<readonly Unclean[]> {
    const { state, drafts } = this.#options;
    const known = state.get(path);
    state.found(path, await diskImage(path, known ? currentImage(known) : null));
    const { operations, unclean, commit } = this.#decide(path, decide);
    for (const operation of operations) await operateOnDisk(operation, drafts);
    commit();
    if (operations.length > 0) await this.#written(path, file);
    await this.#moved(operations);
    return unclean;
  }

  /** Its ids are taken at once: other files go on meanwhile. */
  #decide(path: string, decide: Decision): Omit<UndoResult, 'review'> & { commit: () => void } {
    const { state } = this.#options;
    const { review, operations, unclean } = decide(onlyFile(state.review, path));
    state.set({ ...state.review, nextId: Math.max(state.review.nextId, review.nextId) });
    return { operations, unclean, commit: () => state.set(withOnly(state.review, path, review)) };
  }

  /** What was moved back is written, in a sense, where it is now. */
  async #moved(operations: readonly FileOperation[]): Promise<void> {
    const { compared } = this.#options;
    for (const operation of operations) {
      if (operation.kind !== 'rename') continue;
      const { to } = operation;
      await compared.run(to, (file) => this.#written(to, file));
    }
  }

  /** So that nobody takes it for an agent's doing. */
  async #written(path: string, file: ComparedFile): Promise<void> {
    const { onSaved, onRestored } = this.#options;
    onRestored(path, await diskImage(path, null));
    await file.written();
    const state = await fileStateOf(path).catch(() => undefined);
    if (state) onSaved(path, state.version);
  }
}
