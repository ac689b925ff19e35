/** Draws a hunk of a diff: numbers, signs, and what has changed inside lines. The editor adds the colours of the code. */
import { byteLength } from '../base/text';
import { type ColumnRange, changedWords } from '../edit/words';
import type { DiffLayout, Line, Span, StyledLine } from './block';
import type { Group } from './groups';
import { line, type Part } from './line';

export interface HunkRow {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

export interface HunkLook {
  /** Names the language. */
  readonly path: string;
  /** Absent: no numbers. */
  readonly numbers?: HunkNumbers;
  /** How a text is made safe to show; as usual when absent. */
  readonly show?: (text: string) => readonly Part[];
}

export interface HunkNumbers {
  /** Of the first row before the change. */
  readonly old: number;
  /** And after it. */
  readonly now: number;
  /** Of the largest. */
  readonly digits: number;
  /** Each row has the number of its own side, where room is short; else there is a column for each. */
  readonly isOneColumn?: true;
}

const INDENT = 2;

/** Rows that follow each other in the file. */
export function hunkLines(rows: readonly HunkRow[], { path, numbers, show }: HunkLook): Line[] {
  const columns = numbers?.isOneColumn ? 1 : 2;
  const sign = INDENT + (numbers ? columns * (numbers.digits + 1) : 0);
  const layout: DiffLayout = { path, sign, column: sign + 2 };
  let [old, now] = [numbers?.old ?? 0, numbers?.now ?? 0];
  const drawn = rows.map(({ sign, text }): StyledLine => {
    const gutter = numbers ? gutterOf(sign, { ...numbers, old, now }) : '';
    if (sign !== '+') old++;
    if (sign !== '-') now++;
    const shown = line([`${' '.repeat(INDENT)}${gutter}${sign} `, ...(show?.(text) ?? [text])]);
    return typeof shown === 'string' ? { text: shown, diff: layout } : { ...shown, diff: layout };
  });
  const words = wordSpans(
    rows.map((row) => row.sign),
    drawn.map((one) => one.text.slice(layout.column)),
    layout.column,
  );
  return drawn.map((one, row) => {
    const own = words.get(row);
    return own ? { ...one, spans: [...(one.spans ?? []), ...own] } : one;
  });
}

function gutterOf(sign: HunkRow['sign'], { old, now, digits, isOneColumn }: HunkNumbers): string {
  const shown = isOneColumn
    ? [sign === '-' ? old : now]
    : [sign === '+' ? '' : old, sign === '-' ? '' : now];
  return shown.map((number) => `${String(number).padStart(digits)} `).join('');
}

/** By row: what has changed inside of lines that were changed as that line. */
function wordSpans(
  signs: readonly HunkRow['sign'][],
  texts: readonly string[],
  column: number,
): Map<number, Span[]> {
  const spans = new Map<number, Span[]>();
  const put = (row: number, ranges: readonly ColumnRange[], group: Group): void => {
    const text = texts[row] ?? '';
    const bytes = (at: number): number => column + byteLength(text.slice(0, at));
    spans.set(
      row,
      ranges.map(({ from, to }) => ({ from: bytes(from), to: bytes(to), group })),
    );
  };
  for (const { removed, added, end } of changes(signs)) {
    const before = texts.slice(removed, added);
    for (const change of changedWords(before, texts.slice(added, end))) {
      const [oldRow, newRow] = [removed + change.oldRow, added + change.newRow];
      // Where all of both lines is another, there is nothing to point out.
      const isAll =
        coversAll(change.old, texts[oldRow] ?? '') && coversAll(change.now, texts[newRow] ?? '');
      if (isAll) continue;
      put(oldRow, change.old, 'AcpDiffDeleteWord');
      put(newRow, change.now, 'AcpDiffAddWord');
    }
  }
  return spans;
}

/** Lines taken out with lines put in at the same place. */
function changes(
  signs: readonly HunkRow['sign'][],
): { readonly removed: number; readonly added: number; readonly end: number }[] {
  const found = [];
  let at = 0;
  while (at < signs.length) {
    const removed = at;
    while (signs[at] === '-') at++;
    const added = at;
    while (signs[at] === '+') at++;
    if (added > removed && at > added) found.push({ removed, added, end: at });
    if (at === removed) at++;
  }
  return found;
}

function coversAll(ranges: readonly ColumnRange[], text: string): boolean {
  let left = '';
  let at = 0;
  for (const { from, to } of ranges) {
    left += text.slice(at, from);
    at = to;
  }
  return (left + text.slice(at)).trim() === '';
}
