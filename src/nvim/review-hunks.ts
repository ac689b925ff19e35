import { type ColumnRange, changedWords } from '../edit/words';
import { type HunkView, hunksOf } from '../model/review/overview';
import type { FileReview } from '../model/review/state';
import { virtualLine } from './virtual-lines';

/** Bytes `from` up to, not including, `to` of a line of a list. */
export type WordRange = readonly [line: number, from: number, to: number];

/** A change in a buffer that is neither kept nor undone. */
export interface ReviewHunk {
  readonly id: number;
  /** 0-based, in the text of the buffer at the moment that goes with it. */
  readonly row: number;
  /** Lines of the buffer; 0: only taken out, above `row`. */
  readonly count: number;
  /** What stood there before, safe to show; the first lines when there are `more`. */
  readonly old: readonly string[];
  readonly more?: number;
  /** What is new inside lines, counted from `row`. */
  readonly words?: readonly WordRange[];
  /** What is gone from inside the lines of `old`. */
  readonly old_words?: readonly WordRange[];
  /** It is undone when the turn ends. */
  readonly queued?: boolean;
}

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
