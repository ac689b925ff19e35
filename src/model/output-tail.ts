/** Characters of a terminal's output that are kept for the screen; an agent's own limit may be far larger. */
const SHOWN_CHARS = 64 * 1024;

/** The newest part of a terminal's output, whole characters only. */
export function shownOutput(output: string): string {
  if (output.length <= SHOWN_CHARS) return output;
  const kept = output.slice(-SHOWN_CHARS);
  const first = kept.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? kept.slice(1) : kept;
}
