import type { Entry, MessageEntry, SessionState } from '../model/state';
import type { Block, Section } from './block';
import type { TerminalView, ViewContext } from './context';
import { line } from './line';
import { MessageView } from './message';
import { stopsOf } from './motions';
import { noticeBlock } from './notice';
import { rowCount, sectionOf } from './pieces';
import { planBlock } from './plan';
import { asWritten, attachedTo, withContext } from './prompt-context';
import { toolBlock } from './tool';
import { changesBlock } from './turn-changes';

/** How an entry was drawn last, and from what. */
interface Drawn {
  readonly entry: Entry;
  readonly width: number;
  readonly terminals: ReadonlyMap<string, TerminalView | undefined>;
  readonly block: Block;
}

/** How a chunk of the entries was drawn last, and from what. */
interface DrawnChunk {
  readonly entries: readonly Entry[];
  readonly width: number;
  /** So many of the first are not shown, unless they are notices. */
  readonly hidden: number;
  readonly drawn: readonly Drawn[];
  readonly section: Section;
}

type Terminals = SessionState['terminals'];

export interface ChatViewOptions {
  /** An entry could not be drawn. */
  readonly onError: (error: unknown, entryId: string) => void;
  /** See `ViewContext`. */
  readonly changesHint?: () => string;
}

/**
 * A session as blocks, drawn again and again. An entry that did not change gives the same block object, and a chunk of
 * entries that did not change the same section, so what comes after finds changes by `===`.
 */
export class ChatView {
  readonly #options: ChatViewOptions;
  #chunks: readonly DrawnChunk[] = [];
  #terminals: Terminals | undefined;
  readonly #messages = new Map<string, MessageView>();

  constructor(options: ChatViewOptions) {
    this.#options = options;
  }

  /** Blocks of all entries that have something to show. */
  blocks(state: SessionState, width: number): Block[] {
    return this.sections(state, width).flatMap(({ blocks }) => blocks);
  }

  /** The same in sections. Of the entries before `from` only notices are shown. */
  sections(state: SessionState, width: number, from = 0): Section[] {
    const { cwd, entries, terminals } = state;
    const changed = this.#terminals ? terminals.changedSince(this.#terminals) : [];
    let start = 0;
    this.#chunks = entries.chunks.map((chunk, at) => {
      const hidden = Math.min(Math.max(0, from - start), chunk.length);
      start += chunk.length;
      const known = this.#chunks[at];
      const isSame = known?.entries === chunk && known.width === width && known.hidden === hidden;
      if (isSame && !changed.some((id) => shows(known, id))) return known;
      return this.#drawChunk(chunk, hidden, known, { cwd, width, terminals });
    });
    this.#terminals = terminals;
    return this.#chunks.map(({ section }) => section);
  }

  #drawChunk(
    entries: readonly Entry[],
    hidden: number,
    known: DrawnChunk | undefined,
    place: Place,
  ): DrawnChunk {
    const drawn = entries.map((entry, index) => this.#draw(entry, known?.drawn[index], place));
    const blocks = drawn
      .filter(({ entry, block }, index) => {
        return block.lines.length > 0 && (index >= hidden || entry.kind === 'notice');
      })
      .map(({ block }) => block);
    return { entries, width: place.width, hidden, drawn, section: sectionOf(blocks) };
  }

  #draw(entry: Entry, known: Drawn | undefined, { cwd, width, terminals }: Place): Drawn {
    if (known && isCurrent(known, entry, width, terminals)) return known;
    const seen = new Map<string, TerminalView | undefined>();
    const context: ViewContext = {
      cwd,
      width,
      changesHint: this.#options.changesHint?.() ?? '',
      terminal: (id) => {
        const terminal = terminals.get(id);
        seen.set(id, terminal);
        return terminal;
      },
    };
    return { entry, width, terminals: seen, block: this.#safeBlock(entry, context) };
  }

  /** An entry that cannot be drawn must not hide the others. */
  #safeBlock(entry: Entry, context: ViewContext): Block {
    try {
      return navigable(entry, this.#block(entry, context));
    } catch (error) {
      this.#options.onError(error, entry.id);
      const lines = [line(['✗ cannot be shown'], 'AcpNoticeError'), ''];
      return { id: entry.id, lines, stops: ['error'] };
    }
  }

  #block(entry: Entry, context: ViewContext): Block {
    switch (entry.kind) {
      case 'tool':
        return toolBlock(entry, context);
      case 'plan':
        return planBlock(entry);
      case 'notice':
        return noticeBlock(entry);
      case 'changes':
        return changesBlock(entry, context);
      default:
        return this.#messageBlock(entry, context);
    }
  }

  #messageBlock(entry: MessageEntry, { cwd, width }: ViewContext): Block {
    const view = this.#messageView(entry);
    const attached = entry.kind === 'user' ? attachedTo(entry) : [];
    if (attached.length === 0) return view.draw(entry, width);
    return withContext(view.draw(asWritten(entry, cwd), width), attached, { cwd, width });
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
  const last = rowCount(block) - 2;
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
  readonly terminals: Terminals;
}

function isCurrent(known: Drawn, entry: Entry, width: number, terminals: Terminals): boolean {
  if (known.entry !== entry || known.width !== width) return false;
  return [...known.terminals].every(([id, terminal]) => terminals.get(id) === terminal);
}

function shows({ drawn }: DrawnChunk, terminalId: string): boolean {
  return drawn.some(({ terminals }) => terminals.has(terminalId));
}
