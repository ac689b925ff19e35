import { diffLines } from '../../edit/hunks';
import { splitText } from '../../edit/text';
import type { Change } from '../../session/ports';

/** What becomes of a text, line by line. */
export function changeBetween(before: string | null, after: string): Change {
  const old = splitText(before ?? '').lines;
  const hunks = diffLines(old, splitText(after).lines);
  return {
    before,
    after,
    removed: hunks.flatMap(({ row, del }) => old.slice(row, row + del)),
    added: hunks.flatMap(({ lines }) => lines),
  };
}
