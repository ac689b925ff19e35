/** Where in its file a piece is that a tool call has changed: what is known of the file says at which lines. Pure. */
import type { DiffRow } from '../edit/unified';

/** What has to be added to the numbers of a piece's rows, from 0. */
export interface PiecePlace {
  /** To those of its rows after the change. */
  readonly now: number;
  /** And before it. */
  readonly old: number;
}

/**
 * Nothing where the file has not changed in this way, or has in several places.
 *
 * @param piece the rows of the piece alone
 * @param file the rows of all that has changed in its file
 */
export function piecePlace(
  piece: readonly DiffRow[],
  file: readonly DiffRow[],
): PiecePlace | undefined {
  const wanted = piece.filter(isChange);
  const there = file.filter(isChange);
  const [first] = wanted;
  if (!first) return undefined;
  const starts = there.flatMap((row, start) => {
    const by = row[2] - first[2];
    return wanted.every((one, at) => isSame(one, there[start + at], by)) ? [start] : [];
  });
  const [start, another] = starts;
  const found = start === undefined ? undefined : there[start];
  if (!found || another !== undefined) return undefined;
  const now = found[2] - first[2];
  return { now, old: now - linesGained(there.slice(0, start)) };
}

function isChange([sign]: DiffRow): boolean {
  return sign === '+' || sign === '-';
}

function isSame([sign, text, row]: DiffRow, other: DiffRow | undefined, by: number): boolean {
  return other !== undefined && sign === other[0] && text === other[1] && row + by === other[2];
}

function linesGained(rows: readonly DiffRow[]): number {
  return rows.reduce((sum, [sign]) => sum + (sign === '+' ? 1 : -1), 0);
}
