import { type ColumnRange, changedWords } from '../edit/words';
import { type HunkView, hunksOf } from '../model/review/overview';
import type { FileReview } from '../model/review/state';
import type { ReviewHunk, WordRange } from './lua';
import { virtualLine } from './virtual-lines';

/** More lines that are gone are counted, not shown: the text itself must stay in sight. */
const MAX_OLD = 30;

/** The pending hunks of a file, as they are drawn into its buffer. */
export function reviewHunks(file: FileReview): ReviewHunk[] {
  return hunksOf(file).map(reviewHunk);
}

function reviewHunk({ queued, ...hunk }: HunkView): ReviewHunk {
  return { ...shownHunk(hunk), ...(queued ? { queued: true } : {}) };
}

/** Lines of a buffer, and the other ones that are shown beside them. */
export function shownHunk({
  id,
  row,
  current,
  reference,
}: Pick<HunkView, 'id' | 'row' | 'current' | 'reference'>): ReviewHunk {
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
  };
}

function wordsOf(
  lines: readonly string[],
  at: number,
  ranges: readonly ColumnRange[],
): WordRange[] {
  const line = lines[at] ?? '';
  const bytes = (column: number): number => Buffer.byteLength(line.slice(0, column));
  return ranges.map(({ from, to }) => [at, bytes(from), bytes(to)]);
}
