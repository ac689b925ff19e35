import { within } from '../../base/timeout';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
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

/** The editor waits for a list at most this long. */
const MAX_WAIT_MS = 2000;

/** Answers at once, unless it is the first question about what an earlier host has left; one that comes meanwhile is, too. */
export class HunkList {
  readonly #reviewed: Pick<ReviewedFiles, 'review' | 'store'>;
  readonly #idOf: (session: string) => string;
  #isWaiting = false;

  constructor(
    reviewed: Pick<ReviewedFiles, 'review' | 'store'>,
    idOf: (session: string) => string,
  ) {
    this.#reviewed = reviewed;
    this.#idOf = idOf;
  }

  /** @param path of this file only */
  of(
    cwd: string,
    path: string | undefined,
  ): readonly PendingHunk[] | Promise<readonly PendingHunk[]> {
    const opening = this.#isWaiting ? undefined : this.#reviewed.store.openAround(cwd, path);
    if (!opening) return this.#list(path);
    this.#isWaiting = true;
    const inTime = within(MAX_WAIT_MS, opening, 'a large review').catch(() => {});
    return inTime
      .then(() => this.#list(path))
      .finally(() => {
        this.#isWaiting = false;
      });
  }

  #list(path: string | undefined): readonly PendingHunk[] {
    const all = listHunks(this.#reviewed.review, this.#idOf);
    return path === undefined ? all : all.filter((hunk) => hunk.path === path);
  }
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
