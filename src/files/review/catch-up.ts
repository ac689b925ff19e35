import type { Logger } from '../../base/logger';
import { eachInPool } from '../../base/pool';
import { type FileImage, sameContent } from '../../edit/file-image';
import type { FileReview } from '../../model/review/state';
import type { Lua } from '../../nvim/lua';
import { readBufferLines } from '../buffers/buffer-text';
import { fileVersionOf } from '../disk/disk';
import type { ComparedFiles } from '../watching/compared-files';
import { bufferImage, diskImage, isBufferText } from './images';
import type { ReviewState } from './review-state';

export interface CatchUpOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly state: ReviewState;
  readonly compared: Pick<ComparedFiles, 'run'>;
}

interface Seen {
  readonly file: FileReview | undefined;
  readonly version: string | undefined;
}

const AT_ONCE = 8;

/** Compares files under review, or out of it by an undo, at which nobody has looked for a while, with what they hold by now. */
export class CatchUp {
  readonly #options: CatchUpOptions;
  /** Files as they were compared last. */
  readonly #seen = new Map<string, Seen>();

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** Never rejects: what cannot be read stays pending, and who undoes it learns why not. */
  async with(paths: readonly string[]): Promise<void> {
    await eachInPool(paths, AT_ONCE, (path) =>
      this.#withOne(path).catch((error: unknown) =>
        this.#options.log.debug('not compared with its review', error),
      ),
    );
    for (const path of this.#seen.keys()) {
      if (!this.#isOfInterest(path)) this.#seen.delete(path);
    }
  }

  async #withOne(path: string): Promise<void> {
    const { state, compared } = this.#options;
    const version = await fileVersionOf(path);
    const seen = this.#seen.get(path);
    if (seen && seen.file === state.get(path) && seen.version === version) return;
    await compared.run(path, () => this.#compare(path));
    if (this.#isOfInterest(path)) this.#seen.set(path, { file: state.get(path), version });
  }

  #isOfInterest(path: string): boolean {
    const { state } = this.#options;
    return state.get(path) !== undefined || state.mayReturn(path);
  }

  async #compare(path: string): Promise<void> {
    const { lua, state } = this.#options;
    if (!this.#isOfInterest(path)) return;
    const known = state.lastKnown(path);
    const disk = await diskImage(path, known);
    if (state.get(path) && isSame(known, disk)) return;
    // The text that counts is that of a buffer, saved or not.
    const buffer = isBufferText(known) && (await readBufferLines(lua, path));
    const mode = disk?.mode === undefined ? {} : { mode: disk.mode };
    state.found(path, buffer ? { ...bufferImage(buffer), ...mode } : disk);
  }
}

function isSame(known: FileImage | null, disk: FileImage | null): boolean {
  return sameContent(known, disk) && known?.mode === disk?.mode;
}
