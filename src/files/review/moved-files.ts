import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { agentRenamed } from '../../model/review/review';
import type { ChangeLedger } from '../change-ledger';
import type { ReviewState } from './review-state';

export interface MovedFilesOptions {
  readonly state: ReviewState;
  readonly ledger: Pick<ChangeLedger, 'net'>;
  readonly log: Logger;
  readonly onMoved: (paths: readonly string[]) => void;
}

/** What goes and what comes are seen one after the other. */
const MOVES_MS = 100;

/** Files that went in one place and came in another one, in one turn, were moved. */
export class MovedFiles implements Disposable {
  readonly #options: MovedFilesOptions;
  /** By turn. */
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(options: MovedFilesOptions) {
    this.#options = options;
  }

  async find(session: string, turn: number): Promise<void> {
    const { state, ledger, onMoved } = this.#options;
    for (const { path, from, toolCallIds } of await ledger.net(session, turn)) {
      if (from === undefined) continue;
      const toolCallId = toolCallIds.at(-1);
      const by = { session, turn, source: 'disk' as const, ...(toolCallId ? { toolCallId } : {}) };
      state.set(agentRenamed(state.review, { ...by, from, to: path }), 'replaced');
      onMoved([from, path]);
    }
  }

  /** Also when the turn is over: not all is seen by then. */
  findSoon(session: string, turn: number): void {
    const key = `${session} ${turn}`;
    clearTimeout(this.#timers.get(key));
    const find = (): void => {
      this.#timers.delete(key);
      this.find(session, turn).catch((error: unknown) => this.#options.log.debug('moves', error));
    };
    this.#timers.set(key, setTimeout(find, MOVES_MS));
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
