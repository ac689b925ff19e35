import { sanitize } from '../base/text';
import type { Line } from './block';
import { type Fence, fenceStep } from './fence';
import type { Group } from './groups';

/** How the lines of a text look. */
export interface TextLook {
  readonly lineGroup?: Group;
  /** Code fences are marked. */
  readonly markdown: boolean;
}

/**
 * A text that only grows, as lines. Each piece is looked at once, so that a long answer costs no more per chunk
 * than a short one. Blank lines at both ends are left out; those at the end come back when text follows.
 */
export class GrowingText {
  readonly #look: TextLook;
  readonly #lines: Line[] = [];
  /** The line that may still grow. */
  #open = '';
  #fence: Fence | undefined;
  /** Lines up to and including the last one that is not blank. */
  #filled = 0;

  constructor(look: TextLook) {
    this.#look = look;
  }

  push(piece: string): void {
    const before = this.#open.at(-1) ?? '\n';
    const texts = sanitize(detach(piece), { before }).split('\n');
    texts.forEach((text, index) => {
      if (index > 0) this.#endLine();
      this.#open += text;
    });
  }

  /** Puts a line of another make below the text. */
  pushLine(line: Line): void {
    this.endText();
    this.#lines.push(line);
    this.#filled = this.#lines.length;
  }

  /** The next piece starts a line. */
  endText(): void {
    if (this.#open !== '') this.#endLine();
  }

  /** True as long as there is nothing to show. */
  get empty(): boolean {
    return this.#filled === 0 && isBlank(this.#open);
  }

  /** The first line with something in it. */
  get first(): Line | undefined {
    return this.#filled > 0 ? this.#lines[0] : this.#styled().line;
  }

  /**
   * The text's lines with others before and after them, in a list of their own: what was handed out never changes.
   * One copy and no more, because a text may have hundreds of thousands of lines.
   */
  linesWithin(before: readonly Line[], after: readonly Line[]): Line[] {
    if (!isBlank(this.#open)) return [...before].concat(this.#lines, this.#styled().line, after);
    const trimmed = this.#filled < this.#lines.length;
    return [...before].concat(trimmed ? this.#lines.slice(0, this.#filled) : this.#lines, after);
  }

  #endLine(): void {
    const blank = isBlank(this.#open);
    if (blank && this.#filled === 0) {
      this.#open = '';
      return;
    }
    const { line, fence } = this.#styled();
    this.#lines.push(line);
    this.#fence = fence;
    this.#open = '';
    if (!blank) this.#filled = this.#lines.length;
  }

  #styled(): { line: Line; fence: Fence | undefined } {
    const text = this.#open;
    const { lineGroup, markdown } = this.#look;
    const step = markdown ? fenceStep(text, this.#fence) : { fence: undefined };
    if (!lineGroup && !step.mark) return { line: text, fence: step.fence };
    const line = {
      text,
      ...(lineGroup ? { lineGroup } : {}),
      ...(step.mark ? { fence: step.mark } : {}),
    };
    return { line, fence: step.fence };
  }
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** A slice keeps the whole string it was cut from alive, here the whole message once per flush: copy it. */
function detach(piece: string): string {
  return ` ${piece}`.slice(1);
}
