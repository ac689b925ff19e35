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
  const label = truncateDisplay(oneLine(reveal(name)).trim(), MAX_NAME);
  return label || `(${kind.replace('_', ' ')}, without a name)`;
}

/** The options with names that take more than so many cells, in full. */
export function longOptionLines(
  options: readonly PermissionOption[],
  extent: Extent,
  cells = MAX_NAME,
): Line[] {
  const keys = permissionKeys(options);
  return options.flatMap(({ name }, index) =>
    displayWidth(oneLine(reveal(name))) > cells
      ? [line([['  ', 'AcpMuted'], `[${keys[index]}] `, ...askedRow(name, extent)])]
      : [],
  );
}
