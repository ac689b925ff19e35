import { applyHunks, diffLines, type Hunk } from './hunks';
import type { SplitText, TextFormat } from './text';

type Lines = readonly string[];

/** A place where both sides changed the same lines in different ways. */
export interface Conflict {
  /** Where `mine` is in the merged text (0-based). */
  readonly row: number;
  /** Where `theirs` is in their text. */
  readonly theirRow: number;
  readonly base: Lines;
  readonly mine: Lines;
  readonly theirs: Lines;
  /** Set where the texts end: whether theirs ends with a line ending, which mine does not, or the other way round. */
  readonly endofline?: boolean;
}

export interface Merge {
  /** The merged text; at a conflict it holds `mine`, so that nothing of mine is missing. */
  readonly lines: readonly string[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Three-way merge. Changes of different lines are both taken, equal changes once; changes of the same lines are a
 * conflict, and so are two different insertions at one place, whose order is unknown.
 */
export function mergeLines(base: Lines, mine: Lines, theirs: Lines): Merge {
  // The usual case, and the one where texts are compared for nothing else.
  if (sameLines(base, mine)) return { lines: theirs, conflicts: [] };
  const merged: string[][] = [];
  const conflicts: Conflict[] = [];
  let at = 0;
  let row = 0;
  // From rows of the base to rows of theirs.
  let shift = 0;
  const take = (lines: Lines): void => {
    merged.push([...lines]);
    row += lines.length;
  };
  for (const group of groupChanges(diffLines(base, mine), diffLines(base, theirs))) {
    take(base.slice(at, group.from));
    const { lines, conflict } = resolve(base, group, row, group.from + shift);
    if (conflict) conflicts.push(conflict);
    take(lines);
    at = group.to;
    shift += group.theirs.reduce((sum, hunk) => sum + hunk.lines.length - hunk.del, 0);
  }
  take(base.slice(at));
  return { lines: merged.flat(), conflicts };
}

/** The merged text and its open conflicts; see {@link Merge}. */
export interface TextMerge {
  readonly text: SplitText;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges texts with their formats; what of a format only one side changed is taken from that side. A conflict in the
 * last lines covers how the text ends, too.
 */
export function mergeTexts(base: SplitText, mine: SplitText, theirs: SplitText): TextMerge {
  const { lines, conflicts } = mergeLines(base.lines, mine.lines, theirs.lines);
  const format = mergeFormats(base, mine, theirs);
  const last = conflicts.at(-1);
  const isOpenEnded =
    last !== undefined &&
    mine.endofline !== theirs.endofline &&
    last.row + last.mine.length === lines.length;
  if (!isOpenEnded) return { text: { lines, ...format }, conflicts };
  return {
    text: { lines, ...format, endofline: mine.endofline },
    conflicts: [...conflicts.slice(0, -1), { ...last, endofline: theirs.endofline }],
  };
}

/**
 * What both sides agree on, and where they do not, what was there before: their text without the changes that were
 * not taken. Merged anew with this as base, the same text brings the same conflicts and nothing else.
 */
export function withoutConflicts(
  theirs: SplitText,
  conflicts: readonly Pick<Conflict, 'theirRow' | 'theirs' | 'base' | 'endofline'>[],
): SplitText {
  const hunks = conflicts.map(({ theirRow, theirs: { length }, base }) => {
    return { row: theirRow, del: length, lines: base };
  });
  const lines = applyHunks(theirs.lines, hunks);
  const isOpenEnded = conflicts.at(-1)?.endofline !== undefined;
  return { ...formatOf(theirs), lines, ...(isOpenEnded ? { endofline: !theirs.endofline } : {}) };
}

function formatOf({ fileformat, endofline, bomb }: TextFormat): TextFormat {
  return { fileformat, endofline, bomb };
}

function mergeFormats(base: TextFormat, mine: TextFormat, theirs: TextFormat): TextFormat {
  const pick = <K extends keyof TextFormat>(key: K): TextFormat[K] =>
    theirs[key] === base[key] ? mine[key] : theirs[key];
  return {
    fileformat: pick('fileformat'),
    endofline: pick('endofline'),
    bomb: pick('bomb'),
  };
}

/** Changes of both sides that overlap or touch, and the base lines they cover. */
interface Group {
  readonly from: number;
  readonly to: number;
  readonly mine: readonly Hunk[];
  readonly theirs: readonly Hunk[];
}

function groupChanges(mine: readonly Hunk[], theirs: readonly Hunk[]): Group[] {
  const groups: Group[] = [];
  for (const { side, hunk } of inOrder(mine, theirs)) {
    const own = side === 'mine' ? { mine: [hunk], theirs: [] } : { mine: [], theirs: [hunk] };
    const last = groups.at(-1);
    if (last === undefined || !overlaps(last, hunk)) {
      groups.push({ from: hunk.row, to: hunk.row + hunk.del, ...own });
      continue;
    }
    groups[groups.length - 1] = {
      from: last.from,
      to: Math.max(last.to, hunk.row + hunk.del),
      mine: [...last.mine, ...own.mine],
      theirs: [...last.theirs, ...own.theirs],
    };
  }
  return groups;
}

interface SidedHunk {
  readonly side: 'mine' | 'theirs';
  readonly hunk: Hunk;
}

function inOrder(mine: readonly Hunk[], theirs: readonly Hunk[]): SidedHunk[] {
  const all: SidedHunk[] = [
    ...mine.map((hunk) => ({ side: 'mine' as const, hunk })),
    ...theirs.map((hunk) => ({ side: 'theirs' as const, hunk })),
  ];
  return all.sort((a, b) => a.hunk.row - b.hunk.row);
}

/**
 * The next hunk begins inside the group, or right behind it: then only changes line for line are independent for
 * sure. An insertion next to a change of the other side may be the same insertion, made by both.
 */
function overlaps(group: Group, hunk: Hunk): boolean {
  if (hunk.row !== group.to) return hunk.row < group.to;
  return ![...group.mine, ...group.theirs, hunk].every(isLineForLine);
}

function isLineForLine(hunk: Hunk): boolean {
  return hunk.del === hunk.lines.length;
}

/** What becomes of a group: the lines to take, and their open conflicts. */
function resolve(base: Lines, group: Group, row: number, theirRow: number): Resolution {
  const old = base.slice(group.from, group.to);
  const side = (hunks: readonly Hunk[]): Lines =>
    applyHunks(
      old,
      hunks.map((hunk) => ({ ...hunk, row: hunk.row - group.from })),
    );
  const mine = side(group.mine);
  const theirs = side(group.theirs);
  if (group.theirs.length === 0) return { lines: mine };
  if (group.mine.length === 0) return { lines: theirs };
  return resolveBoth(old, mine, theirs, { row, theirRow });
}

interface Resolution {
  readonly lines: Lines;
  readonly conflict?: Conflict;
}

/** What both sides have in common at the ends is settled; the rest is settled if one side left it as it was. */
function resolveBoth(
  old: Lines,
  mine: Lines,
  theirs: Lines,
  { row, theirRow }: { readonly row: number; readonly theirRow: number },
): Resolution {
  const head = commonHead(mine, theirs);
  const tail = commonTail(mine.slice(head), theirs.slice(head));
  const rest = (lines: Lines): Lines => lines.slice(head, lines.length - tail);
  const [mineRest, theirRest] = [rest(mine), rest(theirs)];
  if (sameLines(mineRest, theirRest) || sameLines(mineRest, old)) return { lines: theirs };
  if (sameLines(theirRest, old)) return { lines: mine };
  const conflict = {
    row: row + head,
    theirRow: theirRow + head,
    base: withoutEnds(old, mine.slice(0, head), mine.slice(mine.length - tail)),
    mine: mineRest,
    theirs: theirRest,
  };
  return { lines: mine, conflict };
}

/** What is left of the old lines besides those that are settled as they were. */
function withoutEnds(old: Lines, head: Lines, tail: Lines): Lines {
  const from = commonHead(old, head);
  return old.slice(from, old.length - commonTail(old.slice(from), tail));
}

function commonHead(a: Lines, b: Lines): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}

function commonTail(a: Lines, b: Lines): number {
  return commonHead([...a].reverse(), [...b].reverse());
}

function sameLines(a: Lines, b: Lines): boolean {
  return a.length === b.length && commonHead(a, b) === a.length;
}
