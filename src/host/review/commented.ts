/** What selected rows of the review are about, for a comment. Pure. */
import { type HunkView, hunksOf } from '../../model/review/overview';
import { currentLines } from '../../model/review/segment';
import { changeOf, type FileReview, type Review } from '../../model/review/state';
import type { ReviewItem } from '../../view/surfaces/review-file';
import type { Commented } from './review-comments';

/** A hunk as a whole, or the selected lines of a file; nothing where the rows are about no file. */
export function commentedOn(
  { files }: Review,
  items: readonly ReviewItem[],
): Commented | undefined {
  const changes = items.filter((item) => item.kind === 'change');
  const first = changes[0] ?? items.find((item) => item.kind === 'file');
  const file = first && files.get(first.path);
  if (!first || !file) return undefined;
  const text = file.text && !changeOf(file, 'deleted') ? currentLines(file.text.segments) : [];
  const own = changes.filter(({ path }) => path === first.path);
  const hunk = hunksOf(file).find(({ id }) => id === own[0]?.id);
  if (own.length === 1 && hunk) return onHunk(file, hunk);
  if (own.length <= 1) return { path: file.path, ...at(text, 0, 0) };
  const rows = own.map(({ row }) => row);
  const [from, to] = [Math.min(...rows), Math.max(...rows) + 1];
  return { path: file.path, ...at(text, from, to) };
}

function onHunk({ path }: FileReview, { row, current, reference }: HunkView): Commented {
  const place = { from: row, to: row + current.length, lines: current };
  return { path, ...place, ...(reference.length > 0 ? { removed: reference } : {}) };
}

function at(text: readonly string[], from: number, to: number) {
  return { from, to: Math.min(to, text.length), lines: text.slice(from, to) };
}
