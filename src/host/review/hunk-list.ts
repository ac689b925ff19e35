import { type HunkView, hunksOf } from '../../model/review/overview';
import type { Review } from '../../model/review/state';

/** What `hunks()` answers a list of. */
export interface PendingHunk {
  readonly path: string;
  /** The first line, 1-based; of a deletion the line below it. */
  readonly start: number;
  readonly count: number;
  readonly old_lines: readonly string[];
  readonly new_lines: readonly string[];
  readonly session: string;
  readonly turn: number;
  readonly toolCallId?: string;
  readonly source: string;
}

/** Every pending hunk; of several edits it names the last. */
export function listHunks(review: Review, idOf: (session: string) => string): PendingHunk[] {
  return review.files
    .values()
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((file) => hunksOf(file).map((hunk) => listed(file.path, hunk, idOf)));
}

function listed(path: string, hunk: HunkView, idOf: (session: string) => string): PendingHunk {
  const { row, current, reference, by } = hunk;
  const last = by.at(-1);
  return {
    path,
    start: row + 1,
    count: current.length,
    old_lines: reference,
    new_lines: current,
    session: last ? idOf(last.session) : '',
    turn: last?.turn ?? 0,
    ...(last?.toolCallId === undefined ? {} : { toolCallId: last.toolCallId }),
    source: last?.source ?? 'disk',
  };
}
