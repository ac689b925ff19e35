import { Deferred } from '../../base/deferred';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { SessionState } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { Section, Target } from '../../view/block';
import { ChatView } from '../../view/chat';
import { withMarks } from '../../view/line';
import { diffSections } from '../../view/patch';
import { blockAt, lineAt, sectionOf } from '../../view/pieces';

/** Time and timers; tests bring their own. */
export interface Clock {
  now(): number;
  after(ms: number, run: () => void): Disposable;
}

export interface TranscriptOptions {
  readonly lua: Lua;
  /** The transcript buffer, made when there is none. */
  readonly bufnr: () => Promise<number | null>;
  /** `nvim_get_mode`, which is answered even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  /** The buffer shows what another host has drawn, which stays until `earlier` says otherwise. */
  readonly recovered?: boolean;
  readonly clock?: Clock;
}

/**
 * What another host has drawn: it stands alone, with notices below, while it is open whether the agent tells all of it
 * again; then it stays above what comes, or gives way to the same told again.
 */
export type Earlier = 'alone' | 'above' | 'replaced';

/** A frame: more often than this nobody sees. */
const FRAME_MS = 33;
/** Between flushes while more is there than one may carry: what is behind comes up. */
const CATCH_UP_MS = 16;
/** Text that one flush carries at most, so that the editor is never busy for long. */
const FLUSH_BYTES = 64 * 1024;
/** An answer that takes longer is looked into. */
const SLOW_MS = 200;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/**
 * Keeps one transcript buffer showing one session, and is the only one who knows what it shows. The first piece
 * after a pause is drawn at once, what follows once a frame. There is never more than one flush on its way: when the
 * editor is slow, flushes grow instead of queueing.
 */
export class Transcript implements Disposable {
  readonly #options: TranscriptOptions;
  readonly #clock: Clock;
  readonly #view: ChatView;
  #state: SessionState | undefined;
  #width = 80;
  #drawn: readonly Section[] = [];
  /** Rows of another host, about which nothing more is known; always the first section. */
  #earlier: Section | undefined;
  #phase: Earlier;
  /** Entries that stand in those rows already. */
  #hidden = 0;
  /** Windows are taken back to where they were once all is drawn anew. */
  #replacing = false;
  /** The buffer that shows `#drawn`. */
  #buffer: number | undefined;
  /** Ask for the buffer before the next flush. */
  #lookup = true;
  /** Empty the buffer before the next flush. */
  #anew = false;
  #dirty = false;
  /** The last flush could not carry all. */
  #behind = false;
  #flushing = false;
  #gone = false;
  #disposed = false;
  #failures = 0;
  #lastFlush = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #waiters: Deferred<void>[] = [];

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#phase = options.recovered ? 'alone' : 'replaced';
    this.#view = new ChatView({
      onError: (error, entry) => options.log.error('an entry cannot be shown', { entry, error }),
    });
  }

  /** Shows this state soon. */
  update(state: SessionState): void {
    this.#state = state;
    this.#dirty = true;
    this.#schedule();
  }

  /**
   * With a width: lays out for it what depends on it. Without: draws everything anew. Either way a buffer that was lost
   * is looked for again.
   */
  redraw(width?: number): void {
    if (width === undefined) this.#anew = true;
    else this.#width = width;
    this.#lookup = true;
    this.#gone = false;
    this.#dirty = true;
    this.#schedule();
  }

  /**
   * Says what becomes of what another host has drawn. It gives way only to as much: an agent may not know what was said
   * when the host died, and then what stands there stays.
   */
  set earlier(phase: Earlier) {
    this.#phase = phase;
    if (phase === 'replaced' && this.#earlier && this.#state) {
      const told = this.#view.sections(this.#state, this.#width);
      const rows = told.reduce((sum, section) => sum + section.rows, 0);
      if (rows < this.#earlier.rows) {
        this.#phase = 'above';
        this.#hidden = this.#state.entries.length;
      } else {
        this.#earlier = undefined;
        this.#replacing = true;
        this.#anew = true;
      }
    }
    this.#dirty = true;
    this.#schedule();
  }

  /** What the user opens from a row of the buffer, as it is drawn now. */
  targetAt(row: number): Target | undefined {
    const place = blockAt(this.#drawn, row);
    const line = place && lineAt(place.block, place.row);
    return line === undefined ? undefined : withMarks(line).target;
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
    if (!this.#dirty || !this.#state || this.#gone || this.#disposed) {
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
      await this.#draw();
      this.#failures = 0;
    } catch (error) {
      this.#failed(error);
    } finally {
      slow.dispose();
      this.#flushing = false;
      this.#schedule();
    }
  }

  async #draw(): Promise<void> {
    const buffer = await this.#findBuffer();
    if (buffer === undefined) return this.#lost();
    const { lua } = this.#options;
    if (this.#anew && !(await this.#reset(buffer))) return this.#lost();
    if (!this.#state || this.#disposed) return;
    // What came while the buffer was looked for is drawn with it.
    this.#dirty = false;
    const sections = this.#sections(this.#state);
    const { patch, drawn, complete } = diffSections(this.#drawn, sections, FLUSH_BYTES);
    const settles = this.#replacing && complete;
    const empty = patch.edits.length === 0 && patch.ranges.length === 0 && !settles;
    if (!empty && !(await lua.call('transcript.apply', buffer, patch, settles)))
      return this.#lost();
    if (settles) this.#replacing = false;
    this.#drawn = drawn;
    this.#behind = !complete;
    if (!complete) this.#dirty = true;
  }

  #sections(state: SessionState): readonly Section[] {
    const from = this.#phase === 'alone' ? state.entries.length : this.#hidden;
    return [...this.#above(), ...this.#view.sections(state, this.#width, from)];
  }

  /** What stands above all that this host draws. */
  #above(): readonly Section[] {
    return this.#earlier ? [this.#earlier] : [];
  }

  async #reset(buffer: number): Promise<boolean> {
    const { lua } = this.#options;
    const rows = this.#earlier?.rows ?? 0;
    if (this.#replacing) await lua.call('transcript.hold_places', buffer);
    if (!(await lua.call('transcript.reset', buffer, rows))) return false;
    this.#drawn = this.#above();
    this.#anew = false;
    return true;
  }

  /** Undefined when the chat is closed: the editor knows it first. */
  async #findBuffer(): Promise<number | undefined> {
    if (this.#buffer !== undefined && !this.#lookup) return this.#buffer;
    this.#lookup = false;
    const buffer = await this.#options.bufnr();
    if (buffer === null) return undefined;
    if (buffer !== this.#buffer) await this.#begin(buffer);
    this.#buffer = buffer;
    return buffer;
  }

  /** A buffer that we did not fill may hold anything. */
  async #begin(buffer: number): Promise<void> {
    const keep = this.#phase !== 'replaced' && this.#buffer === undefined && !this.#earlier;
    const rows = keep ? await this.#options.lua.call('transcript.keep', buffer) : 0;
    this.#hidden = 0;
    this.#earlier =
      rows > 0 ? sectionOf([{ id: 'earlier', lines: Array(rows).fill('') }]) : undefined;
    this.#drawn = this.#above();
    this.#anew = rows === 0;
  }

  /** The user wiped the buffer: nothing to draw on until the chat is opened again. */
  #lost(): void {
    this.#options.log.debug('the transcript buffer is gone', { buffer: this.#buffer });
    // Unless it was opened again in the meantime.
    this.#gone = !this.#lookup;
    this.#buffer = undefined;
    this.#dirty = true;
  }

  /** What the buffer shows now is not known: it is drawn anew after a pause that grows. */
  #failed(error: unknown): void {
    const { log } = this.#options;
    const report = this.#failures === 0 ? log.error : log.debug;
    report('drawing the chat failed', error);
    this.#failures++;
    this.#anew = true;
    this.#lookup = true;
    this.#dirty = true;
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
