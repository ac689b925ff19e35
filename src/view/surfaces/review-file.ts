/** One file of the review window: its head, what became of it as a whole, and its hunks with their surroundings. */
import type { FileSummary, HunkView } from '../../model/review/overview';
import { hunksOf } from '../../model/review/overview';
import { currentLines } from '../../model/review/segment';
import type { FileReview, WholeChange } from '../../model/review/state';
import type { Line } from '../block';
import { fileParts } from '../changes';
import { line, type Part } from '../line';
import type { ItemBlock } from './surface';

/** What a row is about. */
export type ReviewItem =
  | { readonly kind: 'turn'; readonly session: string; readonly turn: number }
  /** All changes of a file that are listed together; of one turn, only those of it. */
  | { readonly kind: 'file'; readonly path: string; readonly ids: readonly number[] }
  /** A hunk, or a change of the file as a whole. */
  | { readonly kind: 'change'; readonly path: string; readonly id: number; readonly row: number }
  /** What the next prompt says. */
  | { readonly kind: 'note'; readonly id: number };

export interface ReviewedFile {
  readonly summary: FileSummary;
  readonly file: FileReview;
}

/** Lines above and below a hunk. */
const CONTEXT = 2;
const WHOLE: Readonly<Record<WholeChange['kind'], string>> = {
  created: 'the file is new',
  deleted: 'the file was deleted',
  renamed: 'the file was renamed',
  replaced: 'the whole content was replaced',
  mode: 'the permissions were changed',
  format: 'line endings or encoding were changed',
};
const QUEUED = '  undone when the turn ends';

interface Row {
  readonly line: Line;
  readonly item: ReviewItem;
}

export function fileBlock(
  id: string,
  { summary, file }: ReviewedFile,
  cwd: string,
): ItemBlock<ReviewItem> {
  const { path, ids } = summary;
  const about: ReviewItem = { kind: 'file', path, ids };
  const current = file.text ? currentLines(file.text.segments) : [];
  const rows: Row[] = [
    { line: line(fileParts(summary, cwd)), item: about },
    ...file.changes.filter((change) => ids.includes(change.id)).map((one) => wholeRow(path, one)),
    ...hunksOf(file)
      .filter((hunk) => ids.includes(hunk.id))
      .flatMap((hunk) => hunkRows(path, hunk, current)),
  ];
  return {
    id,
    lines: [...rows.map((row) => row.line), ''],
    items: rows.map(({ item }) => item),
    fold: { from: 0, to: rows.length - 1, open: true },
  };
}

function wholeRow(path: string, { id, kind, queued }: WholeChange): Row {
  const parts: Part[] = [[`  ${WHOLE[kind]}`, 'AcpMuted']];
  if (queued) parts.push([QUEUED, 'AcpNoticeWarn']);
  return { line: line(parts), item: { kind: 'change', path, id, row: 0 } };
}

function hunkRows(path: string, hunk: HunkView, text: readonly string[]): Row[] {
  const { id, row, referenceRow, current, reference, queued } = hunk;
  const end = row + current.length;
  const width = String(Math.max(end + CONTEXT, referenceRow + reference.length)).length;
  const numbered = (number: number, sign: string, shown: string): Part[] => [
    [`  ${String(number).padStart(width)} `, 'AcpMuted'],
    `${sign} ${shown}`,
  ];
  const context = (from: number, to: number): Line[] =>
    text.slice(from, to).map((one, at) => line(numbered(from + at + 1, ' ', one)));
  const place = current.length > 1 ? `lines ${row + 1}-${end}` : `line ${row + 1}`;
  const head: Part[] = [[`  ${place}`, 'AcpDiffHeader']];
  if (queued) head.push([QUEUED, 'AcpNoticeWarn']);
  const lines = [
    line(head),
    ...context(Math.max(0, row - CONTEXT), row),
    ...reference.map((one, at) => line(numbered(referenceRow + at + 1, '-', one), 'AcpDiffDelete')),
    ...current.map((one, at) => line(numbered(row + at + 1, '+', one), 'AcpDiffAdd')),
    ...context(end, end + CONTEXT),
  ];
  return lines.map((one) => ({ line: one, item: { kind: 'change', path, id, row } }));
}
