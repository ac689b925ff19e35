import { decodeFile, encode, fileencodingOf } from '../../edit/encoding';
import type { FileImage } from '../../edit/file-image';
import { diffLines, type Hunk } from '../../edit/hunks';
import { joinText, type SplitText, splitIncoming, splitText } from '../../edit/text';
import { AcpError } from '../../protocol/errors';
import type { Change } from '../../session/ports';
import { changeBetween } from '../documents/preview';
import { imageOf } from '../scan/change';
import { readFileBytes } from './disk';
import { writeFileBytes } from './disk-write';
import type { Drafts } from './drafts';

/** The text of a file that is not loaded, and its size in characters. */
export async function readDiskText(
  path: string,
): Promise<{ readonly text: SplitText; readonly size: number }> {
  const file = await readFileBytes(path);
  if (!file) throw AcpError.notFound(path);
  const decoded = decodeFile(file.bytes);
  if (!decoded) throw AcpError.internal(`cannot read ${path}: it is a binary file`);
  return { text: splitText(decoded.text), size: decoded.text.length };
}

interface DiskWritten {
  readonly text: SplitText;
  readonly hunks: readonly Hunk[];
  /** The whole text before; null for a file that was not there, or was no text. */
  readonly before: string | null;
  /** What was there before, text or not. */
  readonly image: FileImage | null;
  /** The 'fileencoding' of the text. */
  readonly encoding: string;
}

/** What the write of a file that is not loaded would make of it. */
export async function previewDiskText(path: string, content: string): Promise<Change> {
  const file = await readFileBytes(path);
  const decoded = file && decodeFile(file.bytes);
  if (!decoded) return changeBetween(null, content);
  const text = splitIncoming(content, splitText(decoded.text));
  return changeBetween(decoded.text, joinText(text));
}

/**
 * Writes a file that is not loaded, in the encoding and with the line endings that it has. `proceed` throws when the
 * write is not wanted any more; it is asked at the last moment at which nothing has happened.
 *
 * @param textFor what to write in place of a text; absent: there is none
 */
export async function writeDiskText(
  path: string,
  textFor: (before: SplitText | undefined) => SplitText,
  drafts: Drafts,
  proceed: () => void,
): Promise<DiskWritten> {
  const file = await readFileBytes(path);
  const decoded = file && decodeFile(file.bytes);
  const before = splitText(decoded?.text ?? '');
  const text = textFor(decoded && before);
  const encoding = decoded?.encoding ?? 'utf-8';
  const bytes = encode({ text: joinText(text), encoding });
  if (!bytes) {
    throw AcpError.internal(
      `cannot write ${path}: the file is encoded in ${encoding}, which lacks some characters of the new text`,
    );
  }
  proceed();
  await writeFileBytes(path, bytes, drafts);
  return {
    text,
    hunks: diffLines(before.lines, text.lines),
    before: decoded?.text ?? null,
    image: file ? imageOf(file.bytes, file.mode, decoded) : null,
    encoding: fileencodingOf(encoding),
  };
}
