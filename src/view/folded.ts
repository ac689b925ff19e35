/** What shows of folded text. Pure. */
import { quantity } from '../base/quantity';
import type { FoldRange, Line } from './block';
import { followedBy, line, type Part, textOf, withMarks } from './line';

/** Cells that the sign and the count take, for up to 999 lines. */
export const FOLDED_WIDTH = 12;

/** The same for calls, of which some have failed. */
export const GROUP_WIDTH = 22;

export const CLOSED: Part = ['▸ ', 'AcpMuted'];
/** Of the same length in bytes. */
const SIGNS = { open: '▾ ', closed: '▸ ' };

/** Says how many lines wait in a closed fold. */
function foldedCount(count: number): Part {
  return [`+${quantity(count, 'line')}`, 'AcpMuted'];
}

/** Rows from `from` to `to`, with nothing of them in sight. */
export function foldedRows(from: number, to: number): FoldRange {
  return { from, to, closed: line(['  ', CLOSED, foldedCount(to - from + 1)]) };
}

/** Rows `from` to `to` fold under the first of them, which says how many there are. */
export function foldedUnder(first: Line, from: number, to: number): FoldRange {
  const count = foldedCount(to - from);
  const text = textOf(first);
  if (!text.startsWith(SIGNS.open)) {
    return { from, to, closed: followedBy(first, ['  ', CLOSED, count]) };
  }
  const sign = { ...withMarks(first), text: SIGNS.closed + text.slice(SIGNS.open.length) };
  return { from, to, closed: followedBy(sign, ['  ', count]) };
}
