import type { Entry, MessageEntry, SessionState } from '../session/state';
import type { Block } from './block';
import type { TerminalView, ViewContext } from './context';
import { line } from './line';
import { MessageView } from './message';
import { noticeBlock } from './notice';
import { planBlock } from './plan';
import { toolBlock } from './tool';

/** How an entry was drawn last, and from what. */
interface Drawn {
  readonly entry: Entry;
  readonly width: number;
  readonly terminals: ReadonlyMap<string, TerminalView | undefined>;
  readonly block: Block;
}

export interface ChatViewOptions {
  readonly terminal: ViewContext['terminal'];
  /** An entry could not be drawn. */
  readonly onError: (error: unknown, entryId: string) => void;
}

/**
 * A session as blocks, drawn again and again. An entry that did not change gives the same block object, so what
 * comes after finds changes by `===`.
 */
export class ChatView {
  readonly #options: ChatViewOptions;
  #drawn = new Map<string, Drawn>();
  #messages = new Map<string, MessageView>();

  constructor(options: ChatViewOptions) {
    this.#options = options;
  }

  /** Blocks of all entries that have something to show. */
  blocks(state: SessionState, width: number): Block[] {
    const drawn = new Map<string, Drawn>();
    const blocks: Block[] = [];
    for (const entry of state.entries) {
      const item = this.#draw(entry, state.cwd, width);
      drawn.set(entry.id, item);
      if (item.block.lines.length > 0) blocks.push(item.block);
    }
    this.#drawn = drawn;
    return blocks;
  }

  #draw(entry: Entry, cwd: string, width: number): Drawn {
    const known = this.#drawn.get(entry.id);
    if (known && this.#current(known, entry, width)) return known;
    const terminals = new Map<string, TerminalView | undefined>();
    const context: ViewContext = {
      cwd,
      width,
      terminal: (id) => {
        const terminal = this.#options.terminal(id);
        terminals.set(id, terminal);
        return terminal;
      },
    };
    return { entry, width, terminals, block: this.#safeBlock(entry, context) };
  }

  #current(known: Drawn, entry: Entry, width: number): boolean {
    if (known.entry !== entry || known.width !== width) return false;
    return [...known.terminals].every(([id, terminal]) => this.#options.terminal(id) === terminal);
  }

  /** One entry that cannot be drawn must not keep the others from the screen. */
  #safeBlock(entry: Entry, context: ViewContext): Block {
    try {
      return this.#block(entry, context);
    } catch (error) {
      this.#options.onError(error, entry.id);
      return { id: entry.id, lines: [line(['✗ cannot be shown'], 'AcpNoticeError'), ''] };
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
      default:
        return this.#messageView(entry).draw(entry, context.width);
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
