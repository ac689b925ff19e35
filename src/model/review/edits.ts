import type { Hunk, LineRange } from '../../edit/hunks';
import { compact, currentOf, type Segment, settled } from './segment';

/** Edits, and the rows of all hunks that they touch. */
interface Cluster {
  readonly from: number;
  readonly to: number;
  readonly edits: readonly Hunk[];
}

/**
 * Makes edits of the current text, in order and apart, each where it belongs and nowhere else: segments that none of
 * them touches stay the same objects, and the cost is that of one pass.
 */
export function editAll(
  segments: readonly Segment[],
  edits: readonly Hunk[],
  edit: (inside: readonly Segment[], edit: Hunk) => Segment[],
): Segment[] {
  const parts: (readonly Segment[])[] = [];
  const take = taker(segments);
  for (const { from, to, edits: own } of clustersOf(segments, edits)) {
    const before = take(from, false);
    const inside = own.reduceRight<Segment[]>(
      (all, one) => edit(all, { ...one, row: one.row - from }),
      take(to, true),
    );
    parts.push(before, inside);
  }
  return compact([...parts, take(Number.POSITIVE_INFINITY, true)].flat());
}

function clustersOf(segments: readonly Segment[], edits: readonly Hunk[]): Cluster[] {
  const hunks = hunkRows(segments);
  const clusters: Cluster[] = [];
  let at = 0;
  for (const edit of edits) {
    let [from, to] = [edit.row, edit.row + edit.del];
    while ((hunks[at]?.to ?? from) < from) at++;
    for (let hunk = hunks[at]; hunk && hunk.from <= to; hunk = hunks[++at]) {
      from = Math.min(from, hunk.from);
      to = Math.max(to, hunk.to);
    }
    const last = clusters.at(-1);
    if (last && from <= last.to) {
      const both = { from: last.from, to: Math.max(last.to, to), edits: [...last.edits, edit] };
      clusters[clusters.length - 1] = both;
    } else clusters.push({ from, to, edits: [edit] });
  }
  return clusters;
}

/** Where the hunks are in the current text. */
export function hunkRows(segments: readonly Segment[]): LineRange[] {
  const rows: LineRange[] = [];
  let from = 0;
  for (const segment of segments) {
    const to = from + currentOf(segment).length;
    if (segment.kind === 'pending') rows.push({ from, to });
    from = to;
  }
  return rows;
}

/** Hands out the segments up to one row after the other; with those that have no lines at that row, or without. */
function taker(segments: readonly Segment[]): (to: number, isWithEmpty: boolean) => Segment[] {
  let index = 0;
  let row = 0;
  let offset = 0;
  return (to, isWithEmpty) => {
    const taken: Segment[] = [];
    for (let segment = segments[index]; segment; segment = segments[index]) {
      const { length } = currentOf(segment);
      if (row > to || (row === to && !(isWithEmpty && length === 0))) break;
      const end = Math.min(length, offset + to - row);
      const isWhole = segment.kind === 'pending' || (offset === 0 && end === length);
      taken.push(isWhole ? segment : settled(currentOf(segment).slice(offset, end)));
      row += end - offset;
      offset = end;
      if (end < length) break;
      index++;
      offset = 0;
    }
    return taken;
  };
}
