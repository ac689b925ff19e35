import { type Clock, systemClock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { SessionState } from '../../model/state';
import { DrawnBuffer, type Standing } from '../../nvim/drawn-buffer';
import type { Lua } from '../../nvim/lua';
import type { Patch, Section } from '../../view/block';
import { ChatView } from '../../view/chat';
import { contentsOf, type Heading } from '../../view/contents';
import type { KeyOverrides } from '../../view/surfaces/surface';
import {
  changesHint,
  earlierSection,
  rowAt,
  rowsOf,
  type TranscriptRow,
  transcriptSections,
} from '../../view/surfaces/transcript';

import { CustomDrawings } from './custom-drawings';
import { Renderers } from './renderers';
import { Seconds } from './seconds';

export interface TranscriptOptions {
  readonly lua: Lua;
  /** The transcript buffer, made when there is none. */
  readonly bufnr: () => Promise<number | null>;
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  /** The session's key. */
  readonly session?: string;
  /** Those of the user. */
  readonly renderers?: Renderers;
  /** The option `known_tools`. */
  readonly knownTools?: () => readonly string[];
  /** The buffer shows what another host has drawn, which stays until `settleEarlier` says otherwise. */
  readonly recovered?: boolean;
  /** The option `keys`. */
  readonly keys?: () => KeyOverrides;
  /**
   * Whether a window shows the buffer; where none does, `appear` is called once one does. Absent: there always is one.
   */
  readonly isShown?: (bufnr: number) => Promise<boolean>;
  readonly clock?: Clock;
}

/**
 * What another host has drawn: it is shown alone, with notices below, until it is known whether the agent replays all
 * of it; then it stays above what comes, or is replaced by the replay.
 */
export type Earlier = 'alone' | 'above' | 'replaced';

/** Keeps one transcript buffer showing one session, below what another host may have drawn of it. */
export class Transcript implements Disposable {
  readonly #options: TranscriptOptions;
  readonly #buffer: DrawnBuffer;
  readonly #view: ChatView;
  readonly #customs: CustomDrawings;
  /** Has the cards of running calls count. */
  readonly #seconds: Seconds;
  #state: SessionState | undefined;
  #width = 80;
  /** Rows of another host. */
  #earlier: Section | undefined;
  #phase: Earlier;
  /** Entries that those rows already show. */
  #hidden = 0;
  /** Windows are taken back to where they were once all is drawn anew. */
  #replacing = false;
  #bufnr: number | undefined;
  /** No window shows the buffer, as far as is known: no time passes there. */
  #isUnseen = false;

  constructor(options: TranscriptOptions) {
    const { lua, log, probe, clock = systemClock, keys } = options;
    const { session = '', renderers = new Renderers(), knownTools = () => [] } = options;
    this.#options = options;
    this.#phase = options.recovered ? 'alone' : 'replaced';
    this.#view = new ChatView({
      onError: (error, entry) => log.error('an entry cannot be shown', { entry, error }),
      now: () => clock.now(),
      ...(keys ? { changesHint: () => changesHint(keys()) } : {}),
      onDrawn: (drawn) => this.#customs.note(drawn),
    });
    this.#customs = new CustomDrawings({
      session,
      lua,
      renderers,
      knownTools,
      bufnr: () => this.#bufnr,
      state: () => this.#state,
      onChange: () => this.#buffer.update(),
      onRenderers: () => {
        this.#view.forget();
        this.#buffer.update();
      },
      log,
      clock,
    });
    this.#seconds = new Seconds(clock, () => void this.#passSecond());
    this.#buffer = new DrawnBuffer({
      what: 'the chat',
      begin: (anew) => this.#begin(anew),
      sections: () => this.#sections(),
      apply: (patch, complete) => this.#apply(patch, complete),
      probe,
      log,
      clock,
    });
  }

  /** Shows this state soon. */
  update(state: SessionState): void {
    this.#state = state;
    this.#buffer.update();
  }

  /**
   * With a width: lays out for it what depends on it. Without: draws everything anew. Either way a buffer that was lost
   * is looked for again.
   */
  redraw(width?: number): void {
    this.#isUnseen = false;
    this.#width = width ?? this.#width;
    if (this.#state) this.#buffer.lookAgain(width === undefined);
  }

  /** A window shows the buffer again. */
  appear(): void {
    if (!this.#isUnseen) return;
    this.#isUnseen = false;
    this.#buffer.update();
  }

  /**
   * Says what becomes of what another host has drawn. It gives way only to as much: an agent may not know what was said
   * when the host died, and then what is shown stays.
   */
  settleEarlier(phase: Exclude<Earlier, 'alone'>): void {
    this.#phase = phase;
    if (!this.#state) return;
    if (phase === 'replaced' && this.#earlier) {
      if (rowsOf(this.#view.sections(this.#state, this.#width)) < this.#earlier.rows) {
        this.#phase = 'above';
        this.#hidden = this.#state.entries.length;
      } else {
        this.#earlier = undefined;
        this.#replacing = true;
        this.#buffer.lookAgain(true);
      }
    }
    this.#buffer.update();
  }

  /** A row of the buffer, as it is drawn now. */
  rowAt(row: number): TranscriptRow | undefined {
    return rowAt(this.#buffer.drawn, row);
  }

  /** What it is about, as it is drawn now. */
  contents(): Heading[] {
    return contentsOf(this.#buffer.drawn);
  }

  /** Settles when all is drawn, or there is nothing left to draw on. */
  settled(): Promise<void> {
    return this.#buffer.settled();
  }

  dispose(): void {
    this.#customs.dispose();
    this.#seconds.dispose();
    this.#buffer.dispose();
  }

  #sections(): readonly Section[] {
    const state = this.#state;
    if (!state) return this.#buffer.drawn;
    const hidden = this.#phase === 'alone' ? state.entries.length : this.#hidden;
    const earlier = this.#earlier ? { earlier: this.#earlier } : {};
    const { drawings } = this.#customs;
    const shown = { state, width: this.#width, hidden, drawings, ...earlier };
    const sections = transcriptSections(this.#view, shown);
    this.#seconds.count(this.#isUnseen ? undefined : this.#view.runningSince);
    return sections;
  }

  /** Has the cards count on, unless nobody sees them. Never rejects. */
  async #passSecond(): Promise<void> {
    const { isShown, log } = this.#options;
    const bufnr = this.#bufnr;
    if (bufnr === undefined) return;
    // Before the answer: `appear` may be called together with it.
    this.#isUnseen = true;
    try {
      if (!isShown || (await isShown(bufnr))) this.appear();
    } catch (error) {
      log.debug('nobody knows whether the chat is shown', error);
      this.appear();
    }
  }

  /** The editor knows first when the chat is closed. A buffer that we did not fill may hold anything. */
  async #begin(anew: boolean): Promise<Standing> {
    const before = this.#bufnr;
    this.#bufnr = (await this.#options.bufnr()) ?? undefined;
    if (this.#bufnr === undefined) return 'gone';
    if (this.#bufnr === before) return anew ? this.#reset(this.#bufnr) : 'as drawn';
    this.#isUnseen = false;
    const isFirst = before === undefined && !this.#earlier;
    this.#earlier = isFirst ? await this.#kept(this.#bufnr) : undefined;
    this.#hidden = 0;
    return this.#earlier ? [this.#earlier] : this.#reset(this.#bufnr);
  }

  /** What another host has drawn there and is to stay. */
  async #kept(bufnr: number): Promise<Section | undefined> {
    if (this.#phase === 'replaced') return undefined;
    const rows = await this.#options.lua.call('transcript.keep', bufnr);
    return rows > 0 ? earlierSection(rows) : undefined;
  }

  async #reset(bufnr: number): Promise<Standing> {
    const { lua } = this.#options;
    if (this.#replacing) await lua.call('transcript.hold_places', bufnr);
    const earlier = this.#earlier;
    if (!(await lua.call('transcript.reset', bufnr, earlier?.rows ?? 0))) {
      this.#bufnr = undefined;
      return 'gone';
    }
    return earlier ? [earlier] : [];
  }

  async #apply(patch: Patch, complete: boolean): Promise<boolean> {
    const settles = this.#replacing && complete;
    if (patch.edits.length === 0 && patch.ranges.length === 0 && !settles) return true;
    const isThere =
      this.#bufnr !== undefined &&
      (await this.#options.lua.call('transcript.apply', this.#bufnr, patch, settles));
    if (!isThere) this.#bufnr = undefined;
    else if (settles) this.#replacing = false;
    return isThere;
  }
}
