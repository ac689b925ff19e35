import { keepFile } from './keep';
import { MAX_UNSENT_NOTES, sessionsOf, type UndoneNote } from './notes';
import { type QueuedItem, queuedInFile, queueInFile, unqueueInFile } from './queue';
import { inKnownFile, withFile } from './review';
import { isMeant, type Selection } from './selection';
import type { FileReview, Review } from './state';
import { outdatedInFile, type Unclean } from './unclean';
import { type FileOperation, type Undone, undoFile } from './undo';

export interface Kept {
  readonly review: Review;
  /** What cannot be kept alone, and is still pending. */
  readonly unclean: readonly Unclean[];
}

/** The user wants to have these changes. */
export function keep(review: Review, selection: Selection): Kept {
  const unclean: Unclean[] = [];
  const next = eachFile(review, selection, (file, ids) => {
    const kept = keepFile(file, selection, ids);
    unclean.push(...kept.unclean);
    return kept.file;
  });
  return { review: next, unclean };
}

export interface UndoResult {
  /** As it is when the operations are done. */
  readonly review: Review;
  readonly operations: readonly FileOperation[];
  /** What cannot be undone alone, and is still pending. */
  readonly unclean: readonly Unclean[];
}

/** The user does not want these changes. */
export function undo(review: Review, selection: Selection, reason?: string): UndoResult {
  const ids = { next: review.nextId };
  const operations: FileOperation[] = [];
  const unclean: Unclean[] = [];
  const notes: UndoneNote[] = [];
  let next = review;
  for (const file of meant(review, selection)) {
    const result = undoFile(file, selection, ids);
    operations.push(...result.operations);
    unclean.push(...result.unclean);
    notes.push(...result.undone.map((one) => noteOf(one, reason, ids.next++)));
    next = withFile(next, file.path, undefined);
    if (result.file) next = withFile(next, result.file.path, result.file);
  }
  const all = [...review.notes, ...notes].slice(-MAX_UNSENT_NOTES);
  return { review: { ...next, notes: all, nextId: ids.next }, operations, unclean };
}

function noteOf({ by, ...undone }: Undone, reason: string | undefined, id: number): UndoneNote {
  return { id, sessions: sessionsOf(by), ...(reason ? { reason } : {}), ...undone };
}

/** The user does not want these changes, and an agent is at work: they are undone when it has finished. */
export function queueUndo(review: Review, selection: Selection, reason?: string): Review {
  return eachFile(review, selection, (file, ids) => queueInFile(file, selection, reason, ids));
}

/** Takes back that what is selected is undone when its turn ends. */
export function unqueueUndo(review: Review, selection: Selection): Review {
  return eachFile(review, selection, (file, ids) => unqueueInFile(file, selection, ids));
}

/** @param session of whose changes; absent: of all */
export function queuedUndos(review: Review, session?: string): QueuedItem[] {
  return review.files.values().flatMap((file) => queuedInFile(file, session));
}

/** Undoes what is queued; what an agent has changed since is not, and is queued no longer. */
export function applyQueued(review: Review, session?: string): UndoResult {
  const outdated = queuedUndos(review, session).filter(({ isOutdated }) => isOutdated);
  const ids = outdated.map(({ id }) => id);
  const unclean = review.files.values().flatMap((file) => outdatedInFile(file, ids));
  const rest = unqueueUndo(review, { kind: 'ids', ids });
  const result = undo(rest, { kind: 'queued', ...(session === undefined ? {} : { session }) });
  return { ...result, unclean: [...unclean, ...result.unclean] };
}

function meant(review: Review, selection: Selection): FileReview[] {
  return review.files.values().filter((file) => isMeant(selection, file));
}

function eachFile(
  review: Review,
  selection: Selection,
  change: Parameters<typeof inKnownFile>[2],
): Review {
  const files = meant(review, selection);
  return files.reduce((next, { path }) => inKnownFile(next, path, change), review);
}
