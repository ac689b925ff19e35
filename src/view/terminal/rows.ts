/** One row of a terminal, cell by cell. */
import { byteLength, displayWidth } from '../../base/text';
import type { Span, StyledLine } from '../block';
import { groupsOf, type Pen, PLAIN_PEN } from './pen';

/** Columns that the cursor can be sent to. */
export const WIDTH = 2000;

/** A character with what is combined with it; empty: the second cell of a wide one. */
interface Cell {
  readonly text: string;
  readonly pen: Pen;
}

export type Row = Cell[];

const BLANK: Cell = { text: ' ', pen: PLAIN_PEN };

/** Writes a character, and says in which column the next one goes. */
export function putAt(row: Row, column: number, character: string, pen: Pen): number {
  const width = displayWidth(character);
  if (width === 0) {
    combine(row, column - 1, character);
    return column;
  }
  while (row.length < column) row.push(BLANK);
  splitWide(row, column);
  row[column] = { text: character, pen };
  if (width === 2) row[column + 1] = { text: '', pen };
  splitWide(row, column + width);
  return column + width;
}

function combine(row: Row, column: number, mark: string): void {
  const base = row[column]?.text === '' ? column - 1 : column;
  const cell = row[base];
  if (cell) row[base] = { text: cell.text + mark, pen: cell.pen };
}

/** Of a wide character that is half overwritten nothing is left. */
function splitWide(row: Row, column: number): void {
  if (row[column]?.text !== '') return;
  row[column] = BLANK;
  if (column > 0 && displayWidth(row[column - 1]?.text ?? '') === 2) row[column - 1] = BLANK;
}

export function erase(row: Row, from: number, to: number): void {
  for (let column = from; column < Math.min(to, row.length); column++) row[column] = BLANK;
}

/** Moves what begins at a column to the right. */
export function insertBlanks(row: Row, column: number, count: number): void {
  if (column >= row.length) return;
  row.splice(column, 0, ...Array<Cell>(count).fill(BLANK));
  row.length = Math.min(row.length, WIDTH);
}

/** Cells of one pen are one span for each of its groups. */
export function drawn(row: Readonly<Row>): StyledLine {
  let text = '';
  let column = 0;
  let run: { pen: Pen; from: number } = { pen: PLAIN_PEN, from: 0 };
  const spans: Span[] = [];
  const endRun = (): void => {
    if (column === run.from) return;
    for (const group of groupsOf(run.pen)) spans.push({ from: run.from, to: column, group });
  };
  for (const cell of row.slice(0, lastShown(row) + 1)) {
    if (cell.pen !== run.pen) {
      endRun();
      run = { pen: cell.pen, from: column };
    }
    text += cell.text;
    column += byteLength(cell.text);
  }
  endRun();
  return spans.length > 0 ? { text, spans } : { text };
}

function lastShown(row: Readonly<Row>): number {
  return row.findLastIndex(({ text }) => text !== ' ');
}
