/**
 * Markdown tables with their columns aligned. What comes out is Markdown still, so that it is coloured and copied like
 * any; where a table is too wide its cells are broken into lines, and where that does not help it stays as it came.
 */
import { displayWidth } from '../base/text';
import { type Cell, cellOf, longestPiece, wrapCell } from './table-cell';

type Alignment = 'left' | 'center' | 'right' | 'none';

/** A longer one is not looked into. */
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

/** A table that may grow at its end. */
export class Table {
  readonly #header: string;
  readonly #delimiter: string;
  readonly #alignments: readonly Alignment[];
  readonly #rows: Row[] = [];

  private constructor(header: string, delimiter: string, alignments: readonly Alignment[]) {
    this.#header = header;
    this.#delimiter = delimiter;
    this.#alignments = alignments;
    this.#rows.push(this.#row(header));
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
    this.#rows.push(this.#row(line));
    return true;
  }

  /** The table for a window of `width`, with a row that is not complete yet. */
  lines(width: number, open?: string): string[] {
    const rows = open === undefined ? this.#rows : [...this.#rows, this.#row(open)];
    const layout = layoutOf(rows, /^ */.exec(this.#header)?.[0] ?? '', width);
    const drawn = layout && this.#draw(rows, layout, width);
    if (drawn) return drawn;
    const [header = '', ...body] = rows.map((row) => row.source);
    return [header, this.#delimiter, ...body];
  }

  #row(source: string): Row {
    const count = this.#alignments.length;
    const texts = cellTexts(source);
    // What is too much is part of the last cell: nothing is left out.
    const own = texts.slice(0, count - 1).concat(texts.slice(count - 1).join(' | '));
    const cells = Array.from({ length: count }, (_, column) => cellOf(own[column] ?? ''));
    return { source, cells };
  }

  /** Undefined when a line would not fit: what is hidden still takes its place where Neovim breaks lines. */
  #draw(rows: readonly Row[], layout: Layout, width: number): string[] | undefined {
    const key = layout.widths.join();
    const lines: string[] = [];
    for (const [index, row] of rows.entries()) {
      if (row.drawn?.key !== key) row.drawn = { key, lines: this.#drawRow(row, layout, width) };
      if (row.drawn.lines.length === 0) return undefined;
      for (const line of row.drawn.lines) lines.push(line);
      if (index === 0) lines.push(this.#drawDelimiter(layout));
    }
    return lines;
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

function layoutOf(rows: readonly Row[], indent: string, width: number): Layout | undefined {
  const columns = rows[0]?.cells ?? [];
  const room = width - indent.length - 3 * columns.length - 1;
  const hidden = most(rows, ({ cells }) => sum(cells.map((cell) => cell.hidden)));
  const wanted = columns.map((_, column) => most(rows, ({ cells }) => cells[column]?.width ?? 0));
  if (sum(wanted) + hidden <= room) return { widths: wanted, indent };
  if (rows.length > MAX_WRAPPED_ROWS) return undefined;
  const least = columns.map((_, column) => most(rows, (row) => leastOf(row)[column] ?? 0));
  const widths = shared(wanted, least, room - hidden) ?? shared(wanted, least, room);
  return widths && { widths, indent };
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
