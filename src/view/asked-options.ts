/** Options whose names are too long for where they are chosen. */
import { displayWidth, oneLine, reveal, truncateDisplay } from '../base/text';
import type { PermissionOption } from '../protocol/schema.gen';
import { askedRow, type Extent } from './asked-text';
import type { Line } from './block';
import { line } from './line';
import { permissionKeys } from './permission-keys';

/** Cells of a name where it is chosen. */
const MAX_NAME = 120;

export function optionLabel({ name, kind }: PermissionOption): string {
  const label = truncateDisplay(oneLine(reveal(name)), MAX_NAME);
  return label || `(${kind.replace('_', ' ')}, without a name)`;
}

/** As many are in sight where they are chosen, however small the editor is. */
const MAX_IN_SIGHT = 4;

/** The options that may not be in sight where they are chosen, or not in full: all of many, or long names only. */
export function hiddenOptionLines(
  options: readonly PermissionOption[],
  extent: Extent,
  cells = MAX_NAME,
): Line[] {
  return longOptionLines(options, extent, options.length > MAX_IN_SIGHT ? -1 : cells);
}

/** The options with names that take more than so many cells, in full. */
function longOptionLines(
  options: readonly PermissionOption[],
  extent: Extent,
  cells: number,
): Line[] {
  const keys = permissionKeys(options);
  return options.flatMap(({ name }, index) =>
    displayWidth(oneLine(reveal(name))) > cells
      ? [line([['  ', 'AcpMuted'], `[${keys[index]}] `, ...askedRow(name, extent)])]
      : [],
  );
}
