import { writtenMsOf } from '../../base/file-version';
import type { Logger } from '../../base/logger';
import { alignHunks } from '../../edit/align';
import { decodeFile, encodeLike, fileencodingOf } from '../../edit/encoding';
import type { FileImage } from '../../edit/file-image';
import { diffLines } from '../../edit/hunks';
import { joinText, type SplitText, splitText } from '../../edit/text';
import type { ApplyOptions, BufferInfo } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';
import { applyHunks } from '../buffers/apply';
import { readBufferLines, splitTextOf } from '../buffers/buffer-text';
import { changedFacts, type LoadedFile, type LoadedFiles } from '../buffers/loaded-files';
import { textOfLoaded } from '../buffers/loaded-text';
import type { Later } from '../buffers/pending-input';
import {
  type ConflictBook,
  mergeProposal,
  type Proposal,
  placesOf,
  regionsOf,
} from '../conflicts/conflict-book';
import { fileVersionOf, readFileBytes } from '../disk/disk';
import { type DiskImage, DiskSnapshots } from '../disk/disk-snapshots';
import { WrittenFiles } from '../disk/partial-writes';
import type { Snapshots } from '../documents/snapshots';
import type { FoundVersion } from '../paths/named-paths';
import { goneSinceMs } from '../scan/scan';
import { changeOf, type DiskChange, type DiskConflict } from './disk-change';

/** `busy`: see `Later`. */
type Brought = { readonly conflict?: DiskConflict } | 'busy';

const TRIES = 4;
/** Owns conflicts that come by the disk, whoever wrote the file. */
const BY_DISK = '';

/** Brings buffers up to date with files that were changed on disk. One call for a file at a time: the caller queues. */
export class Reconciler {
  readonly #lua: Lua;
  readonly #loaded: LoadedFiles;
  readonly #snapshots: Snapshots;
  readonly #log: Logger;
  readonly #saveDirty: () => boolean;
  readonly #conflicts: ConflictBook;
  readonly #images = new DiskSnapshots();
  /** What buffers are made from whose names lead to these files only since then. */
  readonly #led = new Map<string, DiskImage>();
  readonly #written: WrittenFiles;
  /** Versions that the editor itself has written, until we have seen them. */
  readonly #saved = new Map<string, string>();

  constructor(
    lua: Lua,
    loaded: LoadedFiles,
    snapshots: Snapshots,
    options: {
      readonly log: Logger;
      readonly saveDirty: () => boolean;
      readonly conflicts: ConflictBook;
    },
  ) {
    this.#lua = lua;
    this.#written = new WrittenFiles(lua);
    this.#loaded = loaded;
    this.#snapshots = snapshots;
    this.#log = options.log;
    this.#saveDirty = options.saveDirty;
    this.#conflicts = options.conflicts;
  }

  /** Remembers what the file holds now: a change is one against this. */
  async take(path: string, found?: FoundVersion): Promise<void> {
    await this.#images.take(path, found);
  }

  /**
   * The name of a loaded file leads elsewhere now, and its buffer has the text of where it led before: that is what it
   * takes over the file from. The file itself has not changed by that.
   */
  lead(from: string, to: string): void {
    const image = this.#images.get(from);
    if (image) this.#led.set(to, image);
  }

  /**
   * Remembers an earlier state of a file instead of this one, which its change has led to. `other`: it is in yet another
   * state; `none`: it is not remembered.
   */
  retake(path: string, earlier: DiskImage, after: DiskImage): 'done' | 'other' | 'none' {
    const image = this.#images.get(path);
    if (!image) return 'none';
    // Its time may have been moved meanwhile: see `#followTime`.
    const isAfter = after.bytes && image.bytes?.equals(after.bytes);
    if (image.version !== after.version && !isAfter) return 'other';
    this.#images.set(path, earlier);
    return 'done';
  }

  /**
   * We have just written the file: as `take`, if it is remembered. Then its buffer, which has taken over what others
   * (formatters) have made of the file at once.
   */
  async written(path: string): Promise<LoadedFile | undefined> {
    if (this.#images.get(path)) {
      await this.#images.take(path);
      if (this.#images.get(path)?.version === this.#saved.get(path)) this.#saved.delete(path);
    }
    return this.#loaded.find(path, true);
  }

  /** The user has saved the buffer: that is no change by an agent. To be seen at once, by `lookAtSaved`. */
  saved(path: string, version: string): void {
    if (this.#images.get(path)?.version !== version) this.#saved.set(path, version);
  }

  async lookAtSaved(path: string): Promise<void> {
    if (!this.#images.get(path) || !this.#saved.has(path)) return;
    const now = await readFileBytes(path);
    if (now) this.#isSaved(path, now);
  }

  /** What has changed since the file was last looked at, with its buffer brought up to date; `undefined`: nothing. */
  async reconcile(path: string): Promise<DiskChange | Later | undefined> {
    const before = this.#images.get(path);
    if (!before) return undefined;
    const base = this.#led.get(path) ?? before;
    if (base === before && (await fileVersionOf(path)) === before.version) return undefined;
    const seenAt = Date.now();
    const found = await this.#written.look(path, before);
    if (found === 'busy') return 'busy';
    const { after, info } = found;
    if (this.#isSaved(path, after)) return undefined;
    if (info?.pending) return 'pending';
    const brought = info ? await this.#bring(path, info, base, after) : {};
    if (brought === 'busy') return 'busy';
    this.#led.delete(path);
    const was = base.bytes ?? base.was;
    this.#images.set(path, info && was && !after.version ? { was } : after);
    if (info) await this.#followTime(path, after);
    const old = await this.#imageOf(before, before, info);
    const now = await this.#imageOf(after, before, info);
    const { version } = this.#images.get(path) ?? {};
    const changedMs = after.version ? writtenMsOf(after.version) : goneSinceMs(path);
    const seen = { path, seenAt, changedMs, ...(version === undefined ? {} : { version }) };
    return changeOf(seen, old, now, info, brought.conflict);
  }

  /** Null: no file; nothing: no text. */
  async #imageOf(
    { bytes, version, mode }: DiskImage,
    before: DiskImage,
    info: BufferInfo | null,
  ): Promise<FileImage | null | undefined> {
    if (!bytes) return version === undefined ? null : undefined;
    const decoded =
      (info && (await textOfLoaded(this.#lua, bytes, info, before.bytes))) ?? decodeFile(bytes);
    if (!decoded) return undefined;
    const { text } = decoded;
    const encoding =
      'encoding' in decoded ? fileencodingOf(decoded.encoding) : decoded.fileencoding;
    return { content: { kind: 'text', text, encoding }, ...(mode === undefined ? {} : { mode }) };
  }

  #isSaved(path: string, now: DiskImage): boolean {
    if (now.version === undefined || this.#saved.get(path) !== now.version) return false;
    this.#saved.delete(path);
    this.#images.set(path, now);
    return true;
  }

  /** Taking over a file moves its time (see lua/acp/buffers/disk.lua); a change that came meanwhile is left to be found. */
  async #followTime(path: string, { bytes }: DiskImage): Promise<void> {
    const now = await readFileBytes(path);
    if (bytes && now?.bytes.equals(bytes)) this.#images.set(path, now);
  }

  async #bring(
    path: string,
    info: BufferInfo,
    before: DiskImage,
    after: DiskImage,
  ): Promise<Brought> {
    if (!after.bytes) {
      await this.#lua.call('buffers.disk.accept_deleted', path);
      return {};
    }
    for (let tries = 0; tries < TRIES; tries++) {
      const file = await this.#loaded.find(path, true);
      if (file?.behind) break;
      // Unmodified ones have taken over the file's text by being found.
      if (!file?.info.modified) return {};
      const brought = await this.#merge(path, file.info, before, after.bytes);
      if (brought) return brought;
    }
    this.#log.debug('the user keeps changing a file that was changed on disk', { path, ...info });
    return 'busy';
  }

  /** Nothing when the buffer changed meanwhile. */
  async #merge(
    path: string,
    info: BufferInfo,
    before: DiskImage,
    bytes: Buffer,
  ): Promise<Brought | undefined> {
    const { fileencoding } = info;
    const old = before.bytes ?? before.was;
    const now = await textOfLoaded(this.#lua, bytes, info, old);
    const was =
      before.version || old
        ? old && (await textOfLoaded(this.#lua, old, info, old))
        : { text: '', fileencoding };
    const buffer = await readBufferLines(this.#lua, path);
    if (!buffer?.info.modified) return undefined;
    // Too large, or not in an encoding that we know: Neovim itself asks the user.
    if (!now || !was) return {};
    const mine = splitTextOf(buffer);
    const [base, theirs] = [splitText(was.text, mine), splitText(now.text, mine)];
    const open = this.#openAt(path, was.text);
    const merge = mergeProposal(open, open?.known ?? base, mine, theirs);
    const { text, conflicts } = merge;
    const proposal =
      open || conflicts.length > 0
        ? this.#conflicts.draft(BY_DISK, path, theirs, merge)
        : undefined;
    // The user's changes may have been in the file already: then there is nothing left to save.
    const adopt = joinText(text) === now.text;
    const encoding = this.#encodingFor(text, fileencoding, now.fileencoding);
    const more = { ...encoding, adopt, merge: !adopt };
    const result = await this.#apply(buffer.info, mine, text, proposal, more);
    if (!result) return undefined;
    if (proposal) this.#conflicts.keep(proposal);
    // What the user has saved in between is part of the difference, and an agent need not know it.
    if (!this.#saved.delete(path)) this.#snapshots.rebase(path, base, theirs);
    if (conflicts.length === 0) return {};
    return { conflict: { places: placesOf(conflicts), fresh: result.fresh, theirs: theirs.lines } };
  }

  /** Conflicts that came by the disk, as long as nobody else has written the file since. */
  #openAt(path: string, before: string): Proposal | undefined {
    const open = this.#conflicts.get(BY_DISK, path);
    return open && joinText(open.theirs) === before ? open : undefined;
  }

  /** The file's new encoding, unless it lacks characters of the user. */
  #encodingFor(text: SplitText, own: string, wanted: string): { readonly fileencoding?: string } {
    if (wanted === own || !encodeLike(joinText(text), wanted)) return {};
    return { fileencoding: wanted };
  }

  async #apply(
    { bufnr, changedtick }: BufferInfo,
    mine: SplitText,
    merged: SplitText,
    proposal: Proposal | undefined,
    more: Pick<ApplyOptions, 'adopt' | 'merge' | 'fileencoding'>,
  ): Promise<{ readonly fresh: number } | undefined> {
    const hunks = alignHunks(mine.lines, diffLines(mine.lines, merged.lines));
    const regions = proposal ? regionsOf(proposal) : [];
    const result = await applyHunks(this.#lua, bufnr, changedtick, hunks, {
      ...changedFacts(mine, merged),
      ...more,
      save: !more.adopt && this.#saveDirty() && (proposal?.entries.length ?? 0) === 0,
      ...(proposal ? { conflicts: { owner: BY_DISK, regions } } : {}),
    });
    if (result.ok) return result;
    this.#log.debug('a changed file was not merged at once', { bufnr, ...result });
    return undefined;
  }
}
