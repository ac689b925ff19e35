import { oneLine, truncateDisplay, unfinishedTail } from '../base/text';
import type { ContentBlock } from '../protocol/schema.gen';
import type { MessageEntry } from '../session/state';
import type { Block, Line } from './block';
import { placeholder } from './content';
import { GrowingText, type TextLook } from './growing-text';
import { line, textOf } from './line';

const LOOKS: Readonly<Record<MessageEntry['kind'], TextLook>> = {
  user: { lineGroup: 'AcpUser', markdown: true },
  // No prefix and no colour: the user copies from it.
  agent: { markdown: true, tables: true },
  thought: { lineGroup: 'AcpThought', markdown: false },
};

/**
 * Draws one message again and again while it grows. Only what came since the last drawing is looked at; when the
 * message turns out to be another text, it starts over.
 */
export class MessageView {
  readonly #look: TextLook;
  #text: GrowingText;
  /** What has been drawn: these blocks, of the last one `#taken` characters. */
  #content: readonly ContentBlock[] = [];
  #taken = 0;

  constructor(kind: MessageEntry['kind']) {
    this.#look = LOOKS[kind];
    this.#text = new GrowingText(this.#look);
  }

  /** A block without lines when there is nothing to show yet. */
  draw(entry: MessageEntry, width: number): Block {
    this.#take(entry);
    if (this.#text.empty) return { id: entry.id, lines: [] };
    return blockOf(entry, this.#text, width);
  }

  #take(entry: MessageEntry): void {
    if (!continues(this.#content, entry.content)) this.#restart();
    const first = Math.max(0, this.#content.length - 1);
    entry.content.slice(first).forEach((block, offset) => {
      const index = first + offset;
      if (index >= this.#content.length) this.#taken = 0;
      const growing = !entry.done && index === entry.content.length - 1;
      if (block.type === 'text') this.#takeText(block.text, growing);
      else if (index >= this.#content.length) this.#text.pushLine(placeholder(block));
      if (index < entry.content.length - 1) this.#text.endText();
    });
    this.#content = entry.content;
  }

  #takeText(text: string, growing: boolean): void {
    const rest = text.slice(this.#taken);
    const ready = growing ? rest.length - unfinishedTail(rest) : rest.length;
    if (ready > 0) this.#text.push(rest.slice(0, ready));
    this.#taken += ready;
  }

  #restart(): void {
    this.#text = new GrowingText(this.#look);
    this.#content = [];
    this.#taken = 0;
  }
}

function blockOf(entry: MessageEntry, text: GrowingText, width: number): Block {
  const { id } = entry;
  const lines = text.linesWithin(headerOf(entry, text, width), [''], width - 1);
  const last = lines.length - 2;
  switch (entry.kind) {
    case 'agent':
      return { id, lines, markdown: { from: 0, to: last } };
    case 'user':
      return { id, lines, markdown: { from: 1, to: last, verbatim: true } };
    case 'thought':
      return { id, lines, fold: { from: 0, to: last } };
  }
}

function headerOf(entry: MessageEntry, text: GrowingText, width: number): Line[] {
  switch (entry.kind) {
    case 'agent':
      return [];
    case 'user':
      return [line(['▌ You'], 'AcpUser')];
    case 'thought':
      return [thoughtHeader(entry, text.first ?? '', width)];
  }
}

/** All that shows of a closed fold. */
function thoughtHeader(entry: MessageEntry, first: Line, width: number): Line {
  const label = entry.done ? '▸ Thought' : '▸ Thinking';
  const start = oneLine(textOf(first).slice(0, 500)).replace(/^\*+|\*+$/g, '');
  const phrase = truncateDisplay(start, Math.max(20, width - label.length - 4));
  return line([label, `  ${phrase}`], 'AcpThought');
}

/** True when `next` begins with all of `before`. */
function continues(before: readonly ContentBlock[], next: readonly ContentBlock[]): boolean {
  return before.every((block, index) => {
    const now = next[index];
    if (now === block) return true;
    if (now?.type !== 'text' || block.type !== 'text') return false;
    const whole = index < before.length - 1;
    if (whole) return now.text === block.text;
    // Compared as equal strings: several times faster than startsWith.
    return (
      now.text.length >= block.text.length && now.text.slice(0, block.text.length) === block.text
    );
  });
}
