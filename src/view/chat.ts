import { SharedMap } from '../base/shared-map';
import { findEntry, planKey } from '../model/entries';
import type { Entry, SessionState } from '../model/state';
import { type Arranged, arranged, type DrawnChunk } from './arrange';
import type { Block, Section } from './block';
import {
  type Customs,
  type Drawn,
  EntryDrawer,
  type EntryDrawerOptions,
  isAsWatched,
  type Place,
  type Terminals,
} from './entry-drawer';

interface KnownChunk extends DrawnChunk {
  readonly entries: readonly Entry[];
  readonly width: number;
  /** Those that may become others although nothing of them changes. */
  readonly watched: readonly Drawn[];
}

export interface ChatViewOptions extends EntryDrawerOptions {
  /** The clock of the entries. */
  readonly now?: () => number;
  /** See `ViewContext`. */
  readonly changesHint?: () => string;
}

/**
 * A session as blocks, drawn again and again. An entry that did not change gives the same block object, and a chunk of
 * entries that did not change the same section, so what comes after finds changes by `===`.
 */
export class ChatView {
  readonly #drawer: EntryDrawer;
  readonly #now: () => number;
  readonly #changesHint: () => string;
  #chunks: readonly KnownChunk[] = [];
  #arranged: readonly Arranged[] = [];
  #terminals: Terminals | undefined;
  #customs: Customs = SharedMap.empty();

  constructor({ now = () => 0, changesHint = () => '', ...options }: ChatViewOptions) {
    this.#now = now;
    this.#changesHint = changesHint;
    this.#drawer = new EntryDrawer(options);
  }

  /** Blocks of all entries that have something to show. */
  blocks(state: SessionState, width: number): Block[] {
    return this.sections(state, width).flatMap(({ blocks }) => blocks);
  }

  /** Since when the call runs that runs longest of those whose seconds are shown. */
  get runningSince(): number | undefined {
    const watched = this.#chunks.flatMap((chunk) => chunk.watched);
    const times = watched.flatMap(({ running }) => running?.since ?? []);
    const [first, ...others] = times;
    return first && others.reduce((oldest, since) => Math.min(oldest, since), first);
  }

  /** Draws all anew the next time. */
  forget(): void {
    this.#chunks = [];
  }

  /**
   * The same in sections. Of the entries before `from` only notices are shown. `customs`: what the user's renderers have
   * drawn, by key.
   */
  sections(state: SessionState, width: number, from = 0, customs: Customs = NO_CUSTOMS): Section[] {
    const { cwd, entries, terminals } = state;
    const place: Place = {
      cwd,
      width,
      now: this.#now(),
      changesHint: this.#changesHint(),
      hasPlan: (turn) => findEntry(state, planKey(turn)) !== undefined,
      terminals,
      customs,
    };
    const changed = [
      ...(this.#terminals ? terminals.changedSince(this.#terminals) : []),
      ...customs.changedSince(this.#customs),
    ];
    const old = this.#chunks;
    let start = 0;
    this.#chunks = entries.chunks.map((chunk, at) => {
      const first = start;
      start += chunk.length;
      const known = old[at];
      const isSame = known?.entries === chunk && known.width === width;
      const isCurrent = isSame && known.watched.every((drawn) => isAsWatched(drawn, place));
      if (isCurrent && !changed.some((id) => shows(known, id))) return known;
      return this.#drawChunk(chunk, first, known, place);
    });
    this.#arranged = arranged(this.#chunks, this.#arranged, old, from);
    this.#terminals = terminals;
    this.#customs = customs;
    return this.#arranged.map(({ section }) => section);
  }

  /** @param first the index of the first of the entries */
  #drawChunk(
    entries: readonly Entry[],
    first: number,
    known: KnownChunk | undefined,
    place: Place,
  ): KnownChunk {
    const drawn = entries.map((entry, offset) =>
      this.#drawer.draw(entry, first + offset, known?.drawn[offset], place),
    );
    const watched = drawn.filter(({ running, unplanned }) => running || unplanned);
    return { entries, width: place.width, drawn, watched };
  }
}

const NO_CUSTOMS: Customs = SharedMap.empty();

/** @param id of a terminal, or the key of what a renderer of the user's has drawn */
function shows({ drawn }: DrawnChunk, id: string): boolean {
  return drawn.some(({ terminals, customs }) => terminals.has(id) || customs.has(id));
}
