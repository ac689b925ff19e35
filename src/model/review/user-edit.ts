import { diffLines, type Hunk } from '../../edit/hunks';
import { carve, distinct } from './carve';
import { placed, regionOf, withInside } from './region';
import {
  currentOf,
  type Ids,
  type Lines,
  type PendingHunk,
  type Segment,
  settled,
} from './segment';

/**
 * The user's edit of the current text. What it puts in is settled, and so is what it takes out; of the hunks that it
 * cuts into, the rest stays pending.
 */
export function userEdit(segments: readonly Segment[], edit: Hunk, ids: Ids): Segment[] {
  const [from, to] = [edit.row, edit.row + edit.del];
  const region = regionOf(segments, from, to);
  const [above, below]: [Segment[], Segment[]] = [[], []];
  for (const [segment, row] of placed(region.inside, region.row)) {
    const end = row + currentOf(segment).length;
    if (segment.kind === 'settled') continue;
    if (end <= from) above.push(segment);
    else if (row >= to) below.push(segment);
    else if (row < end) {
      const range = { from: Math.max(from, row) - row, to: Math.min(to, end) - row };
      const parts = carve(segment, range);
      above.push(...parts.above);
      below.push(...parts.below);
    }
  }
  return withInside(region, distinct(around(above, edit.lines, below), ids));
}

/** Puts lines between segments. Those that a hunk had taken out and that are back now are pending no longer. */
function around(above: readonly Segment[], lines: Lines, below: readonly Segment[]): Segment[] {
  const [last, first] = [above.at(-1), below[0]];
  const own = last && putBack(last, lines);
  if (own) return [...above.slice(0, -1), ...own, ...below];
  const theirs = first && putBack(first, lines);
  if (theirs) return [...above, ...theirs, ...below.slice(1)];
  return [...above, settled(lines), ...below];
}

/** A deletion and lines put in beside it; nothing when they have nothing in common. */
function putBack(segment: Segment, lines: Lines): Segment[] | undefined {
  if (segment.kind === 'settled' || currentOf(segment).length > 0) return undefined;
  const { reference } = segment;
  const changes = diffLines(reference, lines);
  const left = changes.reduce((sum, { del }) => sum + del, 0);
  if (left === reference.length) return undefined;
  const result: Segment[] = [];
  let at = 0;
  for (const change of changes) {
    result.push(settled(reference.slice(at, change.row)));
    at = change.row + change.del;
    if (change.del > 0) {
      result.push(deletion(segment, reference.slice(change.row, at)));
    }
    result.push(settled(change.lines));
  }
  return [...result, settled(reference.slice(at))];
}

/** Of its versions only that which took the last lines out is known to have to do with these. */
function deletion(hunk: PendingHunk, reference: Lines): PendingHunk {
  return { ...hunk, reference, versions: hunk.versions.slice(-1) };
}
