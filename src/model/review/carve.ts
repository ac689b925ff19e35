import { alignedBlocks, counterpart, surroundings } from '../../edit/blocks';
import { type Hunk, type LineRange, rangesOf } from '../../edit/hunks';
import {
  currentOf,
  type Ids,
  type Lines,
  newId,
  type PendingHunk,
  type Segment,
  settled,
  tidy,
} from './segment';

/** A hunk taken apart: the lines that were asked for, and what is still pending around them. All have its id. */
export interface Parts {
  readonly above: readonly Segment[];
  readonly middle: PendingHunk;
  readonly below: readonly Segment[];
}

/** Takes out lines `range` of what a hunk holds now, with what they stand for in its older versions. */
export function carve(hunk: PendingHunk, range: LineRange): Parts {
  const texts = [hunk.reference, ...hunk.versions.map(({ lines }) => lines)];
  const ranges = partition(texts, [range], counterpart).map(([only]) => only ?? range);
  const of = (cut: (lines: Lines, range: LineRange) => Lines): PendingHunk => ({
    ...hunk,
    reference: cut(hunk.reference, ranges[0] ?? range),
    versions: hunk.versions.map((version, at) => ({
      ...version,
      lines: cut(version.lines, ranges[at + 1] ?? range),
    })),
  });
  return {
    above: tidy(of((lines, { from }) => lines.slice(0, from))),
    middle: of((lines, { from, to }) => lines.slice(from, to)),
    below: tidy(of((lines, { to }) => lines.slice(to))),
  };
}

/** Of several parts of one hunk the first keeps its id. */
export function distinct(segments: readonly Segment[], ids: Ids): Segment[] {
  const taken = new Set<number>();
  return segments.map((segment) => {
    if (segment.kind === 'settled') return segment;
    const isTaken = taken.has(segment.id);
    taken.add(segment.id);
    return isTaken ? { ...segment, id: newId(ids) } : segment;
  });
}

/** Takes a hunk apart into the changes, from its reference to what it holds now, that it is made of. */
export function divide(hunk: PendingHunk, changes: readonly Hunk[]): Segment[] {
  const current = currentOf(hunk);
  const places = rangesOf(changes);
  const texts = hunk.versions.map(({ lines }) => lines);
  const parts = partition(texts, places, surroundings);
  const segments: Segment[] = [];
  let at = 0;
  changes.forEach(({ row, del }, index) => {
    const place = places[index] ?? { from: at, to: at };
    segments.push(settled(current.slice(at, place.from)));
    const versions = hunk.versions.map((version, age) => {
      const { from, to } = parts[age]?.[index] ?? place;
      return { ...version, lines: version.lines.slice(from, to) };
    });
    const reference = hunk.reference.slice(row, row + del);
    segments.push(...tidy({ ...hunk, reference, versions }));
    at = place.to;
  });
  return [...segments, settled(current.slice(at))];
}

/**
 * What ranges of the last text, in order, are in each of the texts before it: in order, too, and apart. One list of
 * ranges for each text.
 */
function partition(
  texts: readonly Lines[],
  ranges: readonly LineRange[],
  older: typeof counterpart,
): (readonly LineRange[])[] {
  const found: (readonly LineRange[])[] = [ranges];
  for (let at = texts.length - 1; at > 0; at--) {
    const blocks = alignedBlocks(texts[at - 1] ?? [], texts[at] ?? []);
    let end = 0;
    const step = (found[0] ?? []).map((range) => {
      const { from, to } = older(blocks, range);
      const start = Math.max(from, end);
      end = Math.max(start, to);
      return { from: start, to: end };
    });
    found.unshift(step);
  }
  return found;
}
