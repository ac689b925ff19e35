import { byteLength } from '../../base/text';
import { type ColumnRange, changedWords } from '../../edit/words';
import { type HunkView, hunksOf } from '../../model/review/overview';
import type { FileReview } from '../../model/review/state';
import type { ReviewHunk, WordRange } from '../../nvim/lua';
import { virtualLine } from '../../nvim/virtual-lines';

/** More lines that are gone are counted, not shown: the text itself must stay in sight. */
const MAX_OLD = 30;

/** The hunks of a file as its buffer shows them. */
export function shownHunks(file: FileReview): ReviewHunk[] {
  return hunksOf(file).map(shownHunk);
}

function shownHunk({ id, row, current, reference, queued }: HunkView): ReviewHunk {
  const shown = reference.length > MAX_OLD ? reference.slice(0, MAX_OLD - 1) : reference;
  const old = shown.map(virtualLine);
  const changes = changedWords(reference, current);
  const words = changes.flatMap((change) => wordsOf(current, change.newRow, change.now));
  const oldWords = changes.flatMap(({ oldRow, old: ranges }) =>
    // Of a line that is not shown as it is the columns are others.
    old[oldRow] === reference[oldRow] ? wordsOf(reference, oldRow, ranges) : [],
  );
  return {
    id,
    row,
    count: current.length,
    old,
    ...(shown === reference ? {} : { more: reference.length - shown.length }),
    ...(words.length > 0 ? { words } : {}),
    ...(oldWords.length > 0 ? { old_words: oldWords } : {}),
    ...(queued ? { queued: true } : {}),
  };
}

function wordsOf(
  lines: readonly string[],
  at: number,
  ranges: readonly ColumnRange[],
): WordRange[] {
  const line = lines[at] ?? '';
  const bytes = (column: number): number => byteLength(line.slice(0, column));
  return ranges.map(({ from, to }) => [at, bytes(from), bytes(to)]);
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
        other.reference === hunk.reference &&
        other.queued === hunk.queued
      );
    })
  );
}
