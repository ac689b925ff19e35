type Lines = readonly string[];
type Anchor = readonly [oldRow: number, newRow: number];

interface Ranges {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

const TWICE = -1;

/**
 * Pairs of equal lines that occur once in each range, the longest chain of them that rises on both sides. Such lines
 * are nearly always the same line for a reader too (the idea of patience diff), and finding them is linear.
 */
export function uniqueAnchors(before: Lines, after: Lines, ranges: Ranges): Anchor[] {
  const oldRows = rowsOfUnique(before, ranges.oldFrom, ranges.oldTo);
  const newRows = rowsOfUnique(after, ranges.newFrom, ranges.newTo);
  const pairs: Anchor[] = [];
  for (const [line, oldRow] of oldRows) {
    const newRow = newRows.get(line);
    if (oldRow !== TWICE && newRow !== undefined && newRow !== TWICE) pairs.push([oldRow, newRow]);
  }
  return longestRising(pairs);
}

function rowsOfUnique(lines: Lines, from: number, to: number): Map<string, number> {
  const rows = new Map<string, number>();
  for (let row = from; row < to; row++) {
    const line = lines[row] as string;
    rows.set(line, rows.has(line) ? TWICE : row);
  }
  return rows;
}

/** `pairs` rise by old row already (a Map keeps its order); picks the most that also rise by new row. */
function longestRising(pairs: readonly Anchor[]): Anchor[] {
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, newRow], index) => {
    const length = countBelow(ends, pairs, newRow);
    previous[index] = length > 0 ? (ends[length - 1] as number) : -1;
    ends[length] = index;
  });
  const chain: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) {
    chain.push(pairs[at] as Anchor);
  }
  return chain.reverse();
}

/** How many of the chain ends lie below `newRow` (they are sorted: binary search). */
function countBelow(ends: readonly number[], pairs: readonly Anchor[], newRow: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const pair = pairs[ends[middle] as number] as Anchor;
    if (pair[1] < newRow) low = middle + 1;
    else high = middle;
  }
  return low;
}
