import type { UndoResult } from '../../model/review/decide';
import { currentImage } from '../../model/review/images';
import type { Review } from '../../model/review/state';
import type { Unclean } from '../../model/review/unclean';
import type { FileRestorer } from './file-restorer';
import { isBufferText } from './images';
import { onlyFile, withOnly } from './one-file';
import type { ReviewState } from './review-state';

export interface RestorerOptions {
  readonly state: ReviewState;
  readonly files: FileRestorer;
}

/** What to undo in a review of one file. */
export type Decision = (review: Review) => UndoResult;

/** Makes files what a review without some of its changes says. */
export class Restorer {
  readonly #options: RestorerOptions;

  constructor(options: RestorerOptions) {
    this.#options = options;
  }

  /** Rejects when the file is not restored; then nothing is decided about it either. */
  undo(path: string, decide: Decision, signal: AbortSignal): Promise<readonly Unclean[]> {
    const { files, state } = this.#options;
    const request = {
      path,
      isThere: () => isBufferText(state.now(path)),
      known: () => {
        const known = state.get(path);
        return known ? currentImage(known) : null;
      },
      plan: (found: Parameters<ReviewState['found']>[1]) => {
        state.found(path, found);
        // A buffer may have a name of its own for an encoding that nobody has changed.
        const encoding = state.get(path)?.text?.format.encoding;
        const { operations, unclean, commit } = this.#decide(path, decide);
        const edit = operations.find((operation) => operation.kind === 'edit');
        const isRecoded = edit !== undefined && edit.format.encoding !== encoding;
        const done = (): readonly Unclean[] => {
          commit();
          return unclean;
        };
        return { operations, isRecoded, done };
      },
    };
    return files.restore(request, signal);
  }

  /** Its ids are taken at once: other files go on meanwhile. */
  #decide(path: string, decide: Decision): Omit<UndoResult, 'review'> & { commit: () => void } {
    const { state } = this.#options;
    const { review, operations, unclean } = decide(onlyFile(state.review, path));
    state.set({ ...state.review, nextId: Math.max(state.review.nextId, review.nextId) });
    const commit = (): void => state.set(withOnly(state.review, path, review), 'undone');
    return { operations, unclean, commit };
  }
}
