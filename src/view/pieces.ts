/** Blocks by sections, and the lines of a block, of which those above the end may be sealed in pieces. */
import type { Block, Line, Piece, Section } from './block';
import { textOf } from './line';

/** Lines after which a piece is sealed. */
export const PIECE = 256;

/** All of a block's lines, in pieces. */
export function piecesOf({ sealed = [], lines }: Block): readonly Piece[] {
  return sealed.length > 0 ? [...sealed, lines] : [lines];
}

/** The lines of a block, sealed or not. */
export function allLines({ sealed = [], lines }: Block): readonly Line[] {
  return sealed.length > 0 ? [...sealed, lines].flat() : lines;
}

/** How many those are, without putting them together. */
export function rowCount({ sealed, lines }: Block): number {
  return sealed ? rowsIn(sealed) + lines.length : lines.length;
}

/** Lines in all of these pieces. */
export function rowsIn(pieces: readonly Piece[]): number {
  return pieces.reduce((rows, piece) => rows + piece.length, 0);
}

/** The line in a row of the block. */
export function lineAt(block: Block, row: number): Line | undefined {
  let start = 0;
  for (const piece of piecesOf(block)) {
    if (row < start + piece.length) return piece[row - start];
    start += piece.length;
  }
  return undefined;
}

/** Not so a block that the next one stands close to. */
export function endsBlank({ lines }: Block): boolean {
  return textOf(lines.at(-1) ?? '') === '';
}

/** Blocks with the count of their rows. */
export function sectionOf(blocks: readonly Block[]): Section {
  return { blocks, rows: blocks.reduce((rows, block) => rows + rowCount(block), 0) };
}

/** The block in a row, and the row in it. */
export function blockAt(
  sections: readonly Section[],
  row: number,
): { readonly block: Block; readonly row: number } | undefined {
  let start = 0;
  for (const { blocks, rows } of sections) {
    if (row < start + rows) return blockIn(blocks, row - start);
    start += rows;
  }
  return undefined;
}

function blockIn(blocks: readonly Block[], row: number): ReturnType<typeof blockAt> {
  let start = 0;
  for (const block of blocks) {
    const rows = rowCount(block);
    if (row < start + rows) return { block, row: row - start };
    start += rows;
  }
  return undefined;
}

/**
 * The first lines of pieces: all, or as many as hold more text than `limit` and `known` together, and the last line.
 * Those who can draw no more than the limit need not look at more.
 */
export function firstLines(
  pieces: readonly Piece[],
  limit: number,
  known: Piece = [],
): readonly Line[] {
  const room = limit + lengthOf(known);
  const first: Piece[] = [];
  let length = 0;
  for (const piece of pieces) {
    first.push(piece);
    length += lengthOf(piece);
    if (length > room) break;
  }
  if (first.length === pieces.length) return first.length === 1 ? (first[0] ?? []) : first.flat();
  const last = pieces.at(-1)?.at(-1);
  return last === undefined ? first.flat() : [...first.flat(), last];
}

/** In UTF-16 units; as bytes it is as much or more. */
function lengthOf(lines: Piece): number {
  return lines.reduce((length, line) => length + textOf(line).length + 1, 0);
}
