import {
  currentOf,
  type Ids,
  newId,
  type PendingHunk,
  referenceOf,
  type Segment,
  sameLines,
} from './segment';

/** A hunk and where it is in the reference of all. */
interface Place {
  readonly hunk: PendingHunk;
  readonly from: number;
  readonly to: number;
}

/**
 * Gives the hunks that have come of others their ids: what stands for the same lines of the reference, which an agent's
 * edit does not move, is the same hunk.
 */
export function named(parts: readonly Segment[], olds: readonly Segment[], ids: Ids): Segment[] {
  const places = placesOf(olds);
  const taken = new Set<number>();
  let first = 0;
  let row = 0;
  return parts.map((part) => {
    const range = { from: row, to: row + referenceOf(part).length };
    row = range.to;
    if (part.kind === 'settled') return part;
    while ((places[first]?.to ?? range.from) < range.from) first++;
    const same: Place[] = [];
    for (let at = first; (places[at]?.from ?? range.to + 1) <= range.to; at++) {
      const place = places[at];
      if (place && common(place, range) >= 0) same.push(place);
    }
    same.sort((a, b) => common(b, range) - common(a, range));
    const id = same.find(({ hunk }) => !taken.has(hunk.id))?.hunk.id ?? newId(ids);
    taken.add(id);
    return withQueued({ ...part, id }, same);
  });
}

function placesOf(segments: readonly Segment[]): Place[] {
  const places: Place[] = [];
  let row = 0;
  for (const segment of segments) {
    const to = row + referenceOf(segment).length;
    if (segment.kind === 'pending') places.push({ hunk: segment, from: row, to });
    row = to;
  }
  return places;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** How many lines both have; below 0 for neighbours. An empty one has to do with what it touches. */
function common(a: Range, b: Range): number {
  const count = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  const isEmpty = a.from === a.to || b.from === b.to;
  return count === 0 && !isEmpty ? -1 : count;
}

/** A hunk that was queued and has changed since is marked, so that nobody undoes what they have not seen. */
function withQueued(part: PendingHunk, same: readonly Place[]): PendingHunk {
  const before = same.find(({ hunk }) => hunk.queued)?.hunk;
  if (!before?.queued) return part;
  const isSame = sameLines(currentOf(before), currentOf(part));
  return { ...part, queued: isSame ? before.queued : { ...before.queued, isOutdated: true } };
}
