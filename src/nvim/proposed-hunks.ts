import { diffLines } from '../edit/hunks';
import { type ReviewHunk, shownHunk } from './review-hunks';

/** What is proposed for a file, to be shown in its buffer. */
export interface PreviewedFile {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** The lines of the buffer are those that would go, `old` are those that would come. */
  readonly hunks: readonly ReviewHunk[];
  /** It is shown already: the user stays where they are. */
  readonly isRefreshed: boolean;
}

/** Two texts of a file, to be shown side by side. */
export interface ComparedTexts {
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The second may be changed, and then be accepted. */
  readonly isEditable: boolean;
}

/** The same with what stands above each side. */
export interface LabelledTexts extends ComparedTexts {
  readonly labels: readonly [string, string];
}

/**
 * What is proposed for a file, drawn into its buffer: the lines that would go are there, those that would come are
 * virtual.
 */
export function proposedHunks(before: readonly string[], after: readonly string[]): ReviewHunk[] {
  return diffLines(before, after).map(({ row, del, lines }, index) =>
    shownHunk({ id: index + 1, row, current: before.slice(row, row + del), reference: lines }),
  );
}
