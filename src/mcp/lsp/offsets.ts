/**
 * Where something is in a line. Language servers count in units of an encoding from 0, models in characters from 1;
 * between both is the index in the text.
 */

export type Encoding = 'utf-8' | 'utf-16' | 'utf-32';

/** What a server says; without a word it is UTF-16. */
export function encodingOf(name: string): Encoding {
  return name === 'utf-8' || name === 'utf-32' ? name : 'utf-16';
}

const UNITS: Readonly<Record<Encoding, (character: string) => number>> = {
  'utf-8': (character) => Buffer.byteLength(character),
  'utf-16': (character) => character.length,
  'utf-32': () => 1,
};

/** The index of the character that an offset is in; past the end of the line: its end. */
export function indexAt(line: string, offset: number, encoding: Encoding): number {
  let index = 0;
  let left = offset;
  for (const character of line) {
    left -= UNITS[encoding](character);
    if (left < 0) break;
    index += character.length;
  }
  return index;
}

export function offsetAt(line: string, index: number, encoding: Encoding): number {
  let offset = 0;
  for (const character of line.slice(0, index)) offset += UNITS[encoding](character);
  return offset;
}

/** The index of a column; past the end of the line: its end. */
export function indexOfColumn(line: string, column: number): number {
  return indexAt(line, column - 1, 'utf-32');
}

export function columnAt(line: string, index: number): number {
  return offsetAt(line, index, 'utf-32') + 1;
}
