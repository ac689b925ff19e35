/** Options whose names are too long for where they are chosen. */
import { displayWidth, oneLine, reveal, truncateDisplay } from '../base/text';
import type { PermissionOption } from '../protocol/schema.gen';
import { askedRow, type Extent } from './asked-text';
import type { Line } from './block';
import { line } from './line';
import { permissionKeys } from './permission-keys';

/** Cells of a name where it is chosen. */
const MAX_NAME = 120;
/** As many are in sight where they are chosen, however small the editor is. */
const MAX_IN_SIGHT = 4;

export function optionLabel({ name, kind }: PermissionOption): string {
  const label = truncateDisplay(oneLine(reveal(name)), MAX_NAME);
  return label || `(${kind.replace('_', ' ')}, without a name)`;
}

/**
 * The options that may not be in sight where they are chosen, or not in full: all of many, else those with long names.
 *
 * @param cells that a name may take where it is chosen
 */
export function hiddenOptionLines(
  options: readonly PermissionOption[],
  extent: Extent,
  cells = MAX_NAME,
): Line[] {
  const keys = permissionKeys(options);
  const areMany = options.length > MAX_IN_SIGHT;
  return options.flatMap(({ name }, index) =>
    areMany || displayWidth(oneLine(reveal(name))) > cells
      ? [line([['  ', 'AcpMuted'], `[${keys[index]}] `, ...askedRow(name, extent)])]
      : [],
  );
}
