import { compact, currentOf, type Segment, settled } from './segment';

/** The segments that an edit has to do with, and those around them. */
export interface Region {
  readonly before: readonly Segment[];
  readonly inside: readonly Segment[];
  readonly after: readonly Segment[];
  /** Where `inside` begins in the current text. */
  readonly row: number;
}

/**
 * Lines `from` up to, not including, `to` of the current text: of settled lines exactly these, of hunks the whole of
 * those that have one of them or touch them.
 */
export function regionOf(segments: readonly Segment[], from: number, to: number): Region {
  const [before, inside, after]: [Segment[], Segment[], Segment[]] = [[], [], []];
  let start = from;
  let row = 0;
  for (const segment of segments) {
    const lines = currentOf(segment);
    const end = row + lines.length;
    if (end < from) before.push(segment);
    else if (row > to) after.push(segment);
    else if (segment.kind === 'pending') {
      start = Math.min(start, row);
      inside.push(segment);
    } else {
      const cut = (at: number): number => Math.min(Math.max(at - row, 0), lines.length);
      pushLines(before, segment, 0, cut(from));
      pushLines(inside, segment, cut(from), cut(to));
      pushLines(after, segment, cut(to), lines.length);
    }
    row = end;
  }
  return { before, inside, after, row: start };
}

function pushLines(out: Segment[], segment: Segment, from: number, to: number): void {
  const lines = currentOf(segment);
  if (from === 0 && to === lines.length && to > 0) out.push(segment);
  else if (to > from) out.push(settled(lines.slice(from, to)));
}

/** All segments, with others inside. */
export function withInside({ before, after }: Region, inside: readonly Segment[]): Segment[] {
  const joint = compact([...before.slice(-1), ...inside, ...after.slice(0, 1)]);
  return [...before.slice(0, -1), ...joint, ...after.slice(1)];
}

/** Each segment with the row at which it begins in the current text. */
export function* placed(segments: Iterable<Segment>, row = 0): Generator<[Segment, number]> {
  for (const segment of segments) {
    yield [segment, row];
    row += currentOf(segment).length;
  }
}
