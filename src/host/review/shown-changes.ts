import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { ChangeLedger } from '../../files/change-ledger';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import type { SessionChange } from '../../model/changes';
import type { Lua } from '../../nvim/lua';
import type { Session } from '../../session/session';
import { CallDiffs } from './call-diffs';
import type { Decisions } from './decisions';
import { TurnActions, type TurnActionsOptions } from './turn-actions';
import { TurnSummaries } from './turn-summaries';

type ShowingSession = Pick<Session, 'key' | 'state' | 'record'>;

export interface ShownChangesOptions {
  readonly reviewed: Pick<ReviewedFiles, 'review' | 'onChange'>;
  readonly ledger: ChangeLedger;
  readonly decisions: Decisions;
  readonly lua: Lua;
  readonly log: Logger;
  readonly session: (key: string) => ShowingSession | undefined;
  /** Opens the review. */
  readonly open: TurnActionsOptions['open'];
}

/** What transcripts show of the changes of their sessions: behind each turn, and in the cards of tool calls. */
export class ShownChanges implements Disposable {
  readonly actions: TurnActions;
  readonly #summaries: TurnSummaries;
  readonly #callDiffs: CallDiffs;
  readonly #subscription: Disposable;

  constructor(options: ShownChangesOptions) {
    this.actions = new TurnActions(options);
    this.#summaries = new TurnSummaries(options.session);
    this.#callDiffs = new CallDiffs(options);
    this.#subscription = options.reviewed.onChange((change) => this.#summaries.note(change));
  }

  /** Follows a session. */
  observe(session: ShowingSession, change: SessionChange): void {
    this.#callDiffs.observe(session, change);
    const { before, after } = change;
    const isEnd = before.turn.phase !== 'idle' && after.turn.phase === 'idle';
    if (isEnd) this.#summaries.turnEnded(session.key, after.turns);
  }

  /** Shows what has changed since. */
  update(): void {
    this.#summaries.update();
  }

  /** The session is closed. */
  forget(session: string): void {
    this.#summaries.forget(session);
    this.#callDiffs.forget(session);
  }

  dispose(): void {
    this.#callDiffs.dispose();
    this.#subscription.dispose();
  }
}
