import { type FileImage, sameContent } from '../../edit/file-image';
import type { Hunk } from '../../edit/hunks';
import type { BufferInfo } from '../../nvim/buffer-edit';
import { hunksBetween } from '../scan/change';

/** A file that was changed on disk, not by the editor. */
export interface DiskChange {
  readonly path: string;
  /** Null: there was no such file. */
  readonly before: FileImage | null;
  /** Null: it was deleted. */
  readonly after: FileImage | null;
  /** Of the file as it is now; see `fileVersionOf`. */
  readonly version?: string;
  /** When it was read, or shortly before: milliseconds since the epoch. */
  readonly seenAt: number;
  /** When it was changed, at the latest, by the clock of the file system. */
  readonly changedMs: number;
  readonly hunks: readonly Hunk[];
  readonly bufnr?: number;
  /** It was deleted while its buffer holds unsaved text. */
  readonly unsaved?: boolean;
  /** Set when the user's unsaved text and the change differ in the same lines; the buffer holds the user's. */
  readonly conflict?: DiskConflict;
}

export interface DiskConflict {
  /** Lines of the user's text: "3", "5-7". */
  readonly places: readonly string[];
  /** How many were not shown before. */
  readonly fresh: number;
  /** What the file holds. */
  readonly theirs: readonly string[];
}

/** What to report of a change; nothing when the text is the same, or there is no text. */
export function changeOf(
  seen: Pick<DiskChange, 'path' | 'seenAt' | 'changedMs' | 'version'>,
  old: FileImage | null | undefined,
  now: FileImage | null | undefined,
  info: BufferInfo | null,
  conflict: DiskConflict | undefined,
): DiskChange | undefined {
  if (old === undefined || now === undefined || sameContent(old, now)) return undefined;
  return {
    ...seen,
    before: old,
    after: now,
    hunks: hunksBetween(old, now),
    ...(info ? { bufnr: info.bufnr } : {}),
    ...(info?.modified && now === null ? { unsaved: true } : {}),
    ...(conflict ? { conflict } : {}),
  };
}
