/** What a tool that changes files answers. */
import { diffLines } from '../../edit/hunks';
import { splitText } from '../../edit/text';
import { COUNT, described, listOf, objectOf, PATH } from '../schemas';
import type { Fields, FileWrite } from '../tool';

export const CHANGED_FILES = described(
  listOf(objectOf({ path: PATH, added: COUNT, removed: COUNT })),
  'Files that were changed, with how many lines.',
);

export function changedFiles(writes: readonly FileWrite[]): readonly Fields[] {
  return writes.map(({ path, text, from = '' }) => {
    const hunks = diffLines(splitText(from).lines, splitText(text).lines);
    const added = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
    return { path, added, removed: hunks.reduce((sum, { del }) => sum + del, 0) };
  });
}
