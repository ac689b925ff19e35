/** The changes of files that a permission is about: at their places in the file where those are known, else alone. */
import type { AloneReason, LoneChange, PlacedChange, ShownChange } from '../model/proposal';
import { askedRow, cutLine, type Extent } from './asked-text';
import { counted } from './blanks';
import type { Line } from './block';
import { type DiffRows, diffRowLines, diffRows, rowsBetween } from './diff';
import { line, type Part } from './line';
import { shownPath } from './path';

/** A change is drawn again when it is shown in full. */
const compared = new WeakMap<ShownChange, DiffRows>();

export function askedDiff(change: ShownChange, cwd: string, extent: Extent): Line[] {
  const { counts, rows } = rowsOf(change);
  return [
    line(['  ', ...pathParts(change.path, cwd, extent), '  ', ...counts, ...markOf(change)]),
    ...(change.kind === 'alone' ? reasonLines(change) : []),
    ...diffRowLines(rows.slice(0, extent.lines), {
      path: change.path,
      show: (text) => askedRow(text, extent),
      ...(change.kind === 'placed' ? { digits: digitsOf(change) } : {}),
    }),
    ...cutLine(rows.length - extent.lines, extent),
  ];
}

function rowsOf(change: ShownChange): DiffRows {
  const known = compared.get(change);
  if (known) return known;
  const rows =
    change.kind === 'placed' ? rowsBetween(change.before, change.after) : diffRows(change.change);
  compared.set(change, rows);
  return rows;
}

function digitsOf({ before, after }: PlacedChange): number {
  return String(Math.max(before.length, after.length)).length;
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
