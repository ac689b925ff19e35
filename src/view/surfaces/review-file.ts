/** One file of the review window: its head, what became of it as a whole, and its hunks with their surroundings. */
import type { Comment } from '../../model/review/comments';
import { type FileSummary, type HunkView, hunksOf } from '../../model/review/overview';
import { currentLines, referenceLines } from '../../model/review/segment';
import { changeOf, type FileReview, type WholeChange } from '../../model/review/state';
import type { Line } from '../block';
import { fileParts } from '../changes';
import { type HunkRow, hunkLines } from '../hunk-lines';
import { line, omittedLine, type Part } from '../line';
import type { ItemBlock } from './surface';

/** What a row is about. */
export type ReviewItem =
  | { readonly kind: 'turn'; readonly session: string; readonly turn: number }
  /** All changes of a file that are listed together; of one turn, only those of it. */
  | { readonly kind: 'file'; readonly path: string; readonly ids: readonly number[] }
  /** A hunk, or a change of the file as a whole. The row (0-based) is in the file as it is now. */
  | { readonly kind: 'change'; readonly path: string; readonly id: number; readonly row: number }
  | { readonly kind: 'comment'; readonly id: number; readonly path: string; readonly row: number }
  /** What the next prompt says. */
  | { readonly kind: 'note'; readonly id: number };

export interface ReviewedFile {
  readonly summary: FileSummary;
  readonly file: FileReview;
  /** Those on this file. */
  readonly comments: readonly Comment[];
}

/** Lines above and below a hunk. */
const CONTEXT = 3;
/** Of the lines that a hunk takes out, and of those that it puts in, so many are shown. */
const MAX_LINES = 300;
/** Files with more rows are folded at first. */
const MAX_OPEN_ROWS = 200;
const WHOLE: Readonly<Record<WholeChange['kind'], string>> = {
  created: 'the file is new',
  deleted: 'the file was deleted',
  renamed: 'the file was renamed',
  replaced: 'the whole content was replaced',
  mode: 'the permissions were changed',
  format: 'line endings or encoding were changed',
};
const QUEUED = 'undone when the turn ends';

interface Row {
  readonly line: Line;
  readonly item: ReviewItem;
}

/** The block of a file, with what each of its rows is about. */
export function fileBlock(
  id: string,
  { summary, file, comments }: ReviewedFile,
  cwd: string,
): ItemBlock<ReviewItem> {
  const { path, ids } = summary;
  const about: ReviewItem = { kind: 'file', path, ids };
  const rows: Row[] = [
    { line: line(fileParts(summary, cwd)), item: about },
    ...file.changes.filter((change) => ids.includes(change.id)).map((one) => wholeRow(path, one)),
    ...(changeOf(file, 'deleted') ? deletedRows(file) : changedRows(file, new Set(ids), comments)),
  ];
  const isShort = rows.length <= MAX_OPEN_ROWS;
  return {
    id,
    lines: [...rows.map((row) => row.line), ''],
    items: rows.map(({ item }) => item),
    fold: { from: 0, to: rows.length - 1, ...(isShort ? { open: true } : {}) },
  };
}

/** Rows that the block of a file has at most. */
export function maxRowsOf({ added, removed, ids }: FileSummary): number {
  const around = ids.length * (2 * CONTEXT + 3);
  return around + Math.min(added + removed, ids.length * 2 * MAX_LINES);
}

/** A file among so many that its changes are not listed. */
export function headBlock(id: string, summary: FileSummary, cwd: string): ItemBlock<ReviewItem> {
  const { path, ids } = summary;
  const why = line(['  not listed here, because there is so much to review'], 'AcpMuted');
  const head = line(fileParts(summary, cwd));
  return { id, lines: [head, why, ''], item: { kind: 'file', path, ids } };
}

function wholeRow(path: string, { id, kind, queued }: WholeChange): Row {
  const parts: Part[] = [[`  ${WHOLE[kind]}`, 'AcpMuted']];
  if (queued) parts.push([`  ${QUEUED}`, 'AcpNoticeWarn']);
  return { line: line(parts), item: { kind: 'change', path, id, row: 0 } };
}

/** What a deleted file held. */
function deletedRows(file: FileReview): Row[] {
  const id = changeOf(file, 'deleted')?.id;
  const lines = file.text ? referenceLines(file.text.segments) : [];
  if (id === undefined || lines.length === 0) return [];
  const numbers = { old: 1, now: 1, digits: digitsOf(lines.length) };
  const rows = rowsOf('-', lines.slice(0, MAX_LINES));
  const drawn = [
    ...hunkLines(rows, { path: file.path, numbers }),
    ...omittedLine(lines.length - rows.length, 'more'),
  ];
  return drawn.map((one) => ({
    line: one,
    item: { kind: 'change', path: file.path, id, row: 0 },
  }));
}

/** Hunks that share their surroundings stand together; between others is a gap. */
function changedRows(
  file: FileReview,
  ids: ReadonlySet<number>,
  comments: readonly Comment[],
): Row[] {
  if (!file.text) return [];
  const text = currentLines(file.text.segments);
  const digits = digitsOf(Math.max(text.length, referenceLines(file.text.segments).length));
  const hunks = hunksOf(file).filter(({ id }) => ids.has(id));
  let shown = 0;
  return hunks.flatMap((hunk, at) => {
    const end = hunk.row + hunk.current.length;
    const from = Math.max(shown, hunk.row - CONTEXT);
    const to = Math.min(end + CONTEXT, hunks[at + 1]?.row ?? text.length);
    const isFar = at > 0 && from > shown;
    shown = to;
    const [above, below] = [text.slice(from, hunk.row), text.slice(end, to)];
    // With the last hunk before it comes a comment that stands between two.
    const own = comments.filter((one) => from <= one.from && one.from < (to === end ? to + 1 : to));
    return [
      ...headRows(file.path, hunk, isFar),
      ...hunkRows(file.path, hunk, above, below, digits),
      ...own.flatMap(commentRows),
    ];
  });
}

/** A comment, line by line. */
export function commentRows({ id, path, from, text }: Comment): Row[] {
  return text.split('\n').map((one) => ({
    line: line([['  ┃ ', 'AcpReviewComment'], one]),
    item: { kind: 'comment', id, path, row: from },
  }));
}

/** Above a hunk: a gap to the one before it, and what is to become of it. */
function headRows(path: string, { id, row, queued }: HunkView, isFar: boolean): Row[] {
  const parts: Part[] = [
    ...(isFar ? ([['  ⋯', 'AcpMuted']] as const) : []),
    ...(queued ? ([[`  ${QUEUED}`, 'AcpNoticeWarn']] as const) : []),
  ];
  return parts.length > 0 ? [{ line: line(parts), item: { kind: 'change', path, id, row } }] : [];
}

function hunkRows(
  path: string,
  hunk: HunkView,
  above: readonly string[],
  below: readonly string[],
  digits: number,
): Row[] {
  const { id, row, referenceRow, current, reference } = hunk;
  const [removed, added] = [reference.slice(0, MAX_LINES), current.slice(0, MAX_LINES)];
  const omitted = reference.length - removed.length + current.length - added.length;
  const drawn = (rows: readonly HunkRow[], old: number, now: number): Row[] => {
    let at = now;
    const numbers = { old: old + 1, now: now + 1, digits };
    return hunkLines(rows, { path, numbers }).map((one, index) => ({
      line: one,
      item: { kind: 'change', path, id, row: rows[index]?.sign === '-' ? at : at++ },
    }));
  };
  const change = [...rowsOf(' ', above), ...rowsOf('-', removed), ...rowsOf('+', added)];
  const after = rowsOf(' ', below);
  const [old, now] = [referenceRow - above.length, row - above.length];
  if (omitted === 0) return drawn([...change, ...after], old, now);
  const end = row + current.length;
  return [
    ...drawn(change, old, now),
    ...omittedLine(omitted, 'more').map(
      (one): Row => ({ line: one, item: { kind: 'change', path, id, row: row + added.length } }),
    ),
    ...drawn(after, referenceRow + reference.length, end),
  ];
}

function rowsOf(sign: HunkRow['sign'], texts: readonly string[]): HunkRow[] {
  return texts.map((text) => ({ sign, text }));
}

function digitsOf(count: number): number {
  return String(count).length;
}
