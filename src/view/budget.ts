import { byteLength, sliceBytes } from '../base/text';
import type { Line } from './block';
import { textOf, withMarks } from './line';

/** How much text one flush may still carry. */
export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get spent(): boolean {
    return this.#left <= 0;
  }

  get left(): number {
    return this.#left;
  }

  /** The lines that fit, the last of them perhaps cut. The first `known` characters are on screen already. */
  take(lines: readonly Line[], known: number): readonly Line[] {
    if (this.#left === Number.POSITIVE_INFINITY) return lines;
    const taken: Line[] = [];
    for (const [index, line] of lines.entries()) {
      if (this.spent) break;
      const start = index === 0 ? known : 0;
      const added = textOf(line).slice(start);
      const bytes = byteLength(added);
      const fits = bytes <= this.#left;
      taken.push(fits ? line : cutLine(line, start + sliceBytes(added, this.#left).length));
      this.#left -= bytes + 1;
    }
    return taken;
  }
}

/** The start of a line, with the marks that lie inside; the rest can be appended to it later. */
function cutLine(line: Line, length: number): Line {
  const text = textOf(line).slice(0, length);
  if (typeof line === 'string') return text;
  const { spans = [], ...marks } = withMarks(line);
  const bytes = byteLength(text);
  const outside = spans.findIndex((span) => span.to > bytes);
  const inside = outside < 0 ? spans : spans.slice(0, outside);
  return { ...marks, text, ...(inside.length > 0 ? { spans: inside } : {}) };
}
