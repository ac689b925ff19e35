import type { Hunk, LineRange } from '../../edit/hunks';
import type { Lines } from './segment';

/** Equal lines are followed so far. */
const MAX_SLIDE = 100;

/** Part of a text. */
export interface Window {
  /** Of the first line. */
  readonly row: number;
  readonly lines: Lines;
}

/**
 * Edits that put lines in or take lines out where the same could be done a few lines away with the same outcome (blank
 * lines, closing brackets), at the place where a hunk is: what takes an agent's lines out again, or puts back what it
 * took out, is about its hunk, wherever a comparison has put it.
 *
 * @param hunks rows of the pending hunks, in order
 */
export function slideToHunks(
  edits: readonly Hunk[],
  text: Window,
  hunks: readonly LineRange[],
): Hunk[] {
  if (hunks.length === 0) return [...edits];
  let end = -1;
  return edits.map((edit, at) => {
    const next = edits[at + 1]?.row ?? Number.POSITIVE_INFINITY;
    const isPure = edit.del === 0 || edit.lines.length === 0;
    const slid = isPure ? slide(edit, text, hunks, { from: end, to: next }) : edit;
    end = slid.row + slid.del;
    return slid;
  });
}

/** @param between the edits before and after it, which it may not reach */
function slide(edit: Hunk, text: Window, hunks: readonly LineRange[], between: LineRange): Hunk {
  const near = hunksNear(edit, hunks);
  if (near.some((hunk) => isAt(edit, hunk))) return edit;
  for (const step of [upwards, downwards]) {
    let moved: Hunk | undefined = edit;
    for (let count = 0; count < MAX_SLIDE; count++) {
      moved = step(moved, text);
      if (!moved || moved.row <= between.from || moved.row + moved.del >= between.to) break;
      const place = moved;
      if (near.some((hunk) => isAt(place, hunk))) return place;
    }
  }
  return edit;
}

/** A deletion is at a hunk when it takes lines of the hunk only; an insertion, where the hunk has taken lines out. */
function isAt({ row, del }: Hunk, hunk: LineRange): boolean {
  if (del === 0) return hunk.from === hunk.to && hunk.from === row;
  return hunk.from <= row && row + del <= hunk.to;
}

function hunksNear({ row, del }: Hunk, hunks: readonly LineRange[]): LineRange[] {
  let [low, high] = [0, hunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hunks[middle]?.to ?? 0) < row - MAX_SLIDE) low = middle + 1;
    else high = middle;
  }
  const near: LineRange[] = [];
  for (let hunk = hunks[low]; hunk && hunk.from <= row + del + MAX_SLIDE; hunk = hunks[++low]) {
    near.push(hunk);
  }
  return near;
}

/** The same edit, one line further up; nothing where the outcome would be another one. */
function upwards({ row, del, lines }: Hunk, text: Window): Hunk | undefined {
  const above = lineAt(text, row - 1);
  const last = del > 0 ? lineAt(text, row + del - 1) : lines.at(-1);
  if (above === undefined || above !== last) return undefined;
  return { row: row - 1, del, lines: del > 0 ? lines : [above, ...lines.slice(0, -1)] };
}

function downwards({ row, del, lines }: Hunk, text: Window): Hunk | undefined {
  const below = lineAt(text, row + del);
  const first = del > 0 ? lineAt(text, row) : lines[0];
  if (below === undefined || below !== first) return undefined;
  return { row: row + 1, del, lines: del > 0 ? lines : [...lines.slice(1), below] };
}

function lineAt({ row, lines }: Window, at: number): string | undefined {
  return lines[at - row];
}

/** The lines that edits of these lines may be moved to. */
export function reach(from: number, to: number): LineRange {
  return { from: Math.max(0, from - MAX_SLIDE), to: to + MAX_SLIDE };
}
