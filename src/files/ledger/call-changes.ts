import { type FileImage, imageText } from '../../edit/file-image';
import { diffLines } from '../../edit/hunks';
import { splitText } from '../../edit/text';
import { unified } from '../../edit/unified';
import type { CallChange, CallChanges } from '../../model/call-change';
import type { FileMark } from '../../model/review/overview';
import type { ChangeLedger } from '../change-ledger';
import type { LedgerEntry } from './entry';
import type { FileChange } from './net-changes';

type Contents = Pick<ChangeLedger, 'netOf' | 'image'>;

/** Files whose lines are shown; most of a call that changes more are of no interest. */
const MAX_FILES = 10;
/** Of all files together. */
const MAX_ROWS = 200;

/** What a tool call has made of files by these steps, as much of it as is shown. */
export async function callChanges(
  ledger: Contents,
  entries: readonly LedgerEntry[],
): Promise<CallChanges> {
  const changes = await ledger.netOf(entries);
  const files: CallChange[] = [];
  let room = MAX_ROWS;
  for (const change of changes.slice(0, MAX_FILES)) {
    const [before, after] = [await ledger.image(change.before), await ledger.image(change.after)];
    const file = shownChange(change, before, after, room);
    room -= file.rows.length;
    files.push(file);
  }
  return { files, omitted: changes.length - files.length };
}

function shownChange(
  { path, kind, from }: FileChange,
  before: FileImage | null,
  after: FileImage | null,
  room: number,
): CallChange {
  const [old, now] = [linesOf(before), linesOf(after)];
  const hunks = old && now ? diffLines(old, now) : [];
  const rows = unified(old ?? [], hunks);
  const marks = marksOf(before, after);
  return {
    path,
    kind,
    ...(from === undefined ? {} : { from }),
    ...(marks.length > 0 ? { marks } : {}),
    added: hunks.reduce((sum, { lines }) => sum + lines.length, 0),
    removed: hunks.reduce((sum, { del }) => sum + del, 0),
    rows: rows.slice(0, room),
    total: rows.length,
  };
}

function marksOf(before: FileImage | null, after: FileImage | null): FileMark[] {
  const kinds = [before, after].map((image) => image?.content.kind);
  const [was, is] = [before?.mode, after?.mode];
  const isMode = was !== undefined && is !== undefined && was !== is;
  return [
    ...(['binary', 'link'] as const).filter((kind) => kinds.includes(kind)),
    ...(isMode ? (['mode'] as const) : []),
  ];
}

/** None of no file; nothing where the content is no text, or is not known. */
function linesOf(image: FileImage | null): readonly string[] | undefined {
  const text = imageText(image);
  return text === undefined ? undefined : splitText(text ?? '').lines;
}
