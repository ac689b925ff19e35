import { type Author, mergeAuthors } from './author';
import { type Ids, newId } from './segment';
import { changeOf, type FileReview, type WholeChange } from './state';

/** A change without what identifies it. */
type Fresh<T> = T extends unknown ? Omit<T, 'id' | 'by' | 'queued'> : never;

/** With one more author of a change of the file as a whole, or with the change. What was there before it stays. */
export function withChange(
  file: FileReview,
  change: Fresh<WholeChange>,
  by: readonly Author[],
  ids: Ids,
): FileReview {
  const known = changeOf(file, change.kind);
  if (!known) {
    const added = { ...change, id: newId(ids), by } as WholeChange;
    return { ...file, changes: [...file.changes, added] };
  }
  const again = { ...known, by: mergeAuthors(known.by, by) };
  const queued = known.queued && { queued: { ...known.queued, isOutdated: true as const } };
  const changes = file.changes.map((one) => (one === known ? { ...again, ...queued } : one));
  return { ...file, changes };
}
