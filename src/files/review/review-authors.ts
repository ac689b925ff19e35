import type { KnownSession } from '../../model/review/author';
import { lastTurnOf, withSession } from '../../model/review/sessions';
import type { ReviewState } from './review-state';

/** Keeps with the review what is known of those whose changes it has. */
export class ReviewAuthors {
  readonly #state: ReviewState;

  constructor(state: ReviewState) {
    this.#state = state;
  }

  /** What is known of a session, for the time when it is not open. */
  know(session: KnownSession): void {
    const { review } = this.#state;
    const known = review.sessions.get(session.key);
    if (known && isSame(known, session)) return;
    this.#state.set(withSession(review, session));
  }

  /**
   * A session is open under this key: what it did under others is its own.
   * @param isOpen whether a key is that of a session that is open
   * @returns the number of its last turn
   */
  reopened(
    { key, agent, id }: Pick<KnownSession, 'key' | 'agent' | 'id'>,
    isOpen: (key: string) => boolean,
  ): number {
    const { review } = this.#state;
    const keys = review.sessions
      .values()
      .filter((one) => id !== '' && one.id === id && one.agent === agent)
      .map((one) => one.key)
      .filter((one) => one !== key && !isOpen(one));
    const turns = [key, ...keys].map((one) => lastTurnOf(review, one));
    for (const from of keys) this.#state.rename(from, key);
    return Math.max(...turns);
  }
}

function isSame(one: KnownSession, other: KnownSession): boolean {
  return (
    one.id === other.id &&
    one.title === other.title &&
    one.turns === other.turns &&
    one.agent === other.agent &&
    one.cwd === other.cwd
  );
}
