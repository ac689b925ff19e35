import { decodeFile, fileencodingOf } from '../../edit/encoding';
import { type FileImage, imageText } from '../../edit/file-image';
import { diffLines, type Hunk } from '../../edit/hunks';
import { splitText } from '../../edit/text';

/** A file below a root that has changed. Plain data: it goes from thread to thread. */
export interface TreeChange {
  readonly path: string;
  /** Null: there was no file. */
  readonly before: FileImage | null;
  /** Null: it was deleted. */
  readonly after: FileImage | null;
  /** States of the file, as `fileVersionOf` of src/files/disk/disk.ts names them; absent where there was no file. */
  readonly versions: { readonly before?: string; readonly after?: string };
  /** See `FileDifference`. */
  readonly seenAt: number;
  readonly changedMs: number;
  /** Between texts, and from or to nothing; otherwise none. */
  readonly hunks: readonly Hunk[];
}

/** A file's content as it is kept in the record. */
export function imageOf(bytes: Buffer, mode: number, decoded = decodeFile(bytes)): FileImage {
  if (decoded) {
    const encoding = fileencodingOf(decoded.encoding);
    return { content: { kind: 'text', text: decoded.text, encoding }, mode };
  }
  // A copy: these may be a part of many bytes, which would all be sent with it.
  return { content: { kind: 'binary', bytes: new Uint8Array(bytes) }, mode };
}

/** Between texts, and from or to no file; otherwise none. */
export function hunksBetween(before: FileImage | null, after: FileImage | null): Hunk[] {
  const [old, now] = [imageText(before), imageText(after)];
  if (old === undefined || now === undefined) return [];
  return diffLines(splitText(old ?? '').lines, splitText(now ?? '').lines);
}
