import { diffLines } from '../edit/hunks';
import type { ReviewHunk } from './lua';
import { shownHunk } from './review-hunks';

/**
 * What is proposed for a file, drawn into its buffer: the lines that would go are there, those that would come are
 * virtual.
 */
export function previewHunks(before: readonly string[], after: readonly string[]): ReviewHunk[] {
  return diffLines(before, after).map(({ row, del, lines }, index) =>
    shownHunk({ id: index + 1, row, current: before.slice(row, row + del), reference: lines }),
  );
}
