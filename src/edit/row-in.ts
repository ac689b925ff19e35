import { diffLines } from './hunks';

type Lines = readonly string[];

/**
 * Where a line of another state of a text, or of a part of it, is in this text; where it is gone, the nearest one. Nothing
 * where the two have no line in common. Rows are 0-based.
 */
export function rowIn(text: Lines, other: Lines, row: number): number | undefined {
  const start = startOf(text, other);
  if (start !== undefined) return start + row;
  const hunks = diffLines(other, text);
  if (hunks.reduce((sum, { del }) => sum + del, 0) === other.length) return undefined;
  let shift = 0;
  for (const { row: from, del, lines } of hunks) {
    if (row < from) break;
    if (row < from + del) return from + shift + Math.min(row - from, Math.max(0, lines.length - 1));
    shift += lines.length - del;
  }
  return row + shift;
}

/** Where the text has all of these lines one after the other, when that is in one place only. */
function startOf(text: Lines, lines: Lines): number | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  let found: number | undefined;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    if (!lines.every((line, row) => text[at + row] === line)) continue;
    if (found !== undefined) return undefined;
    found = at;
  }
  return found;
}
