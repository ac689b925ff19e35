import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { SessionState } from '../../model/state';
import { type Clock, type Flushed, FlushLoop } from '../../nvim/flush-loop';
import type { Lua } from '../../nvim/lua';
import type { Section, Target } from '../../view/block';
import { ChatView } from '../../view/chat';
import { withMarks } from '../../view/line';
import { diffSections } from '../../view/patch';
import { blockAt, lineAt, sectionOf } from '../../view/pieces';

export interface TranscriptOptions {
  readonly lua: Lua;
  /** The transcript buffer, made when there is none. */
  readonly bufnr: () => Promise<number | null>;
  /** `nvim_get_mode`, which is answered even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  /** The buffer shows what another host has drawn, which stays until `settleEarlier` says otherwise. */
  readonly recovered?: boolean;
  readonly clock?: Clock;
}

/**
 * What another host has drawn: it stands alone, with notices below, while it is open whether the agent tells all of it
 * again; then it stays above what comes, or gives way to the same told again.
 */
export type Earlier = 'alone' | 'above' | 'replaced';

/** Text that one flush carries at most, so that the editor is never busy for long. */
const FLUSH_BYTES = 64 * 1024;
/** Keeps one transcript buffer showing one session, and is the only one who knows what it shows. */
export class Transcript implements Disposable {
  readonly #options: TranscriptOptions;
  readonly #loop: FlushLoop;
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
  #disposed = false;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.#phase = options.recovered ? 'alone' : 'replaced';
    this.#view = new ChatView({
      onError: (error, entry) => options.log.error('an entry cannot be shown', { entry, error }),
    });
    this.#loop = new FlushLoop({
      flush: () => this.#flush(),
      onFailed: () => this.#forget(),
      what: 'the chat',
      probe: options.probe,
      log: options.log,
      ...(options.clock ? { clock: options.clock } : {}),
    });
  }

  /** Shows this state soon. */
  update(state: SessionState): void {
    this.#state = state;
    this.#loop.touch();
  }

  /**
   * With a width: lays out for it what depends on it. Without: draws everything anew. Either way a buffer that was lost
   * is looked for again.
   */
  redraw(width?: number): void {
    if (width === undefined) this.#anew = true;
    else this.#width = width;
    this.#lookup = true;
    if (this.#state) this.#loop.touch({ found: true });
  }

  /**
   * Says what becomes of what another host has drawn. It gives way only to as much: an agent may not know what was said
   * when the host died, and then what stands there stays.
   */
  settleEarlier(phase: Exclude<Earlier, 'alone'>): void {
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
    if (this.#state) this.#loop.touch();
  }

  /** What the user opens from a row of the buffer, as it is drawn now. */
  targetAt(row: number): Target | undefined {
    const place = blockAt(this.#drawn, row);
    const line = place && lineAt(place.block, place.row);
    return line === undefined ? undefined : withMarks(line).target;
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
    const buffer = await this.#findBuffer();
    if (buffer === undefined) return this.#lost();
    const { lua } = this.#options;
    if (this.#anew && !(await this.#reset(buffer))) return this.#lost();
    if (!this.#state || this.#disposed) return 'done';
    const sections = this.#sections(this.#state);
    const { patch, drawn, complete } = diffSections(this.#drawn, sections, FLUSH_BYTES);
    const settles = this.#replacing && complete;
    const empty = patch.edits.length === 0 && patch.ranges.length === 0 && !settles;
    if (!empty && !(await lua.call('transcript.apply', buffer, patch, settles)))
      return this.#lost();
    if (settles) this.#replacing = false;
    this.#drawn = drawn;
    return complete ? 'done' : 'behind';
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

  /** The user wiped the buffer: nothing to draw on until the chat is opened again, which it may have been meanwhile. */
  #lost(): Flushed {
    this.#options.log.debug('the transcript buffer is gone', { buffer: this.#buffer });
    this.#buffer = undefined;
    return this.#lookup ? 'behind' : 'lost';
  }

  /** What the buffer shows now is not known: it is drawn anew. */
  #forget(): void {
    this.#anew = true;
    this.#lookup = true;
  }
}
