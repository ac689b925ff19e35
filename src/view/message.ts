import { displayWidth, oneLine, truncateDisplay, unfinishedTail } from '../base/text';
import type { MessageEntry, MessagePart } from '../model/state';
import type { Block, FoldRange, Line } from './block';
import { contentLines } from './content';
import type { DrawContent } from './context';
import { shownTime } from './elapsed';
import { FOLDED_WIDTH, foldedUnder } from './folded';
import { line, textOf } from './line';
import { rowCount } from './pieces';
import { GrowingText, type TextLook } from './streaming-text';

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
  #width = 0;
  /** What is drawn of parts that are not text. */
  #blocks: readonly (readonly Line[] | undefined)[] = [];
  /** What has been drawn: these parts, of the last one `#taken` characters. */
  #content: readonly MessagePart[] = [];
  #taken = 0;
  /** Characters that were taken and wait for what comes next. */
  #waiting = '';

  constructor(kind: MessageEntry['kind']) {
    this.#look = LOOKS[kind];
    this.#text = new GrowingText(this.#look, 0);
  }

  /** A block without lines when there is nothing to show yet. */
  draw(
    entry: MessageEntry,
    width: number,
    content: DrawContent = (_index, block) => contentLines(block),
  ): Block {
    this.#width = width;
    const blocks = entry.content.map((part, index) =>
      part.type === 'text' ? undefined : content(index, part),
    );
    const isSame = this.#blocks.every((lines, index) => lines === blocks[index]);
    const fits = this.#text.resize(width - 1);
    if (!fits || !isSame || !continues(this.#content, entry.content)) this.#restart();
    this.#blocks = blocks;
    this.#take(entry);
    if (this.#text.empty) return { id: entry.id, lines: [] };
    return blockOf(entry, this.#text, width);
  }

  #take({ content, done }: MessageEntry): void {
    const first = Math.max(0, this.#content.length - 1);
    content.slice(first).forEach((part, offset) => {
      const index = first + offset;
      const isNew = index >= this.#content.length;
      if (isNew) this.#taken = 0;
      const next = content[index + 1];
      const goesOn = next ? 'continues' in next : !done;
      if (part.type === 'text') this.#takeText(part.text, goesOn);
      else if (isNew) for (const one of this.#blocks[index] ?? []) this.#text.pushLine(one);
      if (next && !goesOn) this.#text.endText();
    });
    this.#content = content;
  }

  #takeText(text: string, goesOn: boolean): void {
    const fresh = this.#waiting + text.slice(this.#taken);
    const ready = goesOn ? fresh.length - unfinishedTail(fresh) : fresh.length;
    if (ready > 0) this.#text.push(fresh.slice(0, ready));
    this.#waiting = fresh.slice(ready);
    this.#taken = text.length;
  }

  #restart(): void {
    this.#text = new GrowingText(this.#look, this.#width - 1);
    this.#content = [];
    this.#taken = 0;
    this.#waiting = '';
  }
}

function blockOf(entry: MessageEntry, text: GrowingText, width: number): Block {
  const { id } = entry;
  const header = entry.kind === 'thought' ? [line([`▾ ${thoughtLabel(entry)}`], 'AcpThought')] : [];
  const { sealed: body, lines: end } = text.draw();
  const isLong = body.length > 0;
  const sealed = isLong && header.length > 0 ? [header, ...body] : body;
  const lines = isLong ? [...end, ''] : [...header, ...end, ''];
  const block = { id, ...(isLong ? { sealed } : {}), lines };
  const last = rowCount(block) - 2;
  switch (entry.kind) {
    case 'agent':
      return { ...block, markdown: { from: 0, to: last } };
    case 'user':
      return { ...block, markdown: { from: 0, to: last, verbatim: true } };
    case 'thought':
      return { ...block, fold: thoughtFold(entry, text, last, width) };
  }
}

function thoughtLabel({ done, took = 0 }: MessageEntry): string {
  if (!done) return 'Thinking';
  const time = shownTime({ took });
  return time ? `Thought for ${time}` : 'Thought';
}

/** What it is about, and how much of it there is. */
function thoughtFold(entry: MessageEntry, text: GrowingText, to: number, width: number): FoldRange {
  const label = `▾ ${thoughtLabel(entry)}`;
  const start = oneLine(textOf(text.first).slice(0, 500)).replace(/^\*+|\*+$/g, '');
  const room = width - displayWidth(label) - FOLDED_WIDTH - 2;
  const phrase = truncateDisplay(start, Math.max(20, room));
  return foldedUnder(line([label, `  ${phrase}`], 'AcpThought'), 0, to);
}

/** True when `next` begins with all of `before`. */
function continues(before: readonly MessagePart[], next: readonly MessagePart[]): boolean {
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
