import type { Line } from './block';
import { sameLine, textOf } from './line';
import { lengthens } from './patch-edit';

/** Lines `oldFrom` to `oldTo` (not included) become lines `newFrom` to `newTo`. */
export interface LineHunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

type Lines = readonly Line[];

/** A changed header is at most this long. */
const MAX_STEP = 4;

/**
 * What changed between two drawings of one block, in order. Made for what happens to them: a header changes in
 * place, text comes at the end. Anything else becomes one hunk between the common ends.
 */
export function lineHunks(old: Lines, next: Lines): LineHunk[] {
  const hunks: LineHunk[] = [];
  let at = commonFrom(old, next, 0);
  for (let step = stepOver(old, next, at); step > 0; step = stepOver(old, next, at)) {
    hunks.push({ oldFrom: at, oldTo: at + step, newFrom: at, newTo: at + step });
    at = commonFrom(old, next, at + step);
  }
  const tail = commonTail(old, next, grows(old[at], next[at]) ? at + 1 : at);
  const rest = {
    oldFrom: at,
    oldTo: old.length - tail,
    newFrom: at,
    newTo: next.length - tail,
  };
  return rest.oldTo > at || rest.newTo > at ? [...hunks, rest] : hunks;
}

/** The first line at or after `from` that differs. */
function commonFrom(old: Lines, next: Lines, from: number): number {
  let at = from;
  while (at < old.length && at < next.length && sameLine(old[at], next[at])) at++;
  return at;
}

/** How many lines changed in place at `at`, when the lines after them are the same again; else 0. */
function stepOver(old: Lines, next: Lines, at: number): number {
  for (let step = 1; step <= MAX_STEP; step++) {
    const line = old[at + step];
    // Blank lines are the same everywhere.
    if (line !== undefined && textOf(line) !== '' && sameLine(line, next[at + step])) return step;
  }
  return 0;
}

/**
 * A line that is drawn in part goes on in place, even when it is the same as a later one: what is drawn of it would
 * be put in once more, and a limit that cuts that short would bring back what was there before.
 */
function grows(old: Line | undefined, next: Line | undefined): boolean {
  // Nothing is drawn of a blank line, and blocks end with one.
  return old !== undefined && next !== undefined && textOf(old) !== '' && lengthens(old, next);
}

function commonTail(old: Lines, next: Lines, from: number): number {
  let tail = 0;
  const most = Math.min(old.length, next.length) - from;
  while (tail < most && sameLine(old[old.length - tail - 1], next[next.length - tail - 1])) tail++;
  return tail;
}
