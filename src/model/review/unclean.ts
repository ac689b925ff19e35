import { imageText } from '../../edit/file-image';
import { splitText } from '../../edit/text';
import { lastImage, referenceImage } from './images';
import { placed } from './region';
import { currentOf, type Lines, type PendingHunk } from './segment';
import type { FileReview, WholeChange } from './state';

/**
 * `others`: another turn has changed the same lines; `touched`: the user has changed the file; `outdated`: an agent has
 * since the undo was queued; `unknown`: nobody knows what the file held.
 */
export type UncleanReason = 'others' | 'touched' | 'outdated' | 'unknown';

/** What was not done, because it cannot be done without taking something else along. */
export interface Unclean {
  readonly path: string;
  /** Of the hunk or change, which is still pending. */
  readonly id: number;
  readonly why: UncleanReason;
  /** 0-based; absent: the file as a whole. */
  readonly row?: number;
  readonly current: Lines;
  /** What it would be if everything there were undone. */
  readonly reference: Lines;
}

/** A hunk that cannot be undone as it is, with both texts for the user to look at. */
export function uncleanHunk(
  path: string,
  hunk: PendingHunk,
  row: number,
  why: UncleanReason,
): Unclean {
  return { path, id: hunk.id, why, row, current: currentOf(hunk), reference: hunk.reference };
}

/** The same for a change of a whole file. */
export function uncleanChange(file: FileReview, { id }: WholeChange, why: UncleanReason): Unclean {
  const lines = (image: ReturnType<typeof lastImage>): Lines =>
    splitText(imageText(image) ?? '').lines;
  return {
    path: file.path,
    id,
    why,
    current: lines(lastImage(file)),
    reference: lines(referenceImage(file)),
  };
}

/** Undos that were queued, and agents have changed what they would undo. */
export function outdatedInFile(file: FileReview, ids: readonly number[]): Unclean[] {
  const changes = file.changes
    .filter(({ id }) => ids.includes(id))
    .map((change) => uncleanChange(file, change, 'outdated'));
  const hunks: Unclean[] = [];
  for (const [segment, row] of placed(file.text?.segments ?? [])) {
    if (segment.kind === 'pending' && ids.includes(segment.id)) {
      hunks.push(uncleanHunk(file.path, segment, row, 'outdated'));
    }
  }
  return [...changes, ...hunks];
}
