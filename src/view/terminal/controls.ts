/** What control sequences do to a screen. */
import {
  clear,
  deleteRows,
  enterAlternate,
  goToRow,
  index,
  leaveAlternate,
  lineFeed,
  moveDown,
  moveTo,
  restore,
  reverseIndex,
  rowOf,
  type Screen,
  save,
  scrollDown,
  scrollUp,
  setMargins,
  topOf,
} from './buffer';
import { PLAIN_PEN } from './pen';
import { repeat } from './put';
import { erase, insertBlanks, WIDTH } from './rows';

type Control = (screen: Screen, n: number, params: readonly string[]) => void;

/** By their last letter. `n` is the first parameter, at least 1. */
const CONTROLS: Readonly<Record<string, Control>> = {
  A: (screen, n) => moveTo(screen, screen.row - n, screen.column),
  B: (screen, n) => moveDown(screen, n, screen.column),
  C: (screen, n) => moveTo(screen, screen.row, screen.column + n),
  D: (screen, n) => moveTo(screen, screen.row, screen.column - n),
  E: (screen, n) => moveDown(screen, n, 0),
  F: (screen, n) => moveTo(screen, screen.row - n, 0),
  G: (screen, n) => moveTo(screen, screen.row, n - 1),
  '`': (screen, n) => moveTo(screen, screen.row, n - 1),
  a: (screen, n) => moveTo(screen, screen.row, screen.column + n),
  d: (screen, n) => goToRow(screen, n - 1, screen.column),
  e: (screen, n) => moveDown(screen, n, screen.column),
  H: goTo,
  f: goTo,
  J: (screen, _, [what]) => eraseScreen(screen, Number(what ?? 0)),
  K: (screen, _, [what]) => eraseLine(screen, Number(what ?? 0)),
  L: (screen, n) => scrollDown(screen, screen.row, n),
  M: (screen, n) => deleteRows(screen, screen.row, n),
  P: (screen, n) => void rowOf(screen).splice(screen.column, n),
  S: (screen, n) => scrollUp(screen, n),
  T: (screen, n) => scrollDown(screen, topOf(screen), n),
  X: (screen, n) => erase(rowOf(screen), screen.column, screen.column + n),
  b: repeat,
  '@': (screen, n) => insertBlanks(rowOf(screen), screen.column, n),
  r: (screen, n, [, last]) => setMargins(screen, n - 1, Number(last ?? 0) - 1),
  s: save,
  u: restore,
};

export function control(screen: Screen, command: string, params: readonly string[]): void {
  const n = Number(params[0]);
  CONTROLS[command]?.(screen, n >= 1 ? Math.min(n, WIDTH) : 1, params);
}

/** Modes that show another screen, as programs that fill all of it ask for it. */
const ALTERNATE: readonly string[] = ['47', '1047', '1049'];

export function setMode(screen: Screen, command: string, params: readonly string[]): void {
  if (!params.some((mode) => ALTERNATE.includes(mode))) return;
  if (command === 'h') enterAlternate(screen);
  else if (command === 'l') leaveAlternate(screen);
}

export function escaped(screen: Screen, command: string, params: readonly string[]): void {
  ESCAPES[command]?.(screen, params);
}

const ESCAPES: Readonly<Record<string, (screen: Screen, params: readonly string[]) => void>> = {
  '7': save,
  '8': restore,
  '(': (screen, [set]) => {
    screen.drawsLines = set === '0';
  },
  D: index,
  E: lineFeed,
  M: reverseIndex,
  c: (screen) => {
    leaveAlternate(screen);
    screen.margins = undefined;
    screen.drawsLines = false;
    screen.pen = PLAIN_PEN;
    clear(screen);
    moveTo(screen, screen.top, 0);
  },
};

/** Counted from the top of the screen. */
function goTo(screen: Screen, row: number, params: readonly string[]): void {
  const column = Number(params[1]);
  goToRow(screen, row - 1, column >= 1 ? column - 1 : 0);
}

function eraseLine(screen: Screen, what: number): void {
  const row = rowOf(screen);
  if (what === 0) row.length = Math.min(row.length, screen.column);
  else if (what === 1) erase(row, 0, screen.column + 1);
  else row.length = 0;
}

function eraseScreen(screen: Screen, what: number): void {
  if (what === 0) {
    eraseLine(screen, 0);
    screen.rows.length = Math.min(screen.rows.length, screen.row + 1);
  } else if (what === 1) {
    for (const row of screen.rows.slice(screen.top, screen.row)) row.length = 0;
    eraseLine(screen, 1);
  } else {
    clear(screen);
  }
}
