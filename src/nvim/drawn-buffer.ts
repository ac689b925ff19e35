import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import type { Patch, Section } from '../view/block';
import { diffSections } from '../view/patch';
import { type Flushed, FlushLoop } from './flush-loop';

/** What a buffer holds before a flush: these sections, what was drawn last, or there is no buffer. */
export type Standing = readonly Section[] | 'as drawn' | 'gone';

export interface DrawnBufferOptions {
  /** For the log: what is drawn. */
  readonly what: string;
  /**
   * Makes the buffer ready, before the first flush and whenever it may not show any more what was drawn. `anew`: it is
   * to be emptied.
   */
  readonly begin: (anew: boolean) => Promise<Standing>;
  /** All that the buffer should show now. */
  readonly sections: () => readonly Section[];
  /** Puts the patch on the screen, in one call; `complete` when nothing is left to draw. False: the buffer is gone. */
  readonly apply: (patch: Patch, complete: boolean) => Promise<boolean>;
  /** `nvim_get_mode`, which is answered even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** Text that one flush carries at most, so that the editor is never busy for long. */
const FLUSH_BYTES = 64 * 1024;

/** Keeps one buffer of the editor showing a list of sections; the only owner of what it shows. */
export class DrawnBuffer implements Disposable {
  readonly #options: DrawnBufferOptions;
  readonly #loop: FlushLoop;
  #drawn: readonly Section[] = [];
  /** Make the buffer ready before the next flush. */
  #unready = true;
  /** Empty it then. */
  #anew = true;
  #disposed = false;

  constructor(options: DrawnBufferOptions) {
    const { what, probe, log, clock } = options;
    this.#options = options;
    this.#loop = new FlushLoop({
      flush: () => this.#flush(),
      onFailed: () => this.#unsure(true),
      what,
      probe,
      log,
      ...(clock ? { clock } : {}),
    });
  }

  /** What it shows. */
  get drawn(): readonly Section[] {
    return this.#drawn;
  }

  /** The sections may have changed. */
  update(): void {
    this.#loop.touch();
  }

  /** Looks for the buffer again, also where there was none; `anew`: what it shows is not what was drawn. */
  lookAgain(anew: boolean): void {
    this.#unsure(anew);
    this.#loop.touch({ found: true });
  }

  /** Settles when all is drawn, or there is nothing left to draw on. */
  settled(): Promise<void> {
    return this.#loop.settled();
  }

  dispose(): void {
    this.#disposed = true;
    this.#loop.dispose();
  }

  async #flush(): Promise<Flushed> {
    if (this.#unready && !(await this.#begin())) return this.#lost();
    if (this.#disposed) return 'done';
    const { sections, apply } = this.#options;
    const { patch, drawn, complete } = diffSections(this.#drawn, sections(), FLUSH_BYTES);
    if (!(await apply(patch, complete))) return this.#lost();
    this.#drawn = drawn;
    return complete ? 'done' : 'behind';
  }

  /** False: there is no buffer. */
  async #begin(): Promise<boolean> {
    const anew = this.#anew;
    this.#unready = false;
    this.#anew = false;
    const standing = await this.#options.begin(anew);
    if (standing === 'gone') return false;
    if (standing !== 'as drawn') this.#drawn = standing;
    return true;
  }

  /** Nothing to draw on until somebody says to look again, which they may have done meanwhile. */
  #lost(): Flushed {
    const { log, what } = this.#options;
    log.debug(`the buffer of ${what} is gone`);
    this.#anew = true;
    return this.#unready ? 'behind' : 'lost';
  }

  #unsure(anew: boolean): void {
    this.#unready = true;
    this.#anew ||= anew;
  }
}
