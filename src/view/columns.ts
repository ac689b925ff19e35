/** Rows of cells in columns, one of which gets the width that the others leave. */
import { displayWidth, truncateDisplay } from '../base/text';
import type { Line } from './block';
import type { Group } from './groups';
import { line, type Part } from './line';
import type { Room } from './surfaces/surface';

/** Text and highlight group of each column. */
export type Cell = readonly [text: string, group?: Group];

const GAP = 2;
const MIN_WIDTH = 12;

/**
 * @param wide the column that gets the room that the others leave
 * @param room absent: as much as the texts take
 */
export function columnWidths(
  rows: readonly (readonly Cell[])[],
  wide: number,
  room: Room | undefined,
): number[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(0, ...rows.map((row) => displayWidth(row[column]?.[0] ?? ''))),
  );
  if (!room) return widths;
  const others = widths.filter((_, column) => column !== wide);
  const taken = others.reduce((sum, width) => sum + (width > 0 ? width + GAP : 0), 2 * GAP);
  const left = Math.max(MIN_WIDTH, room.width - taken);
  return widths.map((width, column) => (column === wide ? Math.min(width, left) : width));
}

/** A column without any text takes no room. */
export function columnsLine(cells: readonly Cell[], widths: readonly number[]): Line {
  const parts = cells.flatMap(([text, group], column): Part[] => {
    const width = widths[column] ?? 0;
    if (width === 0) return [];
    const shown = truncateDisplay(text, width);
    const padded = ' '.repeat(GAP + width - displayWidth(shown));
    return [group ? [shown, group] : shown, padded];
  });
  return line([' '.repeat(GAP), ...withoutEnd(parts)]);
}

/** Without the blanks after the last column. */
function withoutEnd(parts: readonly Part[]): readonly Part[] {
  const end = parts.findLastIndex((part) => (typeof part === 'string' ? part : part[0]).trim());
  return parts.slice(0, end + 1);
}
