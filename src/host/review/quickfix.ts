/** Pending changes as entries of the quickfix list. Pure. */
import { groupByFile, type HunkView, hunksOf } from '../../model/review/overview';
import { changeOf, type Review } from '../../model/review/state';
import type { QuickfixEntry } from '../../nvim/review-data';

/** In the order of `:Acp review`; of one file, when one is named. */
export function quickfixEntries(review: Review, only?: string): QuickfixEntry[] {
  return groupByFile(review)
    .filter(({ path }) => only === undefined || path === only)
    .flatMap(({ path, kind }): QuickfixEntry[] => {
      const file = review.files.get(path);
      const hunks = file && !changeOf(file, 'deleted') ? hunksOf(file) : [];
      if (hunks.length > 0) return hunks.map((hunk) => hunkEntry(path, hunk));
      return [
        { path, line: 1, endLine: 1, text: kind, ids: file?.changes.map(({ id }) => id) ?? [] },
      ];
    });
}

function hunkEntry(path: string, { id, row, current, reference }: HunkView): QuickfixEntry {
  const line = row + 1;
  const first = (current[0] ?? reference[0] ?? '').trim();
  const text = `+${current.length} −${reference.length}  ${first}`;
  return { path, line, endLine: line + Math.max(0, current.length - 1), text, ids: [id] };
}
