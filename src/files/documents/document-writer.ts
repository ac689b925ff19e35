import { alignHunks } from '../../edit/align';
import type { FileImage } from '../../edit/file-image';
import { diffLines, type Hunk } from '../../edit/hunks';
import type { Conflict, TextMerge } from '../../edit/merge';
import { joinText, type SplitText, splitIncoming, splitText } from '../../edit/text';
import { isFormatUndone, isUndone, undoneWork, type Work } from '../../edit/undone';
import type { ApplyOptions, ApplyResult, BufferInfo } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';
import { throwIfAborted } from '../../protocol/abort';
import { AcpError } from '../../protocol/errors';
import type { Change } from '../../session/ports';
import type { EditedWrite } from '../../session/proposed-writes';
import { applyAndSave } from '../buffers/apply';
import { bufferVersionOf, readBufferLines, splitTextOf } from '../buffers/buffer-text';
import { changedFacts, type LoadedFile, type LoadedFiles } from '../buffers/loaded-files';
import { untilFree } from '../buffers/pending-input';
import {
  type ConflictBook,
  mergeProposal,
  type Proposal,
  placesOf,
  regionsOf,
} from '../conflicts/conflict-book';
import { conflictText, formatUndoneText } from '../conflicts/conflict-text';
import { diskError } from '../disk/disk-error';
import { previewDiskText, writeDiskText } from '../disk/disk-text';
import { makeFolderOf } from '../disk/disk-write';
import type { Drafts } from '../disk/drafts';
import { conflictOnDisk, editedText, unloadedWrite } from './edited-write';
import { MergeBases } from './merge-bases';
import { changeBetween } from './preview';
import type { Snapshots } from './snapshots';
import { UnsavedBuffers } from './unsaved-buffers';
import type { WriteConflict, Written } from './written';

/** What a session wants a file to hold. */
interface Proposed {
  readonly session: string;
  /** The real path. */
  readonly path: string;
  readonly content: string;
  /** What the content was made from; absent: what the session last read or wrote. */
  readonly from?: SplitText;
}

export interface WriteRequest extends Proposed {
  readonly signal: AbortSignal;
  /** The user's text in place of the content. */
  readonly edited?: EditedWrite | undefined;
}

export interface WriterOptions {
  /** Save merged text too, although the user had not saved theirs. */
  readonly saveDirty: () => boolean;
  readonly conflicts: ConflictBook;
  readonly drafts: Drafts;
}

/** How often a write starts over because the buffer was changed meanwhile, or its file. */
const RETRIES = 3;
/** Brings whole texts from agents into buffers and files. One write of a file at a time: the caller queues them. */
export class DocumentWriter {
  readonly #lua: Lua;
  readonly #loaded: LoadedFiles;
  readonly #snapshots: Snapshots;
  readonly #bases: MergeBases;
  readonly #options: WriterOptions;
  readonly #unsaved = new UnsavedBuffers();

  constructor(lua: Lua, loaded: LoadedFiles, snapshots: Snapshots, options: WriterOptions) {
    this.#lua = lua;
    this.#loaded = loaded;
    this.#snapshots = snapshots;
    this.#bases = new MergeBases(loaded, snapshots);
    this.#options = options;
  }

  async write(request: WriteRequest): Promise<Written> {
    const { path, signal } = request;
    for (let tries = 0; tries <= RETRIES; ) {
      throwIfAborted(signal);
      const file = await this.#loaded.find(path);
      if (!file) return this.#writeUnloaded(request);
      const isPending = file.info.pending;
      const written = isPending || file.behind ? 'again' : await this.#writeLoaded(request, file);
      if (typeof written !== 'string') return written;
      if (isPending || written === 'pending') await untilFree(this.#lua, path, signal);
      else tries++;
    }
    throw AcpError.internal(
      `cannot write ${request.path}: the user or another program keeps changing it; try again`,
    );
  }

  /** The result that a write would have now. */
  async preview(request: Proposed): Promise<Change> {
    const file = await this.#loaded.find(request.path);
    const buffer = file && (await this.#textOf(request, file));
    if (!buffer) return previewDiskText(request.path, request.content);
    const { info, mine } = buffer;
    const theirs = splitIncoming(request.content, mine);
    const { text } = await this.#merge(request, info, mine, theirs);
    return changeBetween(joinText(mine), joinText(text));
  }

  async #writeUnloaded(request: WriteRequest): Promise<Written> {
    const { session, path, content, edited, signal } = request;
    const isEdited = this.#snapshots.isEdited(session, path);
    const known = request.from ?? (isEdited ? this.#snapshots.get(session, path) : undefined);
    let wanted = unloadedWrite({ content, edited, known }, undefined);
    const textFor = (disk: SplitText | undefined): SplitText => {
      wanted = unloadedWrite({ content, edited, known }, disk);
      return wanted.text;
    };
    const { drafts } = this.#options;
    const written = await writeDiskText(path, textFor, drafts, () => throwIfAborted(signal));
    const { text, before } = written;
    const from = this.#snapshots.get(session, path) ?? splitText(before ?? '');
    this.#snapshots.wrote(session, path, wanted.known, content.length, { from, left: text });
    if (edited) this.#snapshots.edited(session, path);
    return {
      ...written,
      saved: true,
      after: joinText(text),
      ...(edited ? { proposed: joinText(wanted.known) } : {}),
      ...conflictOnDisk({ session, path }, before, wanted, splitText(content).lines),
    };
  }

  /** `again`: the buffer changed meanwhile; `pending`: the user is in the middle of a command. */
  async #writeLoaded(
    request: WriteRequest,
    file: LoadedFile,
  ): Promise<Written | 'again' | 'pending'> {
    const buffer = await this.#textOf(request, file);
    if (!buffer) return 'again';
    const { path, edited } = request;
    const { mine } = buffer;
    const info = this.#unsaved.asUsers(path, buffer.info);
    const theirs = splitIncoming(request.content, mine);
    const agents = await this.#merge(request, info, mine, theirs);
    // The user has seen what the agent wanted, and has decided: nothing is left to choose.
    const decided = edited && { base: agents.base, text: editedText(edited, mine), conflicts: [] };
    const merged: Merged = decided ?? agents;
    const { base, text, conflicts, proposal } = merged;
    const hunks = diffLines(mine.lines, text.lines);
    const changes = changedFacts(mine, text);
    const isThere = hunks.length === 0 && Object.keys(changes).length === 0;
    const known = isThere && !proposal && this.#snapshots.workOf(request.session, path);
    if (known && isFormatUndone(known, mine, theirs))
      throw AcpError.internal(formatUndoneText(path));
    // The user's unsaved text is not saved behind their back, and neither is what was merged into it.
    const maySave = !info.modified || (this.#options.saveDirty() && conflicts.length === 0);
    const save = maySave && !(isThere && file.saved !== undefined);
    const shown = proposal && { owner: request.session, regions: regionsOf(proposal) };
    const over = save && !info.modified && file.saved !== undefined ? { over: file.saved } : {};
    const options = {
      ...changes,
      save,
      writableOnly: save,
      path,
      ...over,
      ...(shown ? { conflicts: shown } : {}),
    };
    const edits = alignHunks(mine.lines, hunks);
    const isDone = isThere && !save && !shown;
    const result = isDone ? undefined : await this.#apply(request, info, edits, options);
    if (result === 'again' || result === 'pending') return result;
    const work = isThere ? undefined : { from: base, left: text };
    this.#updateSnapshot(request, proposal, theirs, work);
    if (edited) this.#snapshots.edited(request.session, path);
    if (result?.problem) throw this.#unsaved.failed(path, info, result);
    const [before, after] = [joinText(mine), joinText(text)];
    const saved = result?.saved ?? false;
    const encoding = info.fileencoding || 'utf-8';
    const image: FileImage = { content: { kind: 'text', text: before, encoding } };
    const proposed = edited ? { proposed: joinText(agents.text) } : {};
    const shared = { bufnr: info.bufnr, saved, image, encoding, ...proposed };
    const written = { ...shared, hunks, before, after };
    if (!proposal || conflicts.length === 0) return written;
    const fresh = result?.fresh ?? 0;
    return { ...written, conflict: conflictOf(request, info, merged, { hunks, fresh, proposal }) };
  }

  /** What the session knows of the file now: neither the user's lines that were kept, nor its own that were not taken. */
  #updateSnapshot(
    { session, path, content }: WriteRequest,
    proposal: Proposal | undefined,
    theirs: SplitText,
    work: Work | undefined,
  ): void {
    this.#snapshots.wrote(session, path, proposal?.known ?? theirs, content.length, work);
    if (proposal) this.#options.conflicts.keep(proposal);
    else this.#options.conflicts.drop(session, path);
  }

  /** The buffer's text; it has been read already when the agent wants to change what it has just seen. */
  async #textOf(
    { session, path }: Proposed,
    { info, buffer }: LoadedFile,
  ): Promise<{ readonly info: BufferInfo; readonly mine: SplitText } | undefined> {
    const seen = this.#snapshots.at(session, path, bufferVersionOf(info));
    if (seen) return { info, mine: seen };
    const read = buffer ?? (await readBufferLines(this.#lua, path));
    return read && { info: read.info, mine: splitTextOf(read) };
  }

  /** The agent's changes and the user's. Where both changed the same lines the user's stay. */
  async #merge(
    request: Proposed,
    info: BufferInfo,
    mine: SplitText,
    theirs: SplitText,
  ): Promise<Merged> {
    const { session, path } = request;
    const book = this.#options.conflicts;
    const open = book.get(session, path);
    const base = await this.#bases.of({ ...request, theirs }, open, { info, mine });
    const merge = this.#withUndone(request, mergeProposal(open, base, mine, theirs), mine, theirs);
    const { text, conflicts } = merge;
    // Open conflicts are out of date when the agent has not read since: this is its newer version.
    if (conflicts.length === 0 && open?.known !== base) return { base, text, conflicts };
    const saved = info.modified ? undefined : text;
    return { base, text, conflicts, proposal: book.draft(session, path, theirs, merge, saved) };
  }

  /**
   * A text that changes nothing, although the user has taken it back: the agent must not hear that it is there, and the
   * user may want it after all.
   */
  #withUndone(
    { session, path }: Proposed,
    merge: TextMerge,
    mine: SplitText,
    theirs: SplitText,
  ): TextMerge {
    const work = this.#snapshots.workOf(session, path);
    if (!work || merge.conflicts.length > 0 || joinText(merge.text) !== joinText(mine))
      return merge;
    return { ...merge, conflicts: undoneWork(work, mine.lines, theirs.lines) };
  }

  /** See `#writeLoaded`. */
  async #apply(
    { path, signal }: WriteRequest,
    info: BufferInfo,
    hunks: readonly Hunk[],
    options: ApplyOptions,
  ): Promise<Applied | 'again' | 'pending'> {
    if (options.save) await makeFolder(path);
    throwIfAborted(signal);
    const { drafts } = this.#options;
    const result = await applyAndSave(this.#lua, { path, drafts }, info, hunks, options);
    if (result.ok) return result;
    if (result.why === 'moved' || result.why === 'unloaded') return 'again';
    if (result.why === 'pending') return 'pending';
    throw AcpError.internal(`cannot write ${path}: ${result.text}`);
  }
}

type Applied = Extract<ApplyResult, { ok: true }>;

interface Merged {
  /** What the agent believed to be there. */
  readonly base: SplitText;
  readonly text: SplitText;
  readonly conflicts: readonly Conflict[];
  /** The conflicts that are open now; absent: those known stay. */
  readonly proposal?: Proposal;
}

function conflictOf(
  { session, path }: WriteRequest,
  info: BufferInfo,
  { conflicts }: Merged,
  done: { readonly hunks: readonly Hunk[]; readonly fresh: number; readonly proposal: Proposal },
): WriteConflict {
  const { proposal, fresh, hunks } = done;
  const declined = proposal.entries.every(({ choice }) => choice === 'mine');
  const undone = conflicts.every(isUndone);
  const state = { modified: info.modified, declined, undone, partly: hunks.length > 0 };
  return {
    session,
    path,
    bufnr: info.bufnr,
    places: placesOf(conflicts),
    fresh,
    theirs: proposal.theirs.lines,
    text: conflictText(path, placesOf(conflicts), state),
  };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolderOf(path);
  } catch (error) {
    throw diskError(`cannot make the folder of ${path}`, error);
  }
}
