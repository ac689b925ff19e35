import { alignHunks } from '../edit/align';
import { diffLines, type Hunk } from '../edit/hunks';
import { mergeTexts } from '../edit/merge';
import { joinText, type SplitText, splitIncoming } from '../edit/text';
import { AcpError } from '../protocol/errors';
import { momentOf, readBufferLines, splitTextOf } from './buffer-text';
import { makeFolderOf } from './disk';
import { diskError } from './disk-error';
import { writeDiskText } from './disk-text';
import { changedFacts, type LoadedFile, type LoadedFiles } from './loaded-files';
import type { ApplyOptions, BufferFacts, Lua } from './lua';
import type { Snapshots } from './snapshots';

export interface WriteRequest {
  readonly session: string;
  /** The real path. */
  readonly path: string;
  readonly content: string;
  readonly signal: AbortSignal;
}

/** What a write changed, against the text that was there. */
export interface Written {
  readonly hunks: readonly Hunk[];
  readonly bufnr?: number;
  /** The whole text before and after; null before: there was none. */
  readonly before: string | null;
  readonly after: string;
}

/** What the user has to know of a write that did not come to be. */
export interface WriteConflict {
  readonly session: string;
  readonly path: string;
  readonly bufnr?: number;
  /** 1-based lines of the user's text. */
  readonly rows: readonly number[];
  /** The agent's text. */
  readonly theirs: readonly string[];
}

export interface WriterOptions {
  /** Save merged text too, although the user had not saved theirs. */
  readonly saveDirty: () => boolean;
  readonly onConflict: (conflict: WriteConflict) => void;
}

/** How often a write starts over because the user changed the buffer meanwhile. */
const RETRIES = 3;

/** Brings whole texts from agents into buffers and files. One write of a file at a time: the caller queues them. */
export class DocumentWriter {
  readonly #lua: Lua;
  readonly #loaded: LoadedFiles;
  readonly #snapshots: Snapshots;
  readonly #options: WriterOptions;

  constructor(lua: Lua, loaded: LoadedFiles, snapshots: Snapshots, options: WriterOptions) {
    this.#lua = lua;
    this.#loaded = loaded;
    this.#snapshots = snapshots;
    this.#options = options;
  }

  async write(request: WriteRequest): Promise<Written> {
    for (let tries = 0; tries <= RETRIES; tries++) {
      throwIfAborted(request.signal);
      const file = await this.#loaded.find(request.path);
      if (!file) return this.#writeUnloaded(request);
      const written = await this.#writeLoaded(request, file);
      if (written) return written;
    }
    throw AcpError.internal(
      `cannot write ${request.path}: the user keeps changing it in the editor; try again`,
    );
  }

  async #writeUnloaded({ session, path, content, signal }: WriteRequest): Promise<Written> {
    const written = await writeDiskText(path, content, () => throwIfAborted(signal));
    const { text, hunks, before } = written;
    this.#snapshots.set(session, path, text, content.length);
    return { hunks, before, after: joinText(text) };
  }

  /** Nothing when the buffer changed meanwhile. */
  async #writeLoaded(request: WriteRequest, file: LoadedFile): Promise<Written | undefined> {
    const buffer = await this.#textOf(request, file);
    if (!buffer) return undefined;
    const { facts, mine } = buffer;
    const theirs = splitIncoming(request.content, mine);
    const merged = await this.#merge(request, facts, mine, theirs);
    const hunks = diffLines(mine.lines, merged.lines);
    const changes = changedFacts(mine, merged);
    const isThere = hunks.length === 0 && Object.keys(changes).length === 0;
    // The user's unsaved text is not saved behind their back, and neither is what was merged into it.
    const options = { ...changes, save: !facts.modified || this.#options.saveDirty() };
    const done = isThere && (file.saved || !options.save);
    const edits = alignHunks(mine.lines, hunks);
    if (!done && !(await this.#apply(request, facts, edits, options))) return undefined;
    this.#snapshots.set(request.session, request.path, theirs, request.content.length);
    return { hunks, bufnr: facts.bufnr, before: joinText(mine), after: joinText(merged) };
  }

  /** The buffer's text; it has been read already when the agent wants to change what it has just seen. */
  async #textOf(
    { session, path }: WriteRequest,
    { facts, buffer }: LoadedFile,
  ): Promise<{ readonly facts: BufferFacts; readonly mine: SplitText } | undefined> {
    const seen = this.#snapshots.at(session, path, momentOf(facts));
    if (seen) return { facts, mine: seen };
    const read = buffer ?? (await readBufferLines(this.#lua, path));
    return read && { facts: read.facts, mine: splitTextOf(read) };
  }

  /**
   * The agent's changes and the user's. The base is what the agent last saw; one that never came by reads the disk
   * itself. Where both changed the same lines nothing is written, and the agent is told.
   */
  async #merge(
    { session, path }: WriteRequest,
    facts: BufferFacts,
    mine: SplitText,
    theirs: SplitText,
  ): Promise<SplitText> {
    const base =
      this.#snapshots.get(session, path) ?? (await this.#loaded.unseenText(path, facts, mine));
    const { text, conflicts } = mergeTexts(base, mine, theirs);
    if (conflicts.length === 0) return text;
    // Saved text is what an agent that reads the disk itself will find, now that it has been told to look.
    if (!facts.modified) this.#snapshots.set(session, path, mine, facts.bytes);
    const rows = conflicts.map(({ row }) => row + 1);
    const { bufnr } = facts;
    this.#options.onConflict({ session, path, bufnr, rows, theirs: theirs.lines });
    throw AcpError.internal(conflictText(path, rows, facts.modified));
  }

  /** False when the buffer changed meanwhile. */
  async #apply(
    { path, signal }: WriteRequest,
    { bufnr, changedtick }: BufferFacts,
    hunks: readonly Hunk[],
    options: ApplyOptions,
  ): Promise<boolean> {
    if (options.save) await makeFolder(path);
    throwIfAborted(signal);
    const result = await this.#lua.call('buf.apply', bufnr, changedtick, hunks, options);
    if (result.ok) {
      if (result.saved) await this.#loaded.noteSaved(path);
      return true;
    }
    if (result.why === 'moved' || result.why === 'unloaded') return false;
    throw AcpError.internal(`cannot write ${path}: ${result.text}`);
  }
}

/** Rejects with the answer for a withdrawn request; only to be asked while nothing has been changed. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw AcpError.cancelled();
}

function conflictText(path: string, rows: readonly number[], modified: boolean): string {
  const place = `${rows.length > 1 ? 'near lines' : 'near line'} ${rows.join(', ')}`;
  const unsaved = modified ? ' and has not saved them yet' : '';
  return (
    `${path} was not written: since you last read it, the user has changed the same lines (${place})${unsaved}. ` +
    'Read the file again and make your change to the text that is there.'
  );
}

async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolderOf(path);
  } catch (error) {
    throw diskError(`cannot make the folder of ${path}`, error);
  }
}
