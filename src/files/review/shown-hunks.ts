import { byteLength } from '../../base/text';
import { changedWords } from '../../edit/words';
import { type HunkView, hunksOf } from '../../model/review/overview';
import { changeOf, type FileReview } from '../../model/review/state';
import type { ReviewHunk } from '../../nvim/lua';

/** The hunks of a file as its buffer shows them. */
export function shownHunks(file: FileReview): ReviewHunk[] {
  const isWhole = changeOf(file, 'created') !== undefined;
  return hunksOf(file).map((hunk): ReviewHunk => {
    const words = wordsOf(hunk);
    return {
      id: hunk.id,
      row: hunk.row,
      count: hunk.current.length,
      old: hunk.reference,
      ...(words.length > 0 ? { words } : {}),
      ...(hunk.queued ? { queued: true } : {}),
      ...(isWhole ? { whole: true } : {}),
    };
  });
}

function wordsOf({ row, reference, current }: HunkView): [number, number, number][] {
  return changedWords(reference, current).flatMap(({ newRow, now }) => {
    const line = current[newRow] ?? '';
    const bytes = (column: number): number => byteLength(line.slice(0, column));
    return now.map(({ from, to }): [number, number, number] => [
      row + newRow,
      bytes(from),
      bytes(to),
    ]);
  });
}

/** Whether two lists show the same, wherever the rows are by now. */
export function isShownSame(some: readonly HunkView[], others: readonly HunkView[]): boolean {
  return (
    some.length === others.length &&
    some.every((hunk, at) => {
      const other = others[at];
      return (
        other?.id === hunk.id &&
        other.current === hunk.current &&
        other.reference === hunk.reference
      );
    })
  );
}
