import { type Clock, systemClock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { plain } from '../../base/plain';
import { SharedMap } from '../../base/shared-map';
import { FRAME_MS } from '../../base/units';
import { contentItem, itemOf, type RenderedItem, turnAt } from '../../model/item-snapshot';
import type { Entry, SessionState } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { DrawAnswer, DrawRequest } from '../../nvim/renderer-calls';
import { type CustomDrawing, customDrawing, MAX_LINES, plainDrawing } from '../../view/custom';
import type { BuiltIn } from '../../view/entry-drawer';
import type { Renderers } from './renderers';

export interface CustomDrawingsOptions {
  /** The session's key. */
  readonly session: string;
  readonly lua: Lua;
  readonly renderers: Pick<Renderers, 'isEmpty' | 'candidates' | 'onChange'>;
  readonly knownTools: () => readonly string[];
  /** The buffer that shows the session. */
  readonly bufnr: () => number | undefined;
  readonly state: () => SessionState | undefined;
  /** Some drawings are new, or gone. */
  readonly onChange: () => void;
  /** The renderers are others: all has to be drawn, and noted here, once more. */
  readonly onRenderers: () => void;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** Cards that are drawn in one call of Lua: more would keep the editor busy for too long. */
const MAX_CARDS = 20;
/** Milliseconds between calls while only old cards are left, as after the registration of a renderer. */
const REST_MS = 100;
/** A message that still grows is drawn each time as a whole: a longer one waits until it is complete. */
const MAX_GROWING = 8 * 1024;

interface Wanted {
  readonly builtIn: BuiltIn;
  readonly item: RenderedItem;
  readonly candidates: readonly number[];
}

interface Asked {
  readonly content: unknown;
  readonly width: number;
}

/**
 * What the user's renderers make of the entries of one session. They are asked after the built-in drawing is on its way,
 * a few of them a frame, the newest entries first; their last drawing stays until the next is there.
 */
export class CustomDrawings implements Disposable {
  readonly #options: CustomDrawingsOptions;
  readonly #clock: Clock;
  readonly #subscription: Disposable;
  readonly #wanted = new Map<string, Wanted>();
  /** The content blocks that were drawn, by key. */
  readonly #asked = new Map<string, Asked>();
  #drawings: SharedMap<CustomDrawing> = SharedMap.empty();
  #timer: Disposable | undefined;
  #isResting = false;
  #isAsking = false;
  /** Since the last call. */
  #isNoted = false;
  /** How often the renderers have changed. */
  #renewals = 0;
  #isDisposed = false;

  constructor(options: CustomDrawingsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#subscription = options.renderers.onChange(() => this.#renew());
  }

  get drawings(): SharedMap<CustomDrawing> {
    return this.#drawings;
  }

  /** Something has been drawn in the built-in way. */
  note(builtIn: BuiltIn): void {
    const { renderers } = this.#options;
    const { key, entry, content, width } = builtIn;
    if (renderers.isEmpty && this.#drawings.size === 0) return;
    const item = content ? contentItem(content) : itemOf(entry);
    const candidates = item ? renderers.candidates(item) : [];
    if (!item || candidates.length === 0) {
      this.#wanted.delete(key);
      this.#drop(key);
    } else if (content ? !this.#isAsked(key, content, width) : !isGrowing(entry)) {
      // Behind all others: it is the newest now.
      this.#wanted.delete(key);
      this.#wanted.set(key, { builtIn, item, candidates });
      this.#isNoted = true;
      this.#schedule();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscription.dispose();
    this.#timer?.dispose();
  }

  #renew(): void {
    this.#renewals++;
    this.#asked.clear();
    this.#options.onRenderers();
  }

  /** A message draws its content blocks anew with each piece of text: they are the same. */
  #isAsked(key: string, content: unknown, width: number): boolean {
    const asked = this.#asked.get(key);
    if (asked && asked.content === content && asked.width === width) return true;
    this.#asked.set(key, { content, width });
    return false;
  }

  /** `rests`: there is no hurry, until something new is noted. */
  #schedule(rests = false): void {
    if (this.#isAsking || this.#isDisposed || this.#wanted.size === 0) return;
    if (this.#timer && !this.#isResting) return;
    this.#timer?.dispose();
    this.#isResting = rests;
    this.#timer = this.#clock.after(rests ? REST_MS : FRAME_MS, () => {
      this.#timer = undefined;
      void this.#ask();
    });
  }

  /** Never rejects. */
  async #ask(): Promise<void> {
    const batch = [...this.#wanted.values()].slice(-MAX_CARDS).reverse();
    this.#isNoted = false;
    for (const { builtIn } of batch) this.#wanted.delete(builtIn.key);
    this.#isAsking = true;
    const renewals = this.#renewals;
    try {
      const asked = batch.filter((wanted) => this.#isShort(wanted));
      const requests = asked.flatMap((wanted) => this.#request(wanted) ?? []);
      const answers = await this.#options.lua.call('renderers.draw.cards', requests);
      // What a renderer drew that is gone by now is not shown: all is noted anew.
      if (renewals !== this.#renewals) return;
      for (const [at, wanted] of asked.entries()) this.#take(wanted, answers[at]);
    } catch (error) {
      this.#options.log.debug('the renderers do not answer', error);
    } finally {
      this.#isAsking = false;
      this.#schedule(!this.#isNoted);
    }
  }

  /** What is long is left to the built-in renderer: nothing of it may be lost. */
  #isShort({ builtIn: { key, lines } }: Wanted): boolean {
    const isShort = lines().length <= MAX_LINES;
    if (!isShort) this.#drop(key);
    return isShort;
  }

  #request({ builtIn, item, candidates }: Wanted): DrawRequest | undefined {
    const state = this.#options.state();
    if (!state) return undefined;
    const { key, index, width, lines, fold } = builtIn;
    const bufnr = this.#options.bufnr();
    return {
      card: `${this.#options.session} ${key}`,
      ...(bufnr === undefined ? {} : { shown: { bufnr, key } }),
      session: state.id,
      cwd: state.cwd,
      turn: turnAt(state.entries, index),
      index: index + 1,
      width,
      part: item.part,
      item: plain(item.snapshot(this.#options.knownTools())) as Readonly<Record<string, unknown>>,
      candidates,
      builtIn: plainDrawing(lines(), fold),
    };
  }

  #take(wanted: Wanted, answer: DrawAnswer | undefined): void {
    const { key, lines } = wanted.builtIn;
    if (answer === 'later') {
      // What has changed meanwhile is newer.
      if (!this.#wanted.has(key)) this.#wanted.set(key, wanted);
      return;
    }
    const drawing = customDrawing(answer, lines());
    if (!drawing) {
      this.#drop(key);
      return;
    }
    this.#drawings = this.#drawings.set(key, drawing);
    this.#options.onChange();
  }

  #drop(key: string): void {
    if (!this.#drawings.get(key)) return;
    this.#drawings = this.#drawings.delete(key);
    this.#options.onChange();
  }
}

function isGrowing(entry: Entry): boolean {
  if (!('done' in entry) || entry.done) return false;
  const length = entry.content.reduce((sum, part) => {
    return sum + (part.type === 'text' ? part.text.length : 0);
  }, 0);
  return length > MAX_GROWING;
}
