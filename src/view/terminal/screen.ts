/**
 * What a terminal would show of what a program printed: carriage returns, progress bars and movements of the cursor
 * done, colours as highlights. Pure; whatever comes out is safe to show.
 */
import { type CODE, parse } from '@ansi-tools/parser';
import type { StyledLine } from '../block';
import { emptyBuffer, index, lineFeed, moveTo, type Screen, writtenRows } from './buffer';
import { control, escaped, setMode } from './controls';
import { withStyle } from './pen';
import { put } from './put';
import { drawn } from './rows';

const TAB = 8;

/** The lines on a terminal after `output`, those that have left its screen too. */
export function terminalScreen(output: string): StyledLine[] {
  const screen: Screen = emptyBuffer();
  // Programs that fill a terminal's screen take care of the column themselves; what comes by a pipe does not.
  const isTerminal = output.includes('\r\n');
  output.split('\n').forEach((line, at) => {
    if (at > 0 && isTerminal && screen.main) index(screen);
    else if (at > 0) lineFeed(screen);
    // The pieces of a line do not depend on other lines: an escape sequence that never ends hides no more than its line.
    for (const piece of piecesOf(line)) print(screen, piece);
  });
  return [...writtenRows(screen.main?.rows ?? []), ...screen.rows].map(drawn);
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
  else if (piece.type === 'ESC') escaped(screen, piece.command, piece.params);
}

function printText(screen: Screen, text: string): void {
  for (const part of text.split(/([\r\b\t])/)) {
    if (part === '\r') screen.column = 0;
    else if (part === '\b') screen.column = Math.max(0, screen.column - 1);
    else if (part === '\t') moveTo(screen, screen.row, (Math.floor(screen.column / TAB) + 1) * TAB);
    else put(screen, part);
  }
}
