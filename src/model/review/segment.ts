import { type Author, mergeAuthors, type Turn } from './author';

export type Lines = readonly string[];

/** What a place held after an agent's edits. */
export interface Version {
  readonly lines: Lines;
  /** All edits of one turn, as far as nobody else changed the place between them. */
  readonly by: readonly Author[];
  /** Rises with each edit, in all places alike: says which versions of two places were there at the same time. */
  readonly step: number;
}

/** An undo that waits for the end of the turn. */
export interface Queued {
  readonly reason?: string;
  /** Only what this turn did will be undone. */
  readonly turn?: Turn;
  /** An agent has edited the place since. */
  readonly isOutdated?: true;
}

/** A change that is neither kept nor undone. */
export interface PendingHunk {
  readonly kind: 'pending';
  readonly id: number;
  /** What the place holds when the change is undone. */
  readonly reference: Lines;
  /** Oldest first; the last is what the place holds now. */
  readonly versions: readonly Version[];
  readonly queued?: Queued;
}

/** Lines that are nobody's question: as they were, kept, or the user's. */
export interface SettledLines {
  readonly kind: 'settled';
  readonly lines: Lines;
}

/**
 * A text under review is a row of these. Both texts follow from it, the one with every change and the one with none, so
 * that an edit of settled lines is an edit of both, and a place needs no row number that would have to move.
 */
export type Segment = SettledLines | PendingHunk;

/** Lines that nobody needs to decide about. */
export function settled(lines: Lines): SettledLines {
  return { kind: 'settled', lines };
}

/** What the file holds there now. */
export function currentOf(segment: Segment): Lines {
  if (segment.kind === 'settled') return segment.lines;
  return segment.versions.at(-1)?.lines ?? segment.reference;
}

/** What it would hold if the change were undone. */
export function referenceOf(segment: Segment): Lines {
  return segment.kind === 'settled' ? segment.lines : segment.reference;
}

/** All who had a part in a hunk, the first one first. */
export function authorsOf({ versions }: Pick<PendingHunk, 'versions'>): readonly Author[] {
  return versions.reduce<readonly Author[]>((all, { by }) => mergeAuthors(all, by), []);
}

/** The text of a file as it is. */
export function currentLines(segments: readonly Segment[]): string[] {
  return segments.flatMap(currentOf);
}

/** The text as it would be with all changes undone. */
export function referenceLines(segments: readonly Segment[]): string[] {
  return segments.flatMap(referenceOf);
}

/** Numbers for hunks and steps, given out once. */
export interface Ids {
  next: number;
}

/** A number that no hunk or change of the review has had. */
export function newId(ids: Ids): number {
  return ids.next++;
}

/** Without empty segments, and settled ones next to each other as one. */
export function compact(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  let run: SettledLines[] = [];
  const endRun = (): void => {
    const [only] = run;
    if (only) result.push(run.length === 1 ? only : settled(run.flatMap(({ lines }) => lines)));
    if (only) run = [];
  };
  for (const segment of segments) {
    if (segment.kind === 'settled') {
      if (segment.lines.length > 0) run.push(segment);
      continue;
    }
    endRun();
    result.push(segment);
  }
  endRun();
  return result;
}

/** What is left of a hunk: its versions that changed something; settled lines when nothing is pending. */
export function tidy(hunk: PendingHunk): Segment[] {
  const current = currentOf(hunk);
  if (sameLines(current, hunk.reference)) return current.length > 0 ? [settled(current)] : [];
  const versions = hunk.versions.filter(
    ({ lines }, at) => !sameLines(lines, hunk.versions[at - 1]?.lines ?? hunk.reference),
  );
  return [versions.length === hunk.versions.length ? hunk : { ...hunk, versions }];
}

/** Whether both are the same text. */
export function sameLines(a: Lines, b: Lines): boolean {
  return a === b || (a.length === b.length && a.every((line, at) => line === b[at]));
}
