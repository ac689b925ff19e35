import { alignHunks } from '../../edit/align';
import type { FileImage } from '../../edit/file-image';
import { diffLines } from '../../edit/hunks';
import { splitText } from '../../edit/text';
import type { FileOperation } from '../../model/review/undo';
import type { ApplyOptions } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';
import { AcpError } from '../../protocol/errors';
import { applyAndSave } from '../buffers/apply';
import { type BufferLines, readBufferLines, splitTextOf } from '../buffers/buffer-text';
import { changedFacts, type LoadedFile } from '../buffers/loaded-files';
import { untilFree } from '../buffers/pending-input';
import type { ChangeLedger } from '../change-ledger';
import { fileStateOf, fileVersionOf } from '../disk/disk';
import { diskError } from '../disk/disk-error';
import { separateFile } from '../disk/disk-write';
import type { Drafts } from '../disk/drafts';
import type { ComparedFile, ComparedFiles } from '../watching/compared-files';
import { operateOnDisk, removeEmptyFolder } from './disk-operations';
import { bufferImage, diskImage } from './images';

export interface FileRestorerOptions {
  readonly lua: Lua;
  readonly compared: ComparedFiles;
  readonly drafts: Drafts;
  readonly ledger: Pick<ChangeLedger, 'saved' | 'restored'>;
}

/** What has to be done with a file. */
export interface Restoration<T> {
  readonly operations: readonly FileOperation[];
  /** The text is written in another encoding than it was. */
  readonly isRecoded: boolean;
  /** Where the text cannot be what it was: shown in the buffer, which is loaded for that. */
  readonly conflicts?: NonNullable<ApplyOptions['conflicts']>;
  /** Called when it is done, before anybody else gets the file. */
  readonly done: (where: Restored) => T;
}

export interface Restored {
  /** The buffer in which it was done. */
  readonly bufnr?: number;
  /** The user had not saved it, and still has to. */
  readonly isUnsaved: boolean;
  /** How many conflicts were not on show before. */
  readonly fresh: number;
}

export interface LookedAt {
  readonly path: string;
  /** Whether a buffer of the file counts: one may be left of a file that is gone. */
  readonly isThere: () => boolean | Promise<boolean>;
  /** What the file is believed to hold, so that its encoding is not guessed again. */
  readonly known: () => FileImage | null;
}

export interface RestoreRequest<T> extends LookedAt {
  /** Called again when the file was changed meanwhile. */
  readonly plan: (found: FileImage | null) => Restoration<T> | Promise<Restoration<T>>;
  /** What the user calls it; absent: to restore. */
  readonly verb?: 'apply';
}

type EditOperation = Extract<FileOperation, { kind: 'edit' }>;
type Made = Restored | 'again' | 'pending';

/** How often it starts over because the buffer was changed meanwhile. */
const TRIES = 4;
const ON_DISK: Restored = { isUnsaved: false, fresh: 0 };

/** Makes files hold what they held before: in their buffers where they are loaded, else on disk. */
export class FileRestorer {
  readonly #options: FileRestorerOptions;

  constructor(options: FileRestorerOptions) {
    this.#options = options;
  }

  /** Has the file for itself. Rejects when the file is not restored. */
  async restore<T>(request: RestoreRequest<T>, signal: AbortSignal): Promise<T> {
    await this.#separate(request);
    return this.#options.compared.run(request.path, (file) => this.#restore(request, file, signal));
  }

  /** An agent has made one file of several: what is written under one name would be in all of them. */
  async #separate(request: RestoreRequest<unknown>): Promise<void> {
    const { compared, drafts, ledger } = this.#options;
    for (const path of await compared.joined.of(request.path)) {
      await compared.run(path, async (file) => {
        await separateFile(path, drafts);
        await file.written();
        const version = await fileVersionOf(path);
        if (version) ledger.saved(path, version);
      });
    }
  }

  /** What a restore would find. */
  look({ path, isThere, known }: LookedAt): Promise<FileImage | null> {
    const { lua, compared } = this.#options;
    return compared.run(path, async () => {
      const loaded = (await isThere()) ? await compared.loaded.find(path) : undefined;
      const buffer = loaded && (loaded.buffer ?? (await readBufferLines(lua, path)));
      return buffer ? bufferImage(buffer) : diskImage(path, known());
    });
  }

  async #restore<T>(
    request: RestoreRequest<T>,
    file: ComparedFile,
    signal: AbortSignal,
  ): Promise<T> {
    const { lua, compared } = this.#options;
    const { path } = request;
    for (let tries = 0; tries < TRIES; ) {
      const loaded = (await request.isThere()) ? await compared.loaded.find(path) : undefined;
      const isPending = loaded?.info.pending ?? false;
      const done = !loaded
        ? await this.#restoreOnDisk(request, file)
        : isPending || loaded.behind
          ? 'again'
          : await this.#restoreLoaded(request, loaded, file);
      if (typeof done !== 'string') return done.result;
      if (isPending || done === 'pending') await untilFree(lua, path, signal);
      else tries++;
    }
    throw failure(request, 'it keeps being changed; try again');
  }

  async #restoreLoaded<T>(
    request: RestoreRequest<T>,
    loaded: LoadedFile,
    file: ComparedFile,
  ): Promise<{ readonly result: T } | 'again' | 'pending'> {
    const { lua } = this.#options;
    const { path } = request;
    const buffer = loaded.buffer ?? (await readBufferLines(lua, path));
    if (!buffer) return 'again';
    const plan = await request.plan(bufferImage(buffer));
    const made = await this.#edit(request, buffer, plan, loaded.saved);
    if (typeof made === 'string') return made;
    const others = plan.operations.filter(({ kind }) => kind !== 'edit');
    const result = await this.#operate(request, plan, others, { file, made });
    if (others.some(({ kind }) => kind === 'delete')) {
      await lua.call('buffers.disk.drop_deleted', path);
    }
    return { result };
  }

  /** An edit like one of the user's, who can take it back. It is saved where the buffer was. */
  async #edit(
    request: RestoreRequest<unknown>,
    buffer: BufferLines,
    { operations, isRecoded, conflicts }: Restoration<unknown>,
    saved: string | undefined,
  ): Promise<Made> {
    const { path } = request;
    const edit = operations.find((operation) => operation.kind === 'edit');
    if (!edit && !conflicts) return ON_DISK;
    const { info } = buffer;
    const before = splitTextOf(buffer);
    const after = edit ? splitText(edit.text, before.binary ? before : edit.format) : before;
    const hunks = alignHunks(before.lines, diffLines(before.lines, after.lines));
    const save = edit !== undefined && !info.modified;
    const { lua, drafts } = this.#options;
    const result = await applyAndSave(lua, { path, drafts }, info, hunks, {
      ...changedFacts(before, after),
      ...(edit && isRecoded ? encodingOf(edit) : {}),
      save,
      path,
      ...(save && saved !== undefined ? { over: saved } : {}),
      ...(conflicts ? { conflicts } : {}),
    });
    if (result.ok) {
      if (result.problem) throw AcpError.internal(`cannot save ${path}: ${result.problem}`);
      return { bufnr: info.bufnr, isUnsaved: info.modified, fresh: result.fresh };
    }
    if (result.why === 'moved' || result.why === 'unloaded') return 'again';
    if (result.why === 'pending') return 'pending';
    throw failure(request, result.text);
  }

  async #restoreOnDisk<T>(
    request: RestoreRequest<T>,
    file: ComparedFile,
  ): Promise<{ readonly result: T } | 'again'> {
    const { path } = request;
    await removeEmptyFolder(path);
    const plan = await request.plan(await diskImage(path, request.known()));
    if (plan.conflicts) {
      const bufnr = await this.#options.lua.call('ui.editor_window.load', path);
      if (bufnr === null) throw failure(request, 'it cannot be loaded');
      return 'again';
    }
    const { operations } = plan;
    return { result: await this.#operate(request, plan, operations, { file, made: ON_DISK }) };
  }

  async #operate<T>(
    request: RestoreRequest<T>,
    plan: Restoration<T>,
    operations: readonly FileOperation[],
    { file, made }: { readonly file: ComparedFile; readonly made: Restored },
  ): Promise<T> {
    try {
      for (const operation of operations) await this.#operateOne(operation);
    } catch (error) {
      throw diskError(failed(request), error);
    }
    const result = plan.done(made);
    if (plan.operations.length > 0) await this.#written(request.path, file);
    if (operations.some(isLink)) await this.#led(request.path);
    return result;
  }

  /** Buffers whose names lead elsewhere by a link that is as it was: they show what is there. */
  async #led(path: string): Promise<void> {
    const { lua, compared } = this.#options;
    for (const real of await lua.call('buffers.behind', path)) {
      await compared.run(real, () => compared.loaded.find(real, true));
    }
  }

  /** Of what is moved back, both places are looked at by nobody else meanwhile. */
  async #operateOne(operation: FileOperation): Promise<void> {
    const { compared, drafts } = this.#options;
    if (operation.kind !== 'rename') return operateOnDisk(operation, drafts);
    const { to } = operation;
    await compared.run(to, async (file) => {
      await operateOnDisk(operation, drafts);
      await this.#written(to, file);
    });
  }

  /** So that nobody takes it for an agent's doing. */
  async #written(path: string, file: ComparedFile): Promise<void> {
    const { ledger } = this.#options;
    ledger.restored(path, await diskImage(path, null));
    await file.written();
    const state = await fileStateOf(path).catch(() => undefined);
    if (state) ledger.saved(path, state.version);
  }
}

function isLink(operation: FileOperation): boolean {
  return 'image' in operation && operation.image.content.kind === 'link';
}

function failed({ path, verb }: RestoreRequest<unknown>): string {
  return verb === 'apply' ? `cannot apply it to ${path}` : `cannot restore ${path}`;
}

function failure(request: RestoreRequest<unknown>, reason: string): AcpError {
  return AcpError.internal(`${failed(request)}: ${reason}`);
}

function encodingOf({ format }: EditOperation): Pick<ApplyOptions, 'fileencoding'> {
  return format.encoding ? { fileencoding: format.encoding } : {};
}
