/** The changes of files that a permission is about: at their places in the file where those are known, else alone. */
import type { AloneReason, LoneChange, PlacedChange, ShownChange } from '../model/proposal';
import { askedRow, cutLine, type Extent } from './asked-text';
import { counted } from './blanks';
import type { Line } from './block';
import { diffRows, ROW_GROUPS, type Row, rowsBetween } from './diff';
import { line, type Part } from './line';
import { shownPath } from './path';

interface Rows {
  readonly counts: readonly Part[];
  readonly rows: readonly Row[];
}

/** A change is drawn again when it is shown in full. */
const compared = new WeakMap<ShownChange, Rows>();

export function askedDiff(change: ShownChange, cwd: string, extent: Extent): Line[] {
  const { counts, rows } = rowsOf(change);
  const numbers = change.kind === 'placed' ? numbersOf(rows) : () => [];
  return [
    line(['  ', ...pathParts(change.path, cwd, extent), '  ', ...counts, ...markOf(change)]),
    ...(change.kind === 'alone' ? reasonLines(change) : []),
    ...rows
      .slice(0, extent.lines)
      .map((row) =>
        line(
          ['  ', ...numbers(row), `${row[0]} `, ...askedRow(row[1], extent)],
          ROW_GROUPS[row[0]],
        ),
      ),
    ...cutLine(rows.length - extent.lines, extent),
  ];
}

function rowsOf(change: ShownChange): Rows {
  const known = compared.get(change);
  if (known) return known;
  const rows = change.kind === 'placed' ? placedRows(change) : diffRows(change.change);
  compared.set(change, rows);
  return rows;
}

function placedRows({ before, after }: PlacedChange): Rows {
  return rowsBetween(before, after);
}

function numbersOf(rows: readonly Row[]): (row: Row) => readonly Part[] {
  const width = String(rows.reduce((most, [, , number]) => Math.max(most, number), 0)).length;
  return ([, , number]) => [[`${(number > 0 ? String(number) : '').padStart(width)} `, 'AcpMuted']];
}

function pathParts(path: string, cwd: string, extent: Extent): Part[] {
  return askedRow(shownPath(path, cwd), extent).map((part) =>
    typeof part === 'string' ? [part, 'AcpDiffHeader'] : part,
  );
}

function markOf(change: ShownChange): Part[] {
  return change.kind === 'placed' && change.isNew ? [['  new file', 'AcpMuted']] : [];
}

function reasonLines({ why }: LoneChange): Line[] {
  return why ? [line([[`  ${reasonText(why)}`, 'AcpNoticeWarn']])] : [];
}

/** Why a change is not shown at its place. */
function reasonText(why: AloneReason): string {
  switch (why.is) {
    case 'absent':
      return 'not found in the file as it is now';
    case 'missing':
      return 'there is no such file';
    case 'large':
      return 'the file is too large to look for it';
    case 'overlapping':
      return 'where another of these changes is';
    case 'repeated':
      return `found ${why.times} times in the file`;
    case 'replacing':
      return `there is such a file already, of ${counted(why.lines)} ${why.lines === 1 ? 'line' : 'lines'}`;
  }
}
