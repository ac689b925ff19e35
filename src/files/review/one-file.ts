/** One file of a review taken out of it, and put back changed. Pure. */
import { SharedMap } from '../../base/shared-map';
import type { FileReview, Review } from '../../model/review/state';

/** With this file only, so that what is decided about several is done file by file. */
export function onlyFile(review: Review, path: string): Review {
  const file = review.files.get(path);
  const none = SharedMap.empty<FileReview>();
  return { ...review, files: file ? none.set(path, file) : none, notes: [] };
}

/** The review with what has become of one file, and the notes that this gave. */
export function withOnly(review: Review, path: string, only: Review): Review {
  const files = only.files
    .values()
    .reduce((all, file) => all.set(file.path, file), review.files.delete(path));
  const nextId = Math.max(review.nextId, only.nextId);
  return { ...review, files, nextId, notes: [...review.notes, ...only.notes] };
}
