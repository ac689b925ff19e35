import { SharedMap } from '../base/shared-map';
import { findEntry, planKey } from '../model/entries';
import type { Entry, MessageEntry, SessionState } from '../model/state';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Block, FoldRange, Line, Section } from './block';
import { builtInBlock, builtInContent, type MessageContext } from './built-in';
import type { TerminalView, ViewContext } from './context';
import { type CustomDrawing, customBlock, defaultLines } from './custom';
import { runningSince, shownTime } from './elapsed';
import { line } from './line';
import { MessageView } from './message';
import { stopsOf } from './motions';
import { rowCount, sectionOf } from './pieces';

/** How an entry was drawn last, and from what. */
interface Drawn {
  readonly entry: Entry;
  readonly width: number;
  readonly terminals: ReadonlyMap<string, TerminalView | undefined>;
  readonly customs: ReadonlyMap<string, CustomDrawing | undefined>;
  /** What it shows of the time of a call that runs. */
  readonly running?: { readonly since: number; readonly time: string | undefined };
  /** It would not be shown if its turn had a plan. */
  readonly unplanned: boolean;
  readonly block: Block;
}

/** How a chunk of the entries was drawn last, and from what. */
interface DrawnChunk {
  readonly entries: readonly Entry[];
  readonly width: number;
  /** So many of the first are not shown, unless they are notices. */
  readonly hidden: number;
  readonly drawn: readonly Drawn[];
  /** Those that may become others although nothing of them changes. */
  readonly watched: readonly Drawn[];
  readonly section: Section;
}

type Terminals = SessionState['terminals'];

export interface ChatViewOptions {
  /** An entry could not be drawn. */
  readonly onError: (error: unknown, entryId: string) => void;
  /** See `ViewContext`. */
  readonly changesHint?: () => string;
  /** The clock of the entries. */
  readonly now?: () => number;
  /** Something was drawn in the built-in way: renderers of the user's may draw it in their own, by this key. */
  readonly onDrawn?: (drawn: BuiltIn) => void;
}

/** What the built-in renderers have made of an entry, or of a content block in it. */
export interface BuiltIn {
  readonly key: string;
  readonly entry: Entry;
  /** Of the entry. */
  readonly index: number;
  readonly content?: ContentBlock;
  readonly width: number;
  readonly lines: () => readonly Line[];
  readonly fold?: FoldRange;
}

type Customs = SharedMap<CustomDrawing>;

/**
 * A session as blocks, drawn again and again. An entry that did not change gives the same block object, and a chunk of
 * entries that did not change the same section, so what comes after finds changes by `===`.
 */
export class ChatView {
  readonly #options: ChatViewOptions;
  #chunks: readonly DrawnChunk[] = [];
  #terminals: Terminals | undefined;
  #customs: Customs = SharedMap.empty();
  readonly #messages = new Map<string, MessageView>();

  constructor(options: ChatViewOptions) {
    this.#options = options;
  }

  /** Blocks of all entries that have something to show. */
  blocks(state: SessionState, width: number): Block[] {
    return this.sections(state, width).flatMap(({ blocks }) => blocks);
  }

  /** Since when the call runs that runs longest of those whose seconds are shown. */
  get runningSince(): number | undefined {
    const running = this.#chunks.flatMap(({ watched }) =>
      watched.flatMap((one) => one.running ?? []),
    );
    const [first, ...others] = running.map(({ since }) => since);
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
    const now = this.#options.now?.() ?? 0;
    const hasPlan = (turn: number): boolean => findEntry(state, planKey(turn)) !== undefined;
    const changed = [
      ...(this.#terminals ? terminals.changedSince(this.#terminals) : []),
      ...customs.changedSince(this.#customs),
    ];
    let start = 0;
    this.#chunks = entries.chunks.map((chunk, at) => {
      const hidden = Math.min(Math.max(0, from - start), chunk.length);
      const place = { cwd, width, now, hasPlan, terminals, customs, first: start };
      start += chunk.length;
      const known = this.#chunks[at];
      const isSame = known?.entries === chunk && known.width === width && known.hidden === hidden;
      const isCurrent = isSame && known.watched.every((drawn) => isAsWatched(drawn, place));
      if (isCurrent && !changed.some((id) => shows(known, id))) return known;
      return this.#drawChunk(chunk, hidden, known, place);
    });
    this.#terminals = terminals;
    this.#customs = customs;
    return this.#chunks.map(({ section }) => section);
  }

  #drawChunk(
    entries: readonly Entry[],
    hidden: number,
    known: DrawnChunk | undefined,
    place: Place,
  ): DrawnChunk {
    const drawn = entries.map((entry, offset) =>
      this.#draw(entry, offset, known?.drawn[offset], place),
    );
    const blocks = drawn
      .filter(({ entry, block }, index) => {
        return block.lines.length > 0 && (index >= hidden || entry.kind === 'notice');
      })
      .map(({ block }) => block);
    const watched = drawn.filter(({ running, unplanned }) => running || unplanned);
    return { entries, width: place.width, hidden, drawn, watched, section: sectionOf(blocks) };
  }

  #draw(entry: Entry, offset: number, known: Drawn | undefined, place: Place): Drawn {
    if (known && isCurrent(known, entry, place)) return known;
    const { cwd, width, now, terminals, customs } = place;
    const index = place.first + offset;
    const seen = new Map<string, TerminalView | undefined>();
    const own = new Map<string, CustomDrawing | undefined>();
    const customOf = (key: string): CustomDrawing | undefined => {
      const custom = customs.get(key);
      own.set(key, custom);
      return custom;
    };
    const isNew = !known || !isSameSource(known, entry, place);
    const { onDrawn, changesHint } = this.#options;
    const drawn = (built: Omit<BuiltIn, 'entry' | 'index' | 'width'>): void => {
      if (isNew) onDrawn?.({ ...built, entry, index, width });
    };
    const content: ViewContext['content'] = (at, block, lines) => {
      const key = contentKey(entry.id, at);
      drawn({ key, content: block, lines: () => lines });
      return customOf(key)?.lines ?? lines;
    };
    let unplanned = false;
    const context: MessageContext = {
      cwd,
      width,
      now,
      hasPlan: (turn) => {
        unplanned = !place.hasPlan(turn);
        return !unplanned;
      },
      changesHint: changesHint?.() ?? '',
      terminal: (id) => {
        const terminal = terminals.get(id);
        seen.set(id, terminal);
        return terminal;
      },
      content,
      message: (message) => this.#messageView(message),
      drawContent: (at, block) => content(at, block, builtInContent(block, entry.kind, cwd)),
    };
    const builtIn = this.#safeBlock(entry, context);
    const { id, fold, lines } = builtIn;
    const isShown = lines.length > 0;
    if (isShown) drawn({ key: id, lines: () => defaultLines(builtIn), ...(fold ? { fold } : {}) });
    const custom = customOf(id);
    const isOwn = isShown && custom !== undefined;
    const block = isOwn ? customBlock(builtIn, custom) : builtIn;
    const since = isShown && !isOwn ? runningSince(entry) : undefined;
    const running = since === undefined ? {} : { running: { since, time: timeOf(entry, now) } };
    return { entry, width, terminals: seen, customs: own, ...running, unplanned, block };
  }

  /** An entry that cannot be drawn must not hide the others. */
  #safeBlock(entry: Entry, context: MessageContext): Block {
    try {
      return navigable(entry, builtInBlock(entry, context));
    } catch (error) {
      this.#options.onError(error, entry.id);
      const lines = [line(['✗ cannot be shown'], 'AcpNoticeError'), ''];
      return { id: entry.id, lines, stops: ['error'] };
    }
  }

  #messageView(entry: MessageEntry): MessageView {
    const known = this.#messages.get(entry.id);
    if (known) return known;
    const fresh = new MessageView(entry.kind);
    this.#messages.set(entry.id, fresh);
    return fresh;
  }
}

/** The block with what the user finds their way by. A message that may still grow is not folded yet. */
function navigable(entry: Entry, block: Block): Block {
  const stops = stopsOf(entry);
  const last = block.context ? block.context.from - 1 : rowCount(block) - 2;
  const folds = (entry.kind === 'user' || entry.kind === 'agent') && entry.done && last > 0;
  return {
    ...block,
    ...(stops.length > 0 ? { stops } : {}),
    ...(folds ? { fold: { from: 0, to: last, open: true } } : {}),
  };
}

/** What entries are drawn with. */
interface Place {
  readonly cwd: string;
  readonly width: number;
  readonly now: number;
  readonly hasPlan: ViewContext['hasPlan'];
  readonly terminals: Terminals;
  readonly customs: Customs;
  /** The index of the first of them. */
  readonly first: number;
}

const NO_CUSTOMS: Customs = SharedMap.empty();

function contentKey(entryId: string, index: number): string {
  return `${entryId}/${index}`;
}

function isCurrent(known: Drawn, entry: Entry, place: Place): boolean {
  const { customs } = place;
  if (!isSameSource(known, entry, place) || !isAsWatched(known, place)) return false;
  return [...known.customs].every(([key, custom]) => customs.get(key) === custom);
}

/** Time passes, and plans come, without a change of the entry. */
function isAsWatched({ entry, running, unplanned }: Drawn, { now, hasPlan }: Place): boolean {
  if (running && timeOf(entry, now) !== running.time) return false;
  return !unplanned || entry.kind !== 'tool' || !hasPlan(entry.turn);
}

function timeOf(entry: Entry, now: number): string | undefined {
  return entry.kind === 'tool' ? shownTime(entry, now) : undefined;
}

/** The built-in drawing of it is still the same. */
function isSameSource(known: Drawn, entry: Entry, { width, terminals }: Place): boolean {
  if (known.entry !== entry || known.width !== width) return false;
  return [...known.terminals].every(([id, terminal]) => terminals.get(id) === terminal);
}

/** @param id of a terminal, or the key of what a renderer of the user's has drawn */
function shows({ drawn }: DrawnChunk, id: string): boolean {
  return drawn.some(({ terminals, customs }) => terminals.has(id) || customs.has(id));
}
