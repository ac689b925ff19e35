/** What a program prints on: rows of which the last ones are its screen, and the cursor on it. */
import { type Pen, PLAIN_PEN } from './pen';
import { type Row, WIDTH } from './rows';

/** Rows of a screen of which nobody knows how high it is. */
const HEIGHT = 50;
/** The same for programs that fill all of it: most terminals that nobody looks at are as high as the first ones. */
const FULL_HEIGHT = 24;
/** Rows of the highest screen. */
const MAX_HEIGHT = 100;
/** Rows that are kept of what was cleared. */
const MAX_KEPT = 1000;

/** Counted from the top of the screen. */
interface Place {
  readonly row: number;
  readonly column: number;
}

export interface ScreenBuffer {
  /** Those that nothing was written to yet come into being when something is. */
  rows: Row[];
  /** Rows above it have left the screen. */
  top: number;
  height: number;
  /** The rows that scroll, from the top of the screen; absent: all. */
  margins?: { readonly first: number; readonly last: number } | undefined;
  row: number;
  column: number;
  pen: Pen;
  saved: Place;
  /** Letters stand for parts of frames. */
  drawsLines?: boolean;
  /** The character that was written last. */
  last?: string;
}

/** Local to one call of `terminalScreen`. */
export interface Screen extends ScreenBuffer {
  /** What comes back once the program leaves the alternate screen; absent: it is not there. */
  main?: ScreenBuffer | undefined;
}

export function emptyBuffer(height = HEIGHT): ScreenBuffer {
  return {
    rows: [[]],
    top: 0,
    height,
    row: 0,
    column: 0,
    pen: PLAIN_PEN,
    saved: { row: 0, column: 0 },
  };
}

export function enterAlternate(screen: Screen): void {
  if (screen.main) return;
  const { pen } = screen;
  const margins = undefined;
  Object.assign(screen, { ...emptyBuffer(FULL_HEIGHT), margins, pen, main: { ...screen } });
}

/** Nothing is left of what was drawn there. */
export function leaveAlternate(screen: Screen): void {
  if (screen.main) Object.assign(screen, { margins: undefined, ...screen.main, main: undefined });
}

/** Up to the last row with something on it. */
export function writtenRows(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

/** What is cleared as a whole is kept above, as terminals do it, but for the alternate screen. */
export function clear(screen: Screen): void {
  const kept = screen.main ? [] : writtenRows(screen.rows).slice(-MAX_KEPT);
  screen.rows = [...kept, []];
  screen.top = kept.length;
  moveTo(screen, screen.top, screen.column);
}

/** The row of the cursor, as far as there is something on it. */
export function rowOf({ rows, row }: ScreenBuffer): Row {
  return rows[row] ?? [];
}

/** The same, to write on. */
export function rowToWrite(screen: ScreenBuffer): Row {
  fill(screen, screen.row);
  return rowOf(screen);
}

/** Only to rows of the screen. */
export function moveTo(screen: ScreenBuffer, row: number, column: number): void {
  screen.row = Math.min(Math.max(row, screen.top), screen.top + screen.height - 1);
  screen.column = Math.min(Math.max(column, 0), WIDTH);
}

/** Further down by so many rows; whoever wants to the end, wherever that is, gets to the last row that is there. */
export function moveDown(screen: Screen, count: number, column: number): void {
  moveTo(screen, count > MAX_HEIGHT ? lastRow(screen) : screen.row + count, column);
}

/** To a row from the top of the screen, which is where clearing it has left it; it is as high as programs say. */
export function goToRow(screen: Screen, row: number, column: number): void {
  if (row < MAX_HEIGHT) grow(screen, row + 1);
  moveTo(screen, row < MAX_HEIGHT ? screen.top + row : lastRow(screen), column);
}

function lastRow({ main, rows, top, height }: Screen): number {
  return main ? top + height - 1 : rows.length - 1;
}

/** What has left a screen that is higher than was known has not left it. */
function grow(screen: Screen, height: number): void {
  const more = height - screen.height;
  if (more <= 0) return;
  screen.height = height;
  if (screen.main) screen.top = Math.max(0, screen.top - more);
}

/** Has only rows from `first` to `last` scroll. Programs say so of all rows first: it is how high their screen is. */
export function setMargins(screen: Screen, first: number, last: number): void {
  const isRange = first < last && last < MAX_HEIGHT;
  screen.margins = isRange ? { first, last } : undefined;
  if (isRange) {
    const isAnnounced = first === 0 && !screen.main && screen.height === HEIGHT;
    if (isAnnounced) screen.height = last + 1;
    else grow(screen, last + 1);
    followEnd(screen);
  }
  moveTo(screen, screen.top, 0);
}

export function lineFeed(screen: Screen): void {
  index(screen);
  screen.column = 0;
}

/** A row further down; at the end of what scrolls that does. */
export function index(screen: Screen): void {
  if (screen.margins && screen.row === bottomOf(screen)) scrollUp(screen, 1);
  else screen.row++;
  fill(screen, screen.row);
  followEnd(screen);
}

/** The screen ends with the last row. */
function followEnd(screen: ScreenBuffer): void {
  screen.top = Math.max(screen.top, screen.rows.length - screen.height);
}

export function reverseIndex(screen: Screen): void {
  if (screen.row === topOf(screen)) scrollDown(screen, screen.row, 1);
  else moveTo(screen, screen.row - 1, screen.column);
}

/** What leaves the top of the main screen is kept above it. */
export function scrollUp(screen: Screen, count: number): void {
  const [first, last] = [topOf(screen), bottomOf(screen)];
  if (screen.main || first > screen.top) {
    deleteRows(screen, first, count);
    return;
  }
  const left = Math.min(count, last - first + 1, screen.rows.length - first);
  if (screen.rows.length > last + 1) screen.rows.splice(last + 1, 0, ...emptyRows(left));
  screen.top += left;
  screen.row += left;
}

/** Takes rows away from `from` on, where that scrolls; the end of what scrolls stays where it is. */
export function deleteRows(screen: ScreenBuffer, from: number, count: number): void {
  const last = bottomOf(screen);
  const gone = Math.min(count, last - from + 1);
  if (from < topOf(screen) || gone <= 0) return;
  const isFollowed = screen.rows.length > last + 1;
  screen.rows.splice(from, gone);
  if (isFollowed) screen.rows.splice(last + 1 - gone, 0, ...emptyRows(gone));
}

/** Puts empty rows in front of `from`, where that scrolls; what gets behind the end of what scrolls is gone. */
export function scrollDown(screen: ScreenBuffer, from: number, count: number): void {
  const last = bottomOf(screen);
  const made = Math.min(count, last - from + 1);
  if (from < topOf(screen) || made <= 0 || from >= screen.rows.length) return;
  screen.rows.splice(last + 1 - made, made);
  screen.rows.splice(from, 0, ...emptyRows(made));
}

export function topOf({ top, margins }: ScreenBuffer): number {
  return top + (margins?.first ?? 0);
}

function bottomOf({ top, height, margins }: ScreenBuffer): number {
  return top + (margins?.last ?? height - 1);
}

export function save(screen: ScreenBuffer): void {
  screen.saved = { row: screen.row - screen.top, column: screen.column };
}

export function restore(screen: ScreenBuffer): void {
  moveTo(screen, screen.top + screen.saved.row, screen.saved.column);
}

function fill({ rows }: ScreenBuffer, last: number): void {
  while (rows.length <= last) rows.push([]);
}

function emptyRows(count: number): Row[] {
  return Array.from({ length: count }, () => []);
}
