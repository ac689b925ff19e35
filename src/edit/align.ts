import type { Hunk } from './hunks';

type Lines = readonly string[];

/** In pairs of lines to compare: larger hunks are not aligned. */
const MAX_PAIRS = 2500;
/** Lines are the same line, changed, when they have at least half of their characters in common at the ends. */
const ALIKE = 0.5;

/**
 * Divides hunks so that a changed line is changed as that line and not replaced along with the lines put in or taken
 * out beside it: what is attached to it (extmarks, marks, signs) then stays on it. The result gives the same text;
 * its hunks are in order, but may touch.
 */
export function alignHunks(before: Lines, hunks: readonly Hunk[]): Hunk[] {
  return hunks.flatMap((hunk) => {
    const pairs = hunk.del * hunk.lines.length;
    // One line for another, or lines on one side alone, cannot be divided.
    if (pairs <= 1 || pairs > MAX_PAIRS) return [hunk];
    return divide(hunk, likelyPairs(before.slice(hunk.row, hunk.row + hunk.del), hunk.lines));
  });
}

type Pair = readonly [oldIndex: number, newIndex: number];

/** One hunk for each run of paired lines, and one for what lies between the runs. */
function divide(hunk: Hunk, pairs: readonly Pair[]): Hunk[] {
  const parts: Hunk[] = [];
  let [oldAt, newAt] = [0, 0];
  const add = (oldTo: number, newTo: number): void => {
    const lines = hunk.lines.slice(newAt, newTo);
    if (oldTo > oldAt || lines.length > 0) {
      parts.push({ row: hunk.row + oldAt, del: oldTo - oldAt, lines });
    }
    [oldAt, newAt] = [oldTo, newTo];
  };
  for (let at = 0; at < pairs.length; ) {
    const [oldIndex, newIndex] = pairs[at] as Pair;
    let length = 1;
    while (follows(pairs, at, length)) length++;
    add(oldIndex, newIndex);
    add(oldIndex + length, newIndex + length);
    at += length;
  }
  add(hunk.del, hunk.lines.length);
  return parts;
}

function follows(pairs: readonly Pair[], at: number, length: number): boolean {
  const [from, next] = [pairs[at] as Pair, pairs[at + length]];
  return next !== undefined && next[0] === from[0] + length && next[1] === from[1] + length;
}

/** The pairs of like lines, rising on both sides, that are most alike in sum. */
function likelyPairs(old: Lines, now: Lines): Pair[] {
  const width = now.length + 1;
  const likeness = old.map((a) => now.map((b) => likenessOf(a, b)));
  // best[i * width + j]: the highest score of the lines from i and j on.
  const best = new Float64Array((old.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] as number;
  const like = (i: number, j: number): number => likeness[i]?.[j] as number;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const paired = like(i, j) >= ALIKE ? like(i, j) + at(i + 1, j + 1) : 0;
      best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [0, 0]; i < old.length && j < now.length; ) {
    if (like(i, j) >= ALIKE && at(i, j) === like(i, j) + at(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return pairs;
}

/** From 0 to 1: the share of the longer line that both have in common at start and end. */
function likenessOf(a: string, b: string): number {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (longer.length === 0) return 1;
  let head = 0;
  while (head < shorter.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return (head + tail) / longer.length;
}
