/** What documents report of reads and writes. */
import type { FileImage } from '../../edit/file-image';
import type { Hunk } from '../../edit/hunks';

/** A read or a write that has happened. */
export interface Access {
  readonly kind: 'read' | 'write';
  readonly session: string;
  /** The real path. */
  readonly path: string;
  readonly bufnr?: number;
  /** 1-based: the first line read, or the first line changed. */
  readonly line?: number;
  /** What a write changed, against the text that was there. */
  readonly hunks?: readonly Hunk[];
  /** The whole text before and after a write; null before: there was none. */
  readonly before?: string | null;
  readonly after?: string;
  /** The call of a tool of the editor that wrote. */
  readonly toolCallId?: string;
}

/** A write that has changed a file. */
export interface WriteReport {
  readonly session: string;
  readonly path: string;
  readonly before: FileImage | null;
  readonly after: FileImage;
  /** Of the file, when it was saved. */
  readonly version?: string;
  /** When the write began: milliseconds since the epoch. */
  readonly seenAt: number;
  /** Only the buffer has changed: the user had not saved it. */
  readonly isUnsaved: boolean;
  readonly hunks: readonly Hunk[];
  readonly bufnr?: number;
  /** See `Written.proposed`. */
  readonly proposed?: string;
  /** See `Access`. */
  readonly toolCallId?: string;
}
