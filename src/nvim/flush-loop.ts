import { type Clock, systemClock } from '../base/clock';
import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import { FRAME_MS } from '../base/units';

/** What came of one flush: `behind` when it could not carry all, `lost` when there is nothing left to draw on. */
export type Flushed = 'done' | 'behind' | 'lost';

export interface FlushLoopOptions {
  /** Draws what is dirty now. May reject: then it is asked again after a pause that grows. */
  readonly flush: () => Promise<Flushed>;
  /** A flush rejected: what is shown is not known any more. */
  readonly onFailed: () => void;
  /** For the log: what is drawn. */
  readonly what: string;
  /** `nvim_get_mode`, which is answered even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** Milliseconds between flushes while more is left than one may carry. */
const CATCH_UP_MS = 16;
/** Milliseconds after which a missing answer is investigated. */
const SLOW_MS = 200;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

/**
 * When to draw. The first piece after a pause is drawn at once, what follows once a frame. There is never more than one
 * flush on its way: when the editor is slow, flushes grow instead of queueing.
 */
export class FlushLoop implements Disposable {
  readonly #options: FlushLoopOptions;
  readonly #clock: Clock;
  #dirty = false;
  #behind = false;
  #flushing = false;
  #lost = false;
  #disposed = false;
  #failures = 0;
  #lastFlush = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #waiters: Deferred<void>[] = [];

  constructor(options: FlushLoopOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Something has to be drawn. `found`: there is something to draw on again. */
  touch({ found = false } = {}): void {
    if (found) this.#lost = false;
    this.#dirty = true;
    this.#schedule();
  }

  /** Settles when all is drawn, or there is nothing left to draw on. */
  settled(): Promise<void> {
    const waiter = new Deferred<void>();
    this.#waiters.push(waiter);
    this.#schedule();
    return waiter.promise;
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#settle();
  }

  #schedule(): void {
    if (this.#flushing || this.#timer) return;
    if (!this.#dirty || this.#lost || this.#disposed) {
      this.#settle();
      return;
    }
    const wait = this.#lastFlush + this.#pause() - this.#clock.now();
    this.#timer = this.#clock.after(Math.max(0, wait), () => {
      this.#timer = undefined;
      void this.#flush();
    });
  }

  #pause(): number {
    if (this.#failures === 0) return this.#behind ? CATCH_UP_MS : FRAME_MS;
    return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
  }

  /** Never rejects. */
  async #flush(): Promise<void> {
    this.#flushing = true;
    this.#dirty = false;
    this.#lastFlush = this.#clock.now();
    const slow = this.#clock.after(SLOW_MS, () => void this.#probe());
    try {
      const flushed = await this.#options.flush();
      this.#behind = flushed === 'behind';
      // What is lost stays dirty: it is drawn when there is something to draw on again.
      if (flushed !== 'done') this.#dirty = true;
      if (flushed === 'lost') this.#lost = true;
      this.#failures = 0;
    } catch (error) {
      this.#failed(error);
    } finally {
      slow.dispose();
      this.#flushing = false;
      this.#schedule();
    }
  }

  #failed(error: unknown): void {
    const { log, what } = this.#options;
    const report = this.#failures === 0 ? log.error : log.debug;
    report(`drawing ${what} failed`, error);
    this.#failures++;
    this.#dirty = true;
    this.#options.onFailed();
  }

  async #probe(): Promise<void> {
    try {
      const { blocking } = await this.#options.probe();
      if (blocking && this.#flushing) this.#options.log.info('the editor waits for a key');
    } catch (error) {
      this.#options.log.debug('the editor does not answer', error);
    }
  }

  #settle(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.resolve();
  }
}
