/** Where hunks are, for keys and commands that name a place. Pure. */
import { currentImage } from '../../model/review/images';
import { groupByFile, groupByTurn, type HunkView, hunksOf } from '../../model/review/overview';
import type { Selection } from '../../model/review/selection';
import type { Review } from '../../model/review/state';

/** A row is 0-based. */
export interface HunkPlace {
  readonly path: string;
  readonly row: number;
}

/** The hunk that a row is in; a deletion is at the rows above and below it. */
export function hunkAt(review: Review, { path, row }: HunkPlace): HunkView | undefined {
  const file = review.files.get(path);
  const hunks = file ? hunksOf(file) : [];
  const inside = hunks.find((hunk) => hunk.row <= row && row < hunk.row + hunk.current.length);
  return inside ?? hunks.find((hunk) => hunk.current.length === 0 && isBeside(hunk, row));
}

function isBeside(hunk: HunkView, row: number): boolean {
  return hunk.row === row || hunk.row === row + 1;
}

/** The hunk after a place, or before it, or so many further, in the order of the files; round and round. */
export function neighbourOf(
  review: Review,
  direction: 'next' | 'prev',
  from: Partial<HunkPlace>,
  count = 1,
): HunkPlace | undefined {
  const places = groupByFile(review).flatMap(({ path }) => placesOf(review, path));
  const { path = '', row = -1 } = from;
  if (direction === 'next') {
    const next = places.findIndex((place) => compare(place, { path, row }) > 0);
    return places[(Math.max(0, next) + count - 1) % places.length];
  }
  // Below zero: round and round from the end.
  const prev = places.findLastIndex((place) => compare(place, { path, row }) < 0);
  return places.at((prev - count + 1) % places.length);
}

function placesOf(review: Review, path: string): HunkPlace[] {
  const file = review.files.get(path);
  if (!file || currentImage(file) === null) return [];
  const rows = hunksOf(file).map(({ row }) => row);
  return (rows.length > 0 ? rows : [0]).map((row) => ({ path, row }));
}

function compare(a: HunkPlace, b: HunkPlace): number {
  if (a.path === b.path) return a.row - b.row;
  return a.path < b.path ? -1 : 1;
}

/** The newest turn of which something is pending; of a session, when one is named. */
export function newestTurn(review: Review, session: string | undefined): Selection | undefined {
  const turns = groupByTurn(review).filter(
    (turn) => session === undefined || turn.session === session,
  );
  const newest = turns.at(-1);
  return newest && { kind: 'turn', session: newest.session, turn: newest.turn };
}

const NOTHING: Selection = { kind: 'ids', ids: [] };

/** The hunk at a place, if there is one. */
export function hunkSelection(review: Review, place: HunkPlace): Selection {
  const hunk = hunkAt(review, place);
  return hunk ? { kind: 'ids', ids: [hunk.id] } : NOTHING;
}

/** What a command means. @param session whose turn is preferred */
export function selectionOf(
  review: Review,
  scope: string,
  { path, row }: Partial<HunkPlace>,
  session: string | undefined,
): Selection {
  switch (scope) {
    case 'all':
      return { kind: 'all' };
    case 'turn':
      return newestTurn(review, session) ?? newestTurn(review, undefined) ?? NOTHING;
    case 'file':
      return path === undefined ? NOTHING : { kind: 'file', path };
    case 'hunk':
      return path === undefined || row === undefined
        ? NOTHING
        : hunkSelection(review, { path, row });
    default:
      throw new Error(`expected hunk, file, turn or all, got "${scope}"`);
  }
}
