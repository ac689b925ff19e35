import { SharedMap } from '../../base/shared-map';
import type { FileImage } from '../../edit/file-image';
import type { TextFormat } from '../../edit/text';
import type { Author, KnownSession } from './author';
import { type Comments, NO_COMMENTS } from './comments';
import type { UndoneNote } from './notes';
import type { PendingHunk, Queued, Segment } from './segment';

/** What the lines of a file do not say about it. */
export interface Format extends TextFormat {
  /** A 'fileencoding'; absent where it is not known. */
  readonly encoding?: string;
}

export interface TextReview {
  readonly segments: readonly Segment[];
  /** As it is now. */
  readonly format: Format;
}

interface Pending {
  readonly id: number;
  readonly by: readonly Author[];
  readonly queued?: Queued;
}

/** A change of a file as a whole, kept or undone as one. */
export type WholeChange = Pending &
  (
    | { readonly kind: 'created' }
    /** The review has what the file held until then. */
    | { readonly kind: 'deleted' }
    | { readonly kind: 'renamed'; readonly from: string }
    /** Something without lines is, or was, its content. */
    | { readonly kind: 'replaced'; readonly before: FileImage }
    | { readonly kind: 'mode'; readonly before: number }
    /** Line endings, the last of them, byte order mark, encoding. */
    | { readonly kind: 'format'; readonly before: Format }
  );

/** A file with changes that are neither kept nor undone. */
export interface FileReview {
  readonly path: string;
  readonly text?: TextReview;
  /** What it holds, or held when it was deleted, where that is no text. */
  readonly image?: FileImage;
  readonly mode?: number;
  readonly changes: readonly WholeChange[];
  /** The user has changed it, too. */
  readonly isTouched?: true;
}

/** Everything that agents have changed and nobody has decided about yet. Plain data. */
export interface Review {
  readonly files: SharedMap<FileReview>;
  /** Ids and steps are given out once, in all files alike. */
  readonly nextId: number;
  /** What the agents will be notified of. */
  readonly notes: readonly UndoneNote[];
  readonly comments: Comments;
  /** By key. */
  readonly sessions: SharedMap<KnownSession>;
}

export const EMPTY_REVIEW: Review = {
  files: SharedMap.empty(),
  nextId: 1,
  notes: [],
  comments: NO_COMMENTS,
  sessions: SharedMap.empty(),
};

/** The hunks of a text that are neither kept nor undone. */
export function pendingHunks({ text }: FileReview): PendingHunk[] {
  return text?.segments.filter((segment) => segment.kind === 'pending') ?? [];
}

/** Whether there is anything to decide about in the file. */
export function isPending({ text, changes }: FileReview): boolean {
  return changes.length > 0 || (text?.segments.some(({ kind }) => kind === 'pending') ?? false);
}

/** The change of the file as a whole, of this kind. */
export function changeOf<K extends WholeChange['kind']>(
  { changes }: FileReview,
  kind: K,
): Extract<WholeChange, { kind: K }> | undefined {
  return changes.find(
    (change): change is Extract<WholeChange, { kind: K }> => change.kind === kind,
  );
}

/** The file with one change as a whole fewer: it was decided. */
export function withoutChange(file: FileReview, id: number): FileReview {
  return { ...file, changes: file.changes.filter((change) => change.id !== id) };
}
