import { sanitize, truncateDisplay } from '../base/text';

/** Nearly no window is as wide, and virtual lines cannot be scrolled sideways. */
const MAX_CELLS = 300;

/** A line as it is shown where the editor shows no buffer's text. */
export function virtualLine(line: string): string {
  return truncateDisplay(sanitize(line.replaceAll('\r', '␍')).replaceAll('\n', '␊'), MAX_CELLS);
}
