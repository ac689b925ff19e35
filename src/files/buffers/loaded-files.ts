import type { Logger } from '../../base/logger';
import { alignHunks } from '../../edit/align';
import { encodeLike, type LoadedText } from '../../edit/encoding';
import { diffLines } from '../../edit/hunks';
import { type SplitText, splitText, type TextFormat } from '../../edit/text';
import type { ApplyOptions, BufferInfo } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';
import { fileVersionOf, readFileBytes } from '../disk/disk';
import type { Snapshots } from '../documents/snapshots';
import { applyHunks } from './apply';
import { type BufferLines, exactTextOf, readBufferLines, splitTextOf } from './buffer-text';
import { textOfLoaded } from './loaded-text';

/** A loaded buffer, brought up to date with its file if the user had not changed it. */
export interface LoadedFile {
  readonly info: BufferInfo;
  /** Set when the text had to be read to find out. */
  readonly buffer?: BufferLines;
  /** Set when the file on disk holds exactly the buffer's text: its version. */
  readonly saved?: string;
  /** It could not take over its file: user or file keep changing, or the user is in the middle of a command. */
  readonly behind?: boolean;
}

const TRIES = 4;

/** The files that are loaded in the editor. Knows which of them hold the same text as the disk. */
export class LoadedFiles {
  readonly #lua: Lua;
  readonly #snapshots: Snapshots;
  readonly #log: Logger;
  /** Versions of files that were seen to hold the text of their unmodified buffer. */
  readonly #same = new Map<string, string>();

  constructor(lua: Lua, snapshots: Snapshots, log: Logger) {
    this.#lua = lua;
    this.#snapshots = snapshots;
    this.#log = log;
  }

  /**
   * The buffer that shows the file; nothing when there is none. An unmodified one whose file has changed takes over
   * the file's text first, by hunks, as one undo step; a modified one is the user's and stays. `changed`: somebody
   * has written the file, maybe what it held already.
   */
  async find(path: string, changed = false): Promise<LoadedFile | undefined> {
    if (changed) this.#same.delete(path);
    for (let tries = 0; tries < TRIES; tries++) {
      const info = await this.#lua.call('buffers.find', path);
      if (!info) return undefined;
      if (info.modified) return { info };
      const found = await this.#compare(path, info);
      if (found) return found;
    }
    const info = await this.#lua.call('buffers.find', path);
    return info ? { info, behind: !info.modified } : undefined;
  }

  /** The text known to an agent that never read the file here: it reads the disk itself. `current`: the buffer's text. */
  async unseenText(path: string, info: BufferInfo, current: SplitText): Promise<SplitText> {
    if (!info.modified) return current;
    const file = await readFileBytes(path);
    const disk = file && (await this.#decode(file.bytes, info));
    return splitText(disk?.text ?? '', info);
  }

  /** Nothing when the buffer was changed, by us or by the user, and has to be looked at again. */
  async #compare(path: string, info: BufferInfo): Promise<LoadedFile | undefined> {
    const version = await fileVersionOf(path).catch(() => undefined);
    // A file that was deleted, or cannot be reached: the buffer is all there is.
    if (version === undefined) return { info };
    if (this.#same.get(path) === version) return { info, saved: version };
    const file = await readFileBytes(path).catch(() => undefined);
    const buffer = file && (await readBufferLines(this.#lua, path));
    if (!file || !buffer || buffer.info.modified) return file ? undefined : { info };
    // Read in the middle of the editor's own writing, which has ended by now.
    if ((await fileVersionOf(path)) !== file.version) return undefined;
    const { fileencoding } = buffer.info;
    const text = exactTextOf(buffer, Number.POSITIVE_INFINITY);
    const disk = await this.#decode(file.bytes, buffer.info, encodeLike(text, fileencoding));
    if (!disk) return { info: buffer.info, buffer };
    if (text !== disk.text || fileencoding !== disk.fileencoding) {
      if (buffer.info.pending) return { info: buffer.info, behind: true };
      await this.#adopt(path, buffer, disk);
      return undefined;
    }
    // The same text may have been written again: the editor would ask because the time changed.
    const { bufnr, changedtick } = buffer.info;
    const isChanged = await this.#lua.call('buffers.disk.accept_same', bufnr, changedtick, path);
    if (isChanged) return undefined;
    this.#same.set(path, file.version);
    const same = { ...buffer.info, origin: path };
    return { info: same, buffer: { ...buffer, info: same }, saved: file.version };
  }

  #decode(bytes: Buffer, info: BufferInfo, before?: Buffer): Promise<LoadedText | undefined> {
    return textOfLoaded(this.#lua, bytes, info, before);
  }

  async #adopt(path: string, buffer: BufferLines, disk: LoadedText): Promise<void> {
    const { bufnr, changedtick, fileencoding } = buffer.info;
    const before = splitTextOf(buffer);
    const after = splitText(disk.text, before);
    const hunks = alignHunks(before.lines, diffLines(before.lines, after.lines));
    const options = {
      ...changedFacts(before, after),
      ...(disk.fileencoding === fileencoding ? {} : { fileencoding: disk.fileencoding }),
      save: false,
      adopt: true,
      path,
    };
    const result = await applyHunks(this.#lua, bufnr, changedtick, hunks, options);
    if (result.ok) this.#snapshots.rebase(path, before, after);
    else this.#log.debug('a buffer could not take over its file', { path, ...result });
  }
}

/** The info that an edit has to set. */
export function changedFacts(before: TextFormat, after: TextFormat): Partial<ApplyOptions> {
  return {
    ...(before.fileformat === after.fileformat ? {} : { fileformat: after.fileformat }),
    ...(before.endofline === after.endofline ? {} : { endofline: after.endofline }),
    ...(before.bomb === after.bomb ? {} : { bomb: after.bomb }),
  };
}
