/**
 * What a terminal would show of what a program printed: carriage returns, progress bars and movements of the cursor
 * done, colours as highlights. Pure; whatever comes out is safe to show.
 */
import { type CODE, parse } from '@ansi-tools/parser';
import { byteLength, displayWidth, sanitize } from '../../base/text';
import type { Span, StyledLine } from '../block';
import { groupsOf, type Pen, PLAIN_PEN, withStyle } from './pen';

/** Rows that the cursor can go back to. */
const HEIGHT = 50;
/** Columns that the cursor can be sent to. */
const WIDTH = 2000;
const TAB = 8;

/** A character with what is combined with it; empty: the second cell of a wide one. */
interface Cell {
  readonly text: string;
  readonly pen: Pen;
}

const BLANK: Cell = { text: ' ', pen: PLAIN_PEN };

interface Place {
  readonly row: number;
  readonly column: number;
}

/** What a program prints on. */
interface ScreenBuffer {
  rows: Cell[][];
  /** Rows above it have left the screen. */
  top: number;
  row: number;
  column: number;
  pen: Pen;
  saved: Place;
}

/** Local to one call of {@link terminalScreen}. */
interface Screen extends ScreenBuffer {
  /** What comes back once the program leaves the alternate screen; absent: it is not there. */
  main?: ScreenBuffer;
}

/** The lines on a terminal after `output`, those that have left its screen too. */
export function terminalScreen(output: string): StyledLine[] {
  const screen: Screen = emptyBuffer();
  output.split('\n').forEach((line, index) => {
    if (index > 0) lineFeed(screen);
    // The pieces of a line do not depend on other lines: an escape sequence that never ends hides no more than its line.
    for (const piece of piecesOf(line)) print(screen, piece);
  });
  return [...writtenRows(screen.main?.rows ?? []), ...screen.rows].map(drawn);
}

function emptyBuffer(): ScreenBuffer {
  return {
    rows: [[]],
    top: 0,
    row: 0,
    column: 0,
    pen: PLAIN_PEN,
    saved: { row: 0, column: 0 },
  };
}

/** Up to the last row with something on it. */
function writtenRows(rows: readonly Cell[][]): readonly Cell[][] {
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

/** Pieces of the lines of late: while a program prints, it is always the same ones that are asked for. */
const parsed = new Map<string, readonly CODE[]>();
const MAX_PARSED = 1000;

function piecesOf(line: string): readonly CODE[] {
  const known = parsed.get(line);
  if (known) return known;
  const pieces = parse(line);
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(line, pieces);
  return pieces;
}

function print(screen: Screen, piece: CODE): void {
  if (piece.type === 'TEXT') printText(screen, piece.raw);
  else if (piece.type === 'CSI' && piece.command === 'm') {
    const params = piece.parameterGroups ?? piece.params.map((param) => [param]);
    screen.pen = withStyle(screen.pen, params);
  } else if (piece.type === 'CSI') control(screen, piece.command, piece.params);
  else if (piece.type === 'DEC') setMode(screen, piece.command, piece.params);
  else if (piece.type === 'ESC') escaped(screen, piece.command);
}

function printText(screen: Screen, text: string): void {
  for (const part of text.split(/([\r\b\t])/)) {
    if (part === '\r') screen.column = 0;
    else if (part === '\b') screen.column = Math.max(0, screen.column - 1);
    else if (part === '\t') moveTo(screen, screen.row, (Math.floor(screen.column / TAB) + 1) * TAB);
    else put(screen, part);
  }
}

function put(screen: Screen, text: string): void {
  // The bell rings, and shows nothing.
  for (const character of sanitize(text.replaceAll('\x07', ''), { before: ' ' })) {
    const row = rowOf(screen);
    const width = displayWidth(character);
    if (width === 0) {
      combine(row, screen.column - 1, character);
      continue;
    }
    while (row.length < screen.column) row.push(BLANK);
    splitWide(row, screen.column);
    row[screen.column++] = { text: character, pen: screen.pen };
    if (width === 2) row[screen.column++] = { text: '', pen: screen.pen };
    splitWide(row, screen.column);
  }
}

function combine(row: Cell[], column: number, mark: string): void {
  const base = row[column]?.text === '' ? column - 1 : column;
  const cell = row[base];
  if (cell) row[base] = { text: cell.text + mark, pen: cell.pen };
}

/** Of a wide character that is half overwritten nothing is left. */
function splitWide(row: Cell[], column: number): void {
  if (row[column]?.text !== '') return;
  row[column] = BLANK;
  if (column > 0 && displayWidth(row[column - 1]?.text ?? '') === 2) row[column - 1] = BLANK;
}

function lineFeed(screen: Screen): void {
  screen.row++;
  screen.column = 0;
  if (screen.row === screen.rows.length) screen.rows.push([]);
  screen.top = Math.max(screen.top, screen.rows.length - HEIGHT);
}

/** Only to rows that are on the screen: nothing is made by moving about. */
function moveTo(screen: Screen, row: number, column: number): void {
  screen.row = Math.min(Math.max(row, screen.top), screen.rows.length - 1);
  screen.column = Math.min(Math.max(column, 0), WIDTH);
}

function rowOf({ rows, row }: Screen): Cell[] {
  return rows[row] ?? [];
}

type Control = (screen: Screen, n: number, params: readonly string[]) => void;

/** By their last letter. `n` is the first parameter, at least 1. */
const CONTROLS: Readonly<Record<string, Control>> = {
  A: (screen, n) => moveTo(screen, screen.row - n, screen.column),
  B: (screen, n) => moveTo(screen, screen.row + n, screen.column),
  C: (screen, n) => moveTo(screen, screen.row, screen.column + n),
  D: (screen, n) => moveTo(screen, screen.row, screen.column - n),
  E: (screen, n) => moveTo(screen, screen.row + n, 0),
  F: (screen, n) => moveTo(screen, screen.row - n, 0),
  G: (screen, n) => moveTo(screen, screen.row, n - 1),
  H: goTo,
  f: goTo,
  J: (screen, _, [what]) => eraseScreen(screen, Number(what ?? 0)),
  K: (screen, _, [what]) => eraseLine(screen, Number(what ?? 0)),
  P: (screen, n) => void rowOf(screen).splice(screen.column, n),
  X: (screen, n) => erase(rowOf(screen), screen.column, screen.column + n),
  s: save,
  u: restore,
};

function control(screen: Screen, command: string, params: readonly string[]): void {
  const n = Number(params[0]);
  CONTROLS[command]?.(screen, n >= 1 ? Math.min(n, WIDTH) : 1, params);
}

/** Modes that show another screen, as programs that fill all of it ask for it. */
const ALTERNATE: readonly string[] = ['47', '1047', '1049'];

function setMode(screen: Screen, command: string, params: readonly string[]): void {
  if (!params.some((mode) => ALTERNATE.includes(mode))) return;
  if (command === 'h') enterAlternate(screen);
  else if (command === 'l') leaveAlternate(screen);
}

function enterAlternate(screen: Screen): void {
  if (screen.main) return;
  const { pen } = screen;
  Object.assign(screen, { ...emptyBuffer(), pen, main: { ...screen } });
}

/** Nothing is left of what was drawn there. */
function leaveAlternate(screen: Screen): void {
  if (screen.main) Object.assign(screen, { ...screen.main, main: undefined });
}

function escaped(screen: Screen, command: string): void {
  if (command === '7') save(screen);
  else if (command === '8') restore(screen);
  else if (command === 'c') {
    leaveAlternate(screen);
    eraseScreen(screen, 2);
    moveTo(screen, screen.top, 0);
    screen.pen = PLAIN_PEN;
  }
}

/** Counted from the top of the screen, which is where clearing it has left it. */
function goTo(screen: Screen, row: number, params: readonly string[]): void {
  moveTo(screen, screen.top + row - 1, Number(params[1] ?? 1) - 1);
}

function save(screen: Screen): void {
  screen.saved = { row: screen.row, column: screen.column };
}

function restore(screen: Screen): void {
  moveTo(screen, screen.saved.row, screen.saved.column);
}

function eraseLine(screen: Screen, what: number): void {
  const row = rowOf(screen);
  if (what === 0) row.length = Math.min(row.length, screen.column);
  else if (what === 1) erase(row, 0, screen.column + 1);
  else row.length = 0;
}

function erase(row: Cell[], from: number, to: number): void {
  for (let column = from; column < Math.min(to, row.length); column++) row[column] = BLANK;
}

/** What is cleared as a whole is kept above, as terminals do it, but for the alternate screen. */
function eraseScreen(screen: Screen, what: number): void {
  if (what === 0) {
    eraseLine(screen, 0);
    screen.rows.length = screen.row + 1;
  } else if (what === 1) {
    for (let row = screen.top; row < screen.row; row++) screen.rows[row] = [];
    eraseLine(screen, 1);
  } else {
    const kept = screen.main ? [] : writtenRows(screen.rows);
    screen.rows = [...kept, []];
    screen.top = kept.length;
    moveTo(screen, screen.top, screen.column);
  }
}

/** Cells of one pen are one span for each of its groups. */
function drawn(row: readonly Cell[]): StyledLine {
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

function lastShown(row: readonly Cell[]): number {
  return row.findLastIndex(({ text }) => text !== ' ');
}
