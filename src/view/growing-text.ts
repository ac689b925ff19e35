import { sanitize } from '../base/text';
import type { Line } from './block';
import { type Fence, fenceStep } from './fence';
import type { Group } from './groups';
import { isRow, Table } from './table';

/** How the lines of a text look. */
export interface TextLook {
  readonly lineGroup?: Group;
  /** Code fences are marked. */
  readonly markdown: boolean;
  /** Tables are aligned. */
  readonly tables?: true;
}

interface PlacedTable {
  /** Its lines among those of the text as it came. */
  readonly from: number;
  to: number;
  readonly table: Table;
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
  readonly #tables: PlacedTable[] = [];
  /** The last of them may still grow. */
  #inTable = false;

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
    this.#inTable = false;
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
  linesWithin(before: readonly Line[], after: readonly Line[], width: number): Line[] {
    const isOpen = !isBlank(this.#open);
    const all = isOpen || this.#filled === this.#lines.length;
    const lines = all ? this.#lines : this.#lines.slice(0, this.#filled);
    const open = isOpen ? this.#styled().line : undefined;
    const row = this.#inTable && typeof open === 'string' && isRow(open) ? open : undefined;
    const rest = open !== undefined && row === undefined ? [open] : [];
    if (this.#tables.length === 0) return [...before].concat(lines, rest, after);
    return [...before].concat(...this.#withTables(lines, width, row), rest, after);
  }

  /** The lines in pieces, tables as they are drawn; `open` is the last row of the last of them. */
  #withTables(lines: readonly Line[], width: number, open: string | undefined): Line[][] {
    const pieces: Line[][] = [];
    let at = 0;
    for (const { from, to, table } of this.#tables) {
      const grows = table === this.#tables.at(-1)?.table;
      pieces.push(lines.slice(at, from), table.lines(width, grows ? open : undefined));
      at = to;
    }
    return [...pieces, lines.slice(at)];
  }

  #endLine(): void {
    const blank = isBlank(this.#open);
    if (blank && this.#filled === 0) {
      this.#open = '';
      return;
    }
    const { line, fence } = this.#styled();
    if (this.#look.tables) this.#takeTable(line);
    this.#lines.push(line);
    this.#fence = fence;
    this.#open = '';
    if (!blank) this.#filled = this.#lines.length;
  }

  /** A line that is about to be added goes on with a table, or begins one together with the line above. */
  #takeTable(line: Line): void {
    const last = this.#inTable ? this.#tables.at(-1) : undefined;
    this.#inTable = typeof line === 'string' && last?.table.push(line) === true;
    if (last && this.#inTable) last.to++;
    const from = this.#lines.length - 1;
    const above = this.#lines[from];
    if (last || this.#fence || typeof above !== 'string' || typeof line !== 'string') return;
    const table = Table.begin(above, line);
    if (!table) return;
    this.#tables.push({ from, to: from + 2, table });
    this.#inTable = true;
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
