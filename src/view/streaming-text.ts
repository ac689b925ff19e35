import { sanitize } from '../base/text';
import type { Line, Piece } from './block';
import { type Fence, fenceStep } from './fence';
import type { Group } from './groups';
import { itemsAfter, type ListItems } from './list-items';
import { PIECE } from './pieces';
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
  /** Its lines among those that are not sealed, as they came. */
  readonly from: number;
  to: number;
  readonly table: Table;
}

/**
 * A text that only grows, as lines. Each piece of it is looked at once: lines that can change no more are sealed, so that
 * what is added to a long answer costs no more than what is added to a short one. Blank lines at both ends are left out;
 * those at the end come back when text follows.
 */
export class GrowingText {
  readonly #look: TextLook;
  #width: number;
  #sealed: readonly Piece[] = [];
  /** Lines that are not sealed, as they came. */
  #lines: Line[] = [];
  /** The line that may still grow. */
  #open = '';
  #fence: Fence | undefined;
  /** Those of lists that are open. */
  #items: ListItems = [];
  /** Of `#lines`, those up to and including the last one that is not blank. */
  #filled = 0;
  #first: Line | undefined;
  /** Those in `#lines`. */
  #tables: PlacedTable[] = [];
  /** The last of them may still grow. */
  #inTable = false;
  /** A table that has grown so long that it is drawn in pieces; it is below what is sealed, and `#lines` is empty. */
  #long: Table | undefined;
  #hadTables = false;

  constructor(look: TextLook, width: number) {
    this.#look = look;
    this.#width = width;
  }

  /** False when the text has to be taken in anew to be shown in this width. */
  resize(width: number): boolean {
    if (width === this.#width) return true;
    this.#width = width;
    return !this.#hadTables;
  }

  push(text: string): void {
    const before = this.#open.at(-1) ?? '\n';
    const texts = sanitize(detach(text), { before }).split('\n');
    texts.forEach((part, index) => {
      if (index > 0) this.#endLine();
      this.#open += part;
    });
  }

  /** Puts a line of another make below the text. */
  pushLine(line: Line): void {
    this.endText();
    this.#endLong();
    this.#inTable = false;
    this.#add(line, true);
  }

  /** The next piece starts a line. */
  endText(): void {
    if (this.#open !== '') this.#endLine();
  }

  /** True as long as there is nothing to show. */
  get empty(): boolean {
    return this.#first === undefined && isBlank(this.#open);
  }

  /** The first line with something in it. */
  get first(): Line {
    return this.#first ?? this.#styled().line;
  }

  /** The lines: what is sealed in pieces that stay the same objects, and the others in a list of their own. */
  draw(): { readonly sealed: readonly Piece[]; readonly lines: readonly Line[] } {
    const open = isBlank(this.#open) ? undefined : this.#styled().line;
    const row = this.#inTable && typeof open === 'string' && isRow(open) ? open : undefined;
    const below = open !== undefined && row === undefined ? [open] : [];
    if (this.#long) {
      const { sealed, rest } = this.#long.draw(this.#width, row);
      return { sealed: [...this.#sealed, ...sealed], lines: [...rest, ...below] };
    }
    const shown = open === undefined ? this.#lines.slice(0, this.#filled) : this.#lines;
    return { sealed: this.#sealed, lines: this.#withTables(shown, row).concat(below) };
  }

  /** Lines with their tables as they are drawn; `row` is the last row of the last of them. */
  #withTables(lines: readonly Line[], row?: string): Line[] {
    const drawn: Line[][] = [];
    let at = 0;
    for (const { from, to, table } of this.#tables) {
      const grows = table === this.#tables.at(-1)?.table;
      drawn.push(lines.slice(at, from), table.lines(this.#width, grows ? row : undefined));
      at = to;
    }
    return drawn.flat().concat(lines.slice(at));
  }

  #endLine(): void {
    const blank = isBlank(this.#open);
    if (!blank || this.#first !== undefined) {
      const { line, fence } = this.#styled();
      const isCode = this.#fence !== undefined;
      this.#fence = fence;
      if (this.#look.markdown && !isCode) this.#items = itemsAfter(this.#open, this.#items);
      if (!this.#lengthens(line)) this.#add(line, !blank);
    }
    this.#open = '';
  }

  /** True when the line is one more row of a long table. */
  #lengthens(line: Line): boolean {
    if (typeof line === 'string' && this.#long?.push(line)) return true;
    this.#endLong();
    if (this.#look.tables) this.#takeTable(line);
    return false;
  }

  #add(line: Line, filled: boolean): void {
    this.#lines.push(line);
    if (!filled) return;
    this.#first ??= line;
    this.#filled = this.#lines.length;
    if (this.#inTable) this.#growLong();
    // The last line may yet turn out to be the header of a table.
    else if (this.#filled > PIECE) this.#seal(this.#filled - 1);
  }

  #growLong(): void {
    const last = this.#tables.at(-1);
    if (!last || last.to - last.from <= PIECE) return;
    this.#tables.pop();
    this.#seal(last.from);
    this.#lines = [];
    this.#filled = 0;
    this.#long = last.table;
  }

  /** Nothing more comes to the long table: its lines stay as they are. */
  #endLong(): void {
    if (!this.#long) return;
    const { sealed, rest } = this.#long.draw(this.#width);
    this.#sealed = [...this.#sealed, ...sealed, rest];
    this.#long = undefined;
    this.#inTable = false;
  }

  /** The first `count` lines can change no more. */
  #seal(count: number): void {
    if (count > 0) this.#sealed = [...this.#sealed, this.#withTables(this.#lines.slice(0, count))];
    this.#lines = this.#lines.slice(count);
    this.#filled = Math.max(0, this.#filled - count);
    this.#tables = [];
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
    this.#hadTables = true;
  }

  #styled(): { line: Line; fence: Fence | undefined } {
    const text = this.#open;
    const { lineGroup, markdown } = this.#look;
    const step = markdown ? fenceStep(text, this.#fence, this.#items) : { fence: undefined };
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
