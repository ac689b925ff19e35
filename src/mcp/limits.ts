/** How much a tool answers at once: more would not help a model, and is asked for by ranges. */
import { sliceBytes } from '../base/text';
import { KIBIBYTE } from '../base/units';

/** The text of one result, in bytes. It is sent twice: as data and as text. */
const MAX_TEXT_BYTES = 256 * KIBIBYTE;
/** A line of a list, such as that of a match. */
const MAX_LINE_CHARACTERS = 500;

export function clipText(
  text: string,
  bytes = MAX_TEXT_BYTES,
): { readonly text: string; readonly truncated: boolean } {
  const clipped = sliceBytes(text, bytes);
  return { text: clipped, truncated: clipped.length < text.length };
}

/** As many lines as may be answered, at least one; a line that is too long alone is cut. */
export function clipLines(
  lines: readonly string[],
  bytes = MAX_TEXT_BYTES,
): { readonly lines: readonly string[]; readonly truncated: boolean } {
  let left = bytes;
  for (const [index, line] of lines.entries()) {
    const size = Buffer.byteLength(line) + 1;
    if (size > left) {
      if (index > 0) return { lines: lines.slice(0, index), truncated: true };
      return { lines: [sliceBytes(line, bytes)], truncated: true };
    }
    left -= size;
  }
  return { lines, truncated: false };
}

/** A line of a list, such as what is said of a place. */
export function clipLine(line: string): string {
  const { length } = line;
  return length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;
}
