import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { Lua } from '../../nvim/lua';
import { reviewHunks } from '../../nvim/review-hunks';
import { readBufferLines } from '../buffers/buffer-text';
import type { ComparedFiles } from '../watching/compared-files';
import { bufferImage, isBufferText } from './images';
import type { ReviewState } from './review-state';

export interface ReviewDisplayOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly state: ReviewState;
  readonly compared: ComparedFiles;
}

/** How often a buffer is read again because the user typed meanwhile. */
const TRIES = 4;
/** While the user types, the marks in the buffer move by themselves. */
const TYPING_MS = 100;

/** Keeps the buffers of files under review showing their hunks, and the review at what the buffers hold. */
export class ReviewDisplay implements Disposable {
  readonly #options: ReviewDisplayOptions;
  /** Buffers that show hunks, by path. */
  readonly #shown = new Map<string, number>();
  readonly #waiting = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isWatching = false;

  constructor(options: ReviewDisplayOptions) {
    this.#options = options;
  }

  /** A buffer shows its hunks, so that the review has its text. */
  isShown(path: string): boolean {
    return this.#shown.has(path);
  }

  /** The review of the file has changed, or its buffer has. */
  update(path: string): void {
    if (this.#waiting.has(path)) return;
    this.#waiting.add(path);
    const { compared, log } = this.#options;
    compared
      .run(path, async () => {
        this.#waiting.delete(path);
        await this.#watch();
        await this.#show(path);
      })
      .catch((error: unknown) => log.debug('hunks are not shown', error));
  }

  /** The same, once the user has stopped typing. */
  updateSoon(path: string): void {
    clearTimeout(this.#timers.get(path));
    const timer = setTimeout(() => {
      this.#timers.delete(path);
      this.update(path);
    }, TYPING_MS);
    this.#timers.set(path, timer);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Files that are loaded later show their hunks, too; of that nobody has to hear before there are any. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    await this.#options.lua.call('review.watch');
  }

  async #show(path: string): Promise<void> {
    const { lua, state } = this.#options;
    for (let tries = 0; tries < TRIES; tries++) {
      if (!state.isThere(path) && !state.mayReturn(path)) return this.#clear(path);
      const known = state.lastKnown(path);
      if (known && !isBufferText(known)) return this.#clear(path);
      const buffer = await readBufferLines(lua, path);
      if (!buffer) return void this.#shown.delete(path);
      // The user's edits since the last of ours are not reported one by one.
      state.found(path, bufferImage(buffer));
      const file = state.get(path);
      if (!file?.text && !state.mayReturn(path)) return this.#clear(path);
      const { bufnr, changedtick } = buffer.info;
      if (await lua.call('review.show', bufnr, changedtick, file ? reviewHunks(file) : [])) {
        this.#shown.set(path, bufnr);
        return;
      }
    }
    this.updateSoon(path);
  }

  async #clear(path: string): Promise<void> {
    const bufnr = this.#shown.get(path);
    this.#shown.delete(path);
    if (bufnr !== undefined) await this.#options.lua.call('review.clear', bufnr);
  }
}
