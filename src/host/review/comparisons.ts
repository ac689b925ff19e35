import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import { referenceLines, sameLines } from '../../model/review/segment';
import { changeOf, type FileReview } from '../../model/review/state';
import type { Lua } from '../../nvim/lua';
import { virtualLine } from '../../nvim/virtual-lines';
import type { Notify } from '../messages';

export interface ComparisonsOptions {
  readonly reviewed: ReviewedFiles;
  readonly lua: Lua;
  readonly log: Logger;
  readonly notify: Notify;
}

interface Comparison {
  readonly path: string;
  /** What the left side shows; absent: nothing is pending any more, and it shows what the file holds. */
  lines: readonly string[] | undefined;
}

/** Files side by side with what they hold when all is undone: a tab page each, which is live. */
export class Comparisons implements Disposable {
  readonly #options: ComparisonsOptions;
  readonly #open = new Map<number, Comparison>();
  readonly #subscription: Disposable;
  #last = 0;

  constructor(options: ComparisonsOptions) {
    this.#options = options;
    this.#subscription = options.reviewed.onChange(() => {
      for (const [id, comparison] of this.#open) this.#update(id, comparison);
    });
  }

  async open(path: string): Promise<void> {
    const { reviewed, lua, notify } = this.#options;
    const file = reviewed.review.files.get(path);
    const lines = file && linesBefore(file);
    if (!file || !lines) {
      const why = file ? 'it has no lines to compare' : 'nothing of it is pending';
      return notify('info', `${virtualLine(path)}: ${why}`);
    }
    const id = ++this.#last;
    this.#open.set(id, { path, lines });
    const isThere = !changeOf(file, 'deleted');
    if (!(await lua.call('review.compare.open', { id, path, lines, isThere }))) this.closed(id);
  }

  /** Its tab page is gone. */
  closed(id: number): void {
    this.#open.delete(id);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #update(id: number, comparison: Comparison): void {
    const { reviewed, lua, log } = this.#options;
    const file = reviewed.review.files.get(comparison.path);
    const lines = file && linesBefore(file);
    const { lines: shown } = comparison;
    if (lines === shown || (lines && shown && sameLines(lines, shown))) return;
    comparison.lines = lines;
    lua
      .call('review.compare.update', id, lines ?? null)
      .catch((error: unknown) => log.debug('a comparison is not shown', error));
  }
}

/** What the file holds when all is undone; nothing where that has no lines. */
function linesBefore({ text }: FileReview): readonly string[] | undefined {
  return text && referenceLines(text.segments).map((line) => line.replaceAll('\n', '␊'));
}
