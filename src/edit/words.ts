import { alignedBlocks } from './blocks';
import { diffLines } from './hunks';

type Lines = readonly string[];

/** Columns `from` up to, not including, `to`, in UTF-16 code units. */
export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

export interface WordChange {
  readonly old: readonly ColumnRange[];
  readonly now: readonly ColumnRange[];
}

/** A changed line: rows in the texts compared, and what changed inside it. */
export interface LineChange extends WordChange {
  readonly oldRow: number;
  readonly newRow: number;
}

/** Between their common ends, longer lines are one change. */
const MAX_COLUMNS = 1000;
/** Of more lines nobody reads the words. */
const MAX_LINES = 200;
/** So far beyond a change the word is looked for in which it is. */
const MAX_WORD = 64;
const WORD = /[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

/** The words that changed in lines which were changed as that line, not replaced along with others. */
export function changedWords(before: Lines, after: Lines): LineChange[] {
  if (Math.max(before.length, after.length) > MAX_LINES) return [];
  return alignedBlocks(before, after)
    .filter(({ isLineForLine }) => isLineForLine)
    .flatMap(({ old, now }) => {
      const length = old.to - old.from;
      return Array.from({ length }, (_, at) => ({ oldRow: old.from + at, newRow: now.from + at }));
    })
    .filter(({ oldRow, newRow }) => before[oldRow] !== after[newRow])
    .map((rows) => ({
      ...rows,
      ...wordChange(before[rows.oldRow] ?? '', after[rows.newRow] ?? ''),
    }));
}

/** Which columns of two lines differ, as whole words. */
export function wordChange(before: string, after: string): WordChange {
  const head = commonHead(before, after);
  const tail = commonTail(before.slice(head), after.slice(head));
  const [old, now] = [
    { from: head, to: before.length - tail },
    { from: head, to: after.length - tail },
  ];
  if (Math.max(old.to, now.to) - head > MAX_COLUMNS) return { old: some(old), now: some(now) };
  const from = Math.max(0, head - MAX_WORD);
  const oldWords = wordsOf(before.slice(from, old.to + MAX_WORD));
  const newWords = wordsOf(after.slice(from, now.to + MAX_WORD));
  const [oldColumns, newColumns] = [columnsOf(oldWords, from), columnsOf(newWords, from)];
  const change: { old: ColumnRange[]; now: ColumnRange[] } = { old: [], now: [] };
  let shift = 0;
  for (const { row, del, lines } of diffLines(oldWords, newWords)) {
    const at = row + shift;
    shift += lines.length - del;
    change.old.push(...some(between(oldColumns, row, row + del)));
    change.now.push(...some(between(newColumns, at, at + lines.length)));
  }
  return change;
}

function some(range: ColumnRange): ColumnRange[] {
  return range.to > range.from ? [range] : [];
}

function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** Where each word begins, and the end of the last. */
function columnsOf(words: readonly string[], from: number): number[] {
  const columns = [from];
  for (const word of words) columns.push((columns.at(-1) ?? from) + word.length);
  return columns;
}

function between(columns: readonly number[], from: number, to: number): ColumnRange {
  return { from: columns[from] ?? 0, to: columns[to] ?? 0 };
}

/** In code units, but never half of a character. */
function commonHead(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return isHalf(a, count) || isHalf(b, count) ? count - 1 : count;
}

function commonTail(a: string, b: string): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++;
  return isHalf(a, a.length - count) || isHalf(b, b.length - count) ? count - 1 : count;
}

/** A place within a surrogate pair. */
function isHalf(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
