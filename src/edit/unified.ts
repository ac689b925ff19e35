import type { Hunk } from './hunks';

/** Unchanged lines shown around a change. */
export const CONTEXT = 3;

/**
 * One line of a change as people read it, and where it is in the text after the change, or would be: 0-based. `⋯`: here
 * unchanged lines are left out.
 */
export type DiffRow = readonly [sign: ' ' | '+' | '-' | '⋯', text: string, row: number];

/** Each change with a few lines around it. Nothing of a change is left out, however long. */
export function unified(before: readonly string[], hunks: readonly Hunk[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let at = 0;
  let shift = 0;
  hunks.forEach((hunk, index) => {
    const start = Math.max(at, hunk.row - CONTEXT);
    if (start > at && index > 0) rows.push(['⋯', '', start + shift]);
    const end = hunk.row + hunk.del;
    const next = hunks[index + 1]?.row ?? before.length;
    at = Math.min(end + CONTEXT, next);
    const same = (text: string, row: number): DiffRow => [' ', text, row + shift];
    rows.push(...before.slice(start, hunk.row).map((text, row) => same(text, start + row)));
    const there = hunk.row + shift;
    for (const text of before.slice(hunk.row, end)) rows.push(['-', text, there]);
    hunk.lines.forEach((text, row) => {
      rows.push(['+', text, there + row]);
    });
    shift += hunk.lines.length - hunk.del;
    rows.push(...before.slice(end, at).map((text, row) => same(text, end + row)));
  });
  return rows;
}
