import type { SharedMap } from '../base/shared-map';
import { levelOf } from '../model/nesting';
import type { Entry, MessageEntry, SessionState } from '../model/state';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Block, FoldRange, Line } from './block';
import { builtInBlock, builtInContent, type MessageContext } from './built-in';
import type { TerminalView, ViewContext } from './context';
import { type CustomDrawing, customBlock, defaultLines } from './custom';
import { runningSince, shownTime } from './elapsed';
import { indentedBlock, indentOf } from './indent';
import { line } from './line';
import { MessageView } from './message';
import { stopsOf } from './motions';
import { rowCount } from './pieces';

/** How an entry was drawn last, and from what. */
export interface Drawn {
  readonly entry: Entry;
  readonly width: number;
  readonly terminals: ReadonlyMap<string, TerminalView | undefined>;
  readonly customs: ReadonlyMap<string, CustomDrawing | undefined>;
  /** What it shows of the time of a call that runs. */
  readonly running?: { readonly since: number; readonly time: string | undefined };
  /** It would not be shown if its turn had a plan. */
  readonly unplanned: boolean;
  /** How many calls it stands under. */
  readonly level: number;
  readonly block: Block;
  /** It ends a group that is closed when first shown, under a call of this level. */
  readonly foldsTo?: number | undefined;
}

export type Terminals = SessionState['terminals'];
export type Customs = SharedMap<CustomDrawing>;

/** What entries are drawn with. */
export interface Place
  extends Pick<ViewContext, 'cwd' | 'width' | 'now' | 'hasPlan' | 'changesHint'> {
  readonly terminals: Terminals;
  readonly customs: Customs;
}

export interface EntryDrawerOptions {
  /** An entry could not be drawn. */
  readonly onError: (error: unknown, entryId: string) => void;
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

/** Draws single entries, those that grow again and again. */
export class EntryDrawer {
  readonly #options: EntryDrawerOptions;
  readonly #messages = new Map<string, MessageView>();

  constructor(options: EntryDrawerOptions) {
    this.#options = options;
  }

  /** @param known how it was drawn before: the same object when nothing has changed */
  draw(entry: Entry, index: number, known: Drawn | undefined, place: Place): Drawn {
    if (known && isCurrent(known, entry, place)) return known;
    const { cwd, now, terminals, customs, changesHint } = place;
    const level = levelOf(entry);
    const indent = indentOf(level);
    const width = place.width - indent;
    const seen = new Map<string, TerminalView | undefined>();
    const own = new Map<string, CustomDrawing | undefined>();
    const customOf = (key: string): CustomDrawing | undefined => {
      const custom = customs.get(key);
      own.set(key, custom);
      return custom;
    };
    const isNew = !known || !isSameSource(known, entry, place);
    const { onDrawn } = this.#options;
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
      changesHint,
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
    const block = indentedBlock(isOwn ? customBlock(builtIn, custom) : builtIn, indent);
    const since = isShown && !isOwn ? runningSince(entry) : undefined;
    const running = since === undefined ? {} : { running: { since, time: timeOf(entry, now) } };
    const from = { entry, width: place.width, terminals: seen, customs: own };
    return { ...from, ...running, unplanned, level, block };
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

function contentKey(entryId: string, index: number): string {
  return `${entryId}/${index}`;
}

function isCurrent(known: Drawn, entry: Entry, place: Place): boolean {
  const { customs } = place;
  if (!isSameSource(known, entry, place) || !isAsWatched(known, place)) return false;
  return [...known.customs].every(([key, custom]) => customs.get(key) === custom);
}

/** Time passes, and plans come, without a change of the entry. */
export function isAsWatched(
  { entry, running, unplanned }: Drawn,
  { now, hasPlan }: Place,
): boolean {
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
