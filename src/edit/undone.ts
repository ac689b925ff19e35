import { diffLines, type LineRange, rangesOf } from './hunks';
import type { Conflict } from './merge';
import type { SplitText, TextFormat } from './text';

type Lines = readonly string[];

/** Somebody's changes of a text: what it was before, and what it was after. */
export interface Work {
  readonly from: SplitText;
  readonly left: SplitText;
}

/**
 * Where `mine` has taken back what their text changed: lines of their own making that have been changed in `mine` since.
 * They believe them to be there, so that their text is the base, too.
 */
export function undoneWork({ from, left }: Work, mine: Lines, theirs: Lines): Conflict[] {
  const made = rangesOf(diffLines(from.lines, theirs));
  const changed = rangesOf(diffLines(left.lines, mine));
  const hunks = diffLines(mine, theirs);
  const places = rangesOf(hunks);
  return hunks.flatMap(({ row, del, lines }, index): Conflict[] => {
    const place = places[index];
    const isMade = place !== undefined && made.some((range) => overlap(range, place));
    const isChanged = changed.some((range) => overlap(range, { from: row, to: row + del }));
    if (!place || !isMade || !isChanged) return [];
    const old = mine.slice(row, row + del);
    return [{ row, theirRow: place.from, base: lines, mine: old, theirs: lines }];
  });
}

/** Whether `mine` has taken back how their text was written: its line endings, the last of them, its byte order mark. */
export function isFormatUndone(
  { from, left }: Work,
  mine: TextFormat,
  theirs: TextFormat,
): boolean {
  const facts = ['fileformat', 'endofline', 'bomb'] as const;
  return facts.some(
    (fact) =>
      theirs[fact] === left[fact] && theirs[fact] !== from[fact] && theirs[fact] !== mine[fact],
  );
}

/** Their own text is what they believe to be there. */
export function isUndone({ base, theirs }: Conflict): boolean {
  return base.length === theirs.length && base.every((line, index) => line === theirs[index]);
}

/** A place without lines is where some were deleted: it belongs to what it touches. */
function overlap(a: LineRange, b: LineRange): boolean {
  if (a.from === a.to || b.from === b.to) return a.from <= b.to && b.from <= a.to;
  return a.from < b.to && b.from < a.to;
}
