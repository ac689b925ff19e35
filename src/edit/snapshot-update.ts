import { applyHunks, diffLines, type Hunk } from './hunks';
import type { SplitText } from './text';

/**
 * The snapshot `known` of a text after lines `from` up to, not including, `to` of `current` were read: with the changes
 * inside those lines, and none of the others.
 */
export function updatePart(
  known: SplitText,
  current: SplitText,
  from: number,
  to: number,
): { readonly text: SplitText; readonly complete: boolean } {
  const hunks = diffLines(known.lines, current.lines);
  const seen = seenHunks(hunks, from, to);
  if (seen.length === hunks.length) return { text: current, complete: true };
  return { text: { ...known, lines: applyHunks(known.lines, seen) }, complete: false };
}

function seenHunks(hunks: readonly Hunk[], from: number, to: number): Hunk[] {
  let shift = 0;
  return hunks.filter(({ row, del, lines }) => {
    const start = row + shift;
    shift += lines.length - del;
    return from <= start && start + lines.length <= to;
  });
}
