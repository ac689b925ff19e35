/** Text that a program prints where the cursor is. */
import { sanitize } from '../../base/text';
import { rowToWrite, type Screen } from './buffer';
import { putAt, WIDTH } from './rows';

/** Parts of frames by their letters, from "`" on. */
const PARTS = [...'◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·'];
const FIRST_PART = '`'.charCodeAt(0);
/** Times that a character is repeated at most. */
const MAX_REPEATED = 500;

export function put(screen: Screen, text: string): void {
  if (text === '') return;
  const row = rowToWrite(screen);
  const said = screen.drawsLines ? text.replace(/[`-~]/g, partOf) : text;
  // The bell rings, and shows nothing.
  for (const character of sanitize(said.replaceAll('\x07', ''), { before: ' ' })) {
    const { column } = screen;
    screen.column = putAt(row, column, character, screen.pen);
    if (screen.column > column) screen.last = character;
  }
}

/** Writes the last character again. */
export function repeat(screen: Screen, times: number): void {
  const { last, column } = screen;
  if (last === undefined) return;
  const row = rowToWrite(screen);
  const end = Math.min(column + Math.min(times, MAX_REPEATED), WIDTH);
  while (screen.column < end) screen.column = putAt(row, screen.column, last, screen.pen);
}

function partOf(letter: string): string {
  return PARTS[letter.charCodeAt(0) - FIRST_PART] ?? letter;
}
