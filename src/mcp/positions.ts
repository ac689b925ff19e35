/** Columns of tools count characters; Neovim's count bytes. Both from 1. */

/** The column of the character at a byte of a line. */
export function columnOfByte(line: string, byte: number): number {
  const before = Buffer.from(line, 'utf8').subarray(0, Math.max(0, byte - 1));
  return countCharacters(before.toString('utf8')) + 1;
}

/** The byte at which the character of a column begins; past the end of the line: its end. */
export function byteOfColumn(line: string, column: number): number {
  let index = 0;
  let left = column - 1;
  for (const character of line) {
    if (left-- <= 0) break;
    index += character.length;
  }
  return Buffer.byteLength(line.slice(0, index), 'utf8') + 1;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
