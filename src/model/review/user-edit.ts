import { diffLines, type Hunk, type LineRange } from '../../edit/hunks';
import { carve, distinct } from './carve';
import { placed, regionOf, withInside } from './region';
import {
  currentOf,
  type Ids,
  type Lines,
  type PendingHunk,
  type Segment,
  settled,
  tidy,
} from './segment';

/**
 * The user's edit of the current text. What it puts in is settled, and so is what it puts that in place of; of the hunks
 * that it cuts into, the rest stays pending. What it only takes out of a hunk decides nothing: what the agent had
 * replaced with it can still be brought back.
 */
export function userEdit(segments: readonly Segment[], edit: Hunk, ids: Ids): Segment[] {
  const region = regionOf(segments, edit.row, edit.row + edit.del);
  const places = [...placed(region.inside, region.row)].map(([segment, row]) =>
    placeOf(segment, row, edit),
  );
  if (edit.lines.length === 0) return withInside(region, places.flatMap(withoutLines));
  const above = places.flatMap(partAbove);
  const below = places.flatMap(partBelow);
  return withInside(region, distinct(around(above, edit.lines, below), ids));
}

/** A segment, and which of its lines an edit takes out. */
interface Place {
  readonly segment: Segment;
  readonly range: LineRange;
  readonly side: 'above' | 'below' | 'cut';
}

function placeOf(segment: Segment, row: number, { row: from, del }: Hunk): Place {
  const { length } = currentOf(segment);
  const [end, to] = [row + length, from + del];
  const range = { from: Math.max(from - row, 0), to: Math.min(to - row, length) };
  const side = end <= from ? 'above' : row >= to ? 'below' : 'cut';
  return { segment, range, side };
}

function withoutLines({ segment, range, side }: Place): Segment[] {
  if (side !== 'cut') return [segment];
  if (segment.kind === 'settled') return [];
  const versions = segment.versions.map((version, at) => {
    const isLast = at === segment.versions.length - 1;
    const count = range.to - range.from;
    return isLast ? { ...version, lines: version.lines.toSpliced(range.from, count) } : version;
  });
  return tidy({ ...segment, versions });
}

function partAbove({ segment, range, side }: Place): readonly Segment[] {
  if (side !== 'cut') return side === 'above' ? [segment] : [];
  return segment.kind === 'pending' ? carve(segment, range).above : [];
}

function partBelow({ segment, range, side }: Place): readonly Segment[] {
  if (side !== 'cut') return side === 'below' ? [segment] : [];
  return segment.kind === 'pending' ? carve(segment, range).below : [];
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
