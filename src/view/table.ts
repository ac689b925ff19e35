/**
 * Markdown tables with their columns aligned. What comes out is Markdown still, so that it is coloured and copied like
 * any; where a table is too wide its cells are broken into lines, and where that does not help it stays as it came.
 */
import { displayWidth } from '../base/text';
import { PIECE } from './pieces';
import { type Cell, cellOf, longestPiece, wrapCell } from './table-cell';

type Alignment = 'left' | 'center' | 'right' | 'none';

/** A longer line is not parsed. */
const MAX_LINE = 1000;
/** With more rows than this a change of one row must not lead to all others being broken into lines anew. */
const MAX_WRAPPED_ROWS = 300;

interface Row {
  readonly source: string;
  readonly cells: readonly Cell[];
  /** How it was drawn last. */
  drawn?: { readonly key: string; readonly lines: readonly string[] };
  /** The widest pieces of its cells, once they have been asked for. */
  least?: readonly number[];
}

interface Layout {
  readonly widths: readonly number[];
  /** Text before each line. */
  readonly indent: string;
}

/** What the cells of all rows want. */
interface Wishes {
  readonly widths: readonly number[];
  /** Width of the marks in a row that are not seen. */
  readonly hidden: number;
}

/** Rows as they were drawn in one way, the first of them in pieces. */
interface Drawing {
  readonly key: string;
  sealed: readonly (readonly string[])[];
  /** The first row that is in none of the pieces. */
  next: number;
}

/** The pieces change no more; the rest does. */
interface DrawnTable {
  readonly sealed: readonly (readonly string[])[];
  readonly rest: readonly string[];
}

/** A table that may grow at its end. */
export class Table {
  readonly #header: string;
  readonly #delimiter: string;
  readonly #alignments: readonly Alignment[];
  readonly #rows: Row[] = [];
  #wishes: Wishes = { widths: [], hidden: 0 };
  #drawing: Drawing = { key: '', sealed: [], next: 0 };
  readonly #asItCame: Drawing = { key: '', sealed: [], next: 0 };
  /** The layout in which a row does not fit. */
  #misfit: string | undefined;

  private constructor(header: string, delimiter: string, alignments: readonly Alignment[]) {
    this.#header = header;
    this.#delimiter = delimiter;
    this.#alignments = alignments;
    this.#add(header);
  }

  /** The table that begins with these two lines, if one does. */
  static begin(header: string, delimiter: string): Table | undefined {
    const alignments = alignmentsOf(delimiter);
    if (!alignments || !isRow(header) || NO_HEADER.test(header)) return undefined;
    if (cellTexts(header).length !== alignments.length) return undefined;
    return new Table(header, delimiter, alignments);
  }

  /** False when the line is no row: the table has ended. */
  push(line: string): boolean {
    if (!isRow(line)) return false;
    this.#add(line);
    return true;
  }

  /** The table for a window of `width`, with a row that is not complete yet. */
  lines(width: number, open?: string): string[] {
    const row = open === undefined ? undefined : this.#row(open);
    const layout = this.#layout(width, row);
    const last = layout && row ? this.#drawRow(row, layout, width) : [];
    const fits = layout && (!row || last.length > 0);
    const aligned = fits ? this.#aligned(layout, width) : undefined;
    const { sealed, rest } = aligned ?? this.#unaligned();
    return [...sealed.flat(), ...rest, ...(aligned || !row ? last : [row.source])];
  }

  /**
   * A long table, most of it in pieces, which stay the same objects as long as the layout does. A row that is not complete
   * does not count for that: what it seems to want changes with every character.
   */
  draw(width: number, open?: string): DrawnTable {
    const layout = this.#layout(width);
    const aligned = layout && this.#aligned(layout, width);
    const { sealed, rest } = aligned ?? this.#unaligned();
    if (open === undefined) return { sealed, rest };
    const last = aligned ? this.#drawRow(this.#row(open), layout, width) : [];
    return { sealed, rest: [...rest, ...(last.length === 1 ? last : [open])] };
  }

  #add(source: string): void {
    const row = this.#row(source);
    this.#rows.push(row);
    this.#wishes = withRow(this.#wishes, row);
  }

  #layout(width: number, row?: Row): Layout | undefined {
    const wishes = row ? withRow(this.#wishes, row) : this.#wishes;
    const indent = /^ */.exec(this.#header)?.[0] ?? '';
    const count = this.#rows.length + (row ? 1 : 0);
    const rows = count > MAX_WRAPPED_ROWS ? undefined : [...this.#rows, ...(row ? [row] : [])];
    return layoutOf(wishes, rows, indent, width);
  }

  #row(source: string): Row {
    const count = this.#alignments.length;
    const texts = cellTexts(source);
    // Surplus cells become part of the last one: nothing is left out.
    const own = texts.slice(0, count - 1).concat(texts.slice(count - 1).join(' | '));
    const cells = Array.from({ length: count }, (_, column) => cellOf(own[column] ?? ''));
    return { source, cells };
  }

  /** Undefined when a line would not fit: what is hidden still takes its place where Neovim breaks lines. */
  #aligned(layout: Layout, width: number): DrawnTable | undefined {
    const key = `${width}: ${layout.widths.join()}`;
    if (this.#misfit === key) return undefined;
    if (this.#drawing.key !== key) this.#drawing = { key, sealed: [], next: 0 };
    const drawn = this.#extend(this.#drawing, this.#drawDelimiter(layout), (row) => {
      if (row.drawn?.key !== key) row.drawn = { key, lines: this.#drawRow(row, layout, width) };
      return row.drawn.lines;
    });
    if (!drawn) this.#misfit = key;
    return drawn;
  }

  #unaligned(): DrawnTable {
    const drawn = this.#extend(this.#asItCame, this.#delimiter, (row) => [row.source]);
    return drawn ?? { sealed: [], rest: [] };
  }

  /** Draws the rows that are in no piece yet. Undefined when one cannot be drawn. */
  #extend(
    drawing: Drawing,
    delimiter: string,
    linesOf: (row: Row) => readonly string[],
  ): DrawnTable | undefined {
    let rest: string[] = [];
    for (let at = drawing.next; at < this.#rows.length; at++) {
      const row = this.#rows[at];
      const lines = row ? linesOf(row) : [];
      if (lines.length === 0) return undefined;
      rest.push(...lines);
      if (at === 0) rest.push(delimiter);
      if (at + 1 < drawing.next + PIECE) continue;
      drawing.sealed = [...drawing.sealed, rest];
      drawing.next = at + 1;
      rest = [];
    }
    return { sealed: drawing.sealed, rest };
  }

  #drawRow(row: Row, { widths, indent }: Layout, width: number): string[] {
    const columns = row.cells.map((cell, column) => wrapCell(cell, widths[column] ?? 0));
    const fits = columns.every((lines, at) =>
      lines.every((cell) => cell.width <= (widths[at] ?? 0)),
    );
    if (!fits) return [];
    const height = Math.max(...columns.map((lines) => lines.length));
    const lines = Array.from({ length: height }, (_, at) => {
      const cells = columns.map((cell, column) =>
        padded(cell[at] ?? NOTHING, widths[column] ?? 0, this.#alignments[column] ?? 'none'),
      );
      return `${indent}| ${cells.join(' | ')} |`;
    });
    return lines.every((line) => displayWidth(line) <= width) ? lines : [];
  }

  #drawDelimiter({ widths, indent }: Layout): string {
    const cells = widths.map((width, column) => {
      const alignment = this.#alignments[column];
      const left = alignment === 'left' || alignment === 'center' ? ':' : '-';
      const right = alignment === 'right' || alignment === 'center' ? ':' : '-';
      return left + '-'.repeat(width) + right;
    });
    return `${indent}|${cells.join('|')}|`;
  }
}

const NOTHING: Cell = { text: '', width: 0, hidden: 0 };
/** Lists, headings, quotes, and what is indented by tabs. */
const NO_HEADER = /^ *(?:\t|(?:[-*+>#]|\d+[.)])\s)/;
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Also of a line that is not complete. */
export function isRow(line: string): boolean {
  return line.length <= MAX_LINE && line.includes('|');
}

/** Cells of a line; `\|` is no border. */
function cellTexts(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((text) => text.replace(/\t/g, ' ').trim());
}

function alignmentsOf(line: string): Alignment[] | undefined {
  if (line.length > MAX_LINE || !line.includes('|') || !DELIMITER.test(line)) return undefined;
  return cellTexts(line).map((cell) => {
    if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'left';
    return cell.endsWith(':') ? 'right' : 'none';
  });
}

/** @param rows absent when there are too many to break cells into lines */
function layoutOf(
  { widths: wanted, hidden }: Wishes,
  rows: readonly Row[] | undefined,
  indent: string,
  width: number,
): Layout | undefined {
  const room = width - indent.length - 3 * wanted.length - 1;
  if (sum(wanted) + hidden <= room) return { widths: wanted, indent };
  if (!rows) return undefined;
  const least = wanted.map((_, column) => most(rows, (row) => leastOf(row)[column] ?? 0));
  const widths = shared(wanted, least, room - hidden) ?? shared(wanted, least, room);
  return widths && { widths, indent };
}

function withRow({ widths, hidden }: Wishes, { cells }: Row): Wishes {
  return {
    widths: cells.map((cell, column) => Math.max(widths[column] ?? 0, cell.width)),
    hidden: Math.max(hidden, sum(cells.map((cell) => cell.hidden))),
  };
}

function leastOf(row: Row): readonly number[] {
  row.least ??= row.cells.map((cell) => longestPiece(cell));
  return row.least;
}

function most(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((found, row) => Math.max(found, of(row)), 0);
}

/** Narrow columns get what they want, the others share the rest. Undefined when not even the least fits. */
function shared(
  wanted: readonly number[],
  least: readonly number[],
  room: number,
): number[] | undefined {
  if (sum(least) > room) return undefined;
  const widths = [...least];
  let rest = room - sum(least);
  while (rest > 0) {
    const growing = widths.flatMap((width, at) => (width < (wanted[at] ?? 0) ? [at] : []));
    const narrowest = Math.min(...growing.map((at) => widths[at] ?? 0));
    const next = growing.filter((at) => widths[at] === narrowest).slice(0, rest);
    if (next.length === 0) break;
    for (const at of next) widths[at] = narrowest + 1;
    rest -= next.length;
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function padded(cell: Cell, width: number, alignment: Alignment): string {
  const room = Math.max(0, width - cell.width);
  const before = alignment === 'right' ? room : alignment === 'center' ? room >> 1 : 0;
  return ' '.repeat(before) + cell.text + ' '.repeat(room - before);
}
