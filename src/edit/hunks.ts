import { diffArrays } from 'diff';
import { uniqueAnchors } from './patience';

/** One change: `del` lines from `row` (0-based, in the old text) become `lines`. */
export interface Hunk {
  readonly row: number;
  readonly del: number;
  readonly lines: readonly string[];
}

/** Lines `from` up to, not including, `to`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

type Lines = readonly string[];

/** A pair of line ranges still to be compared. */
interface Gap {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** One search for the shortest edit script looks at up to this many changed lines (75 ms at worst). */
const MAX_EDITS = 1000;
/** All work of one comparison: a search costs the square of the edits it follows, a division its lines. */
const BUDGET = 2 * MAX_EDITS * MAX_EDITS;
/** How often each line may be looked at for divisions. */
const DIVISIONS = 4;
/** Below this many edits a search is not worth starting. */
const MIN_EDITS = 8;
/** Safety net for texts of few, often repeated lines, where a search costs more than its square. */
const SEARCH_MS = 150;

/**
 * The changes that make `before` into `after`, in order, none touching another. Never wider than the part between
 * the common ends, and quick for any input: where the shortest script is too far away, lines that occur once on both
 * sides divide the text, and what is left is replaced as a block.
 */
export function diffLines(before: Lines, after: Lines): Hunk[] {
  const hunks: Hunk[] = [];
  const whole = { oldFrom: 0, oldTo: before.length, newFrom: 0, newTo: after.length };
  const budget = { left: BUDGET + DIVISIONS * (before.length + after.length) };
  compare(before, after, whole, budget, hunks);
  return hunks;
}

/** The text after the changes. */
export function applyHunks(before: Lines, hunks: readonly Hunk[]): string[] {
  const parts: Lines[] = [];
  let at = 0;
  for (const hunk of hunks) {
    parts.push(before.slice(at, hunk.row), hunk.lines);
    at = hunk.row + hunk.del;
  }
  parts.push(before.slice(at));
  return parts.flat();
}

/** Where changes stand in the text that they have made. */
export function rangesOf(hunks: readonly Hunk[]): LineRange[] {
  let shift = 0;
  return hunks.map(({ row, del, lines }) => {
    const from = row + shift;
    shift += lines.length - del;
    return { from, to: from + lines.length };
  });
}

function compare(
  before: Lines,
  after: Lines,
  range: Gap,
  budget: { left: number },
  out: Hunk[],
): void {
  const gap = stripEnds(before, after, range);
  const [old, now] = [gap.oldTo - gap.oldFrom, gap.newTo - gap.newFrom];
  if (old === 0 && now === 0) return;
  // Lines on one side alone, or one for another: there is nothing to search for.
  if (old * now <= 1) {
    pushHunk(out, blockOf(after, gap));
    return;
  }
  const found = search(before, after, gap, budget);
  const hunks = found ?? divide(before, after, gap, budget);
  for (const hunk of hunks) pushHunk(out, hunk);
}

function stripEnds(before: Lines, after: Lines, gap: Gap): Gap {
  const { oldFrom, oldTo, newFrom, newTo } = gap;
  const most = Math.min(oldTo - oldFrom, newTo - newFrom);
  let head = 0;
  while (head < most && before[oldFrom + head] === after[newFrom + head]) head++;
  let tail = 0;
  while (head + tail < most && before[oldTo - 1 - tail] === after[newTo - 1 - tail]) tail++;
  return {
    oldFrom: oldFrom + head,
    oldTo: oldTo - tail,
    newFrom: newFrom + head,
    newTo: newTo - tail,
  };
}

/** The shortest script; `undefined` when finding it would take too long. */
function search(
  before: Lines,
  after: Lines,
  gap: Gap,
  budget: { left: number },
): Hunk[] | undefined {
  const limit = Math.min(MAX_EDITS, Math.floor(Math.sqrt(Math.max(0, budget.left))));
  if (limit < MIN_EDITS) return undefined;
  const changes = diffArrays(
    before.slice(gap.oldFrom, gap.oldTo),
    after.slice(gap.newFrom, gap.newTo),
    { maxEditLength: limit, timeout: SEARCH_MS },
  );
  if (changes === undefined) {
    budget.left -= limit * limit;
    return undefined;
  }
  const hunks: Hunk[] = [];
  let row = gap.oldFrom;
  let edits = 0;
  for (const change of changes) {
    if (change.added) pushHunk(hunks, { row, del: 0, lines: change.value });
    else if (change.removed) pushHunk(hunks, { row, del: change.count, lines: [] });
    if (change.added || change.removed) edits += change.count;
    if (!change.added) row += change.count;
  }
  budget.left -= edits * edits;
  return hunks;
}

/** Divides the gap at lines that occur once on both sides; a gap without any is one block. */
function divide(before: Lines, after: Lines, gap: Gap, budget: { left: number }): Hunk[] {
  const anchors = budget.left > 0 ? uniqueAnchors(before, after, gap) : [];
  budget.left -= gap.oldTo - gap.oldFrom + gap.newTo - gap.newFrom;
  if (anchors.length === 0) return [blockOf(after, gap)];
  const hunks: Hunk[] = [];
  let { oldFrom, newFrom } = gap;
  for (const [oldRow, newRow] of [...anchors, [gap.oldTo, gap.newTo] as const]) {
    const part = { oldFrom, oldTo: oldRow, newFrom, newTo: newRow };
    compare(before, after, part, budget, hunks);
    oldFrom = oldRow + 1;
    newFrom = newRow + 1;
  }
  return hunks;
}

function blockOf(after: Lines, gap: Gap): Hunk {
  return {
    row: gap.oldFrom,
    del: gap.oldTo - gap.oldFrom,
    lines: after.slice(gap.newFrom, gap.newTo),
  };
}

/** Adds a hunk; one that begins where the last one ends becomes part of it. */
export function pushHunk(out: Hunk[], hunk: Hunk): void {
  const last = out.at(-1);
  if (last === undefined || last.row + last.del < hunk.row) {
    out.push(hunk);
    return;
  }
  out[out.length - 1] = {
    row: last.row,
    del: last.del + hunk.del,
    lines: [...last.lines, ...hunk.lines],
  };
}
