import type { FileImage } from '../../edit/file-image';
import { diffLines, type Hunk } from '../../edit/hunks';
import { splitText } from '../../edit/text';
import { type BufferLines, exactTextOf } from '../buffers/buffer-text';

/** What a write changed, against the text that was there. */
export interface Written {
  readonly hunks: readonly Hunk[];
  readonly bufnr?: number;
  /** The file was written. */
  readonly saved: boolean;
  /** The whole text before and after; null before: there was none. */
  readonly before: string | null;
  readonly after: string;
  /** What was there before, text or not. */
  readonly image: FileImage | null;
  /** The 'fileencoding' of the text. */
  readonly encoding: string;
  /** What the agent's own text would have made of it, where the user's was written in its place. */
  readonly proposed?: string;
  /** Set when not all of it was written: in some lines the user's text was kept. */
  readonly conflict?: WriteConflict;
}

/** The conflicts of a write that was not taken in all places. */
export interface WriteConflict {
  readonly session: string;
  readonly path: string;
  readonly bufnr?: number;
  /** Lines of the user's text: "3", "5-7". */
  readonly places: readonly string[];
  /** How many were not shown before. */
  readonly fresh: number;
  /** The agent's text. */
  readonly theirs: readonly string[];
  /** The answer to the agent. */
  readonly text: string;
}

/** What has become of a write: formatters may have changed the text while it was saved. */
export function asFound(written: Written, buffer: BufferLines | undefined): Written {
  const after = buffer && exactTextOf(buffer, Number.POSITIVE_INFINITY);
  if (after === undefined || after === written.after || written.before === null) return written;
  const [old, now] = [splitText(written.before), splitText(after)];
  return { ...written, after, hunks: diffLines(old.lines, now.lines) };
}
