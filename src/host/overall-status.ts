import { Emitter } from '../base/emitter';
import type { Follower } from '../nvim/follower';
import { type StatusFacts, statusline } from '../view/statusline';
import type { Chat } from './chat/chat';
import { statusFacts } from './chat/facts';
import { onlyChanges } from './messages';
import type { Reviews } from './review/reviews';

export interface OverallStatusOptions {
  readonly chats: () => readonly Chat[];
  readonly follower: Pick<Follower, 'state'>;
  readonly reviews: Pick<Reviews, 'counts' | 'comments'>;
  readonly show: (facts: StatusFacts, line: string) => void;
}

/** What the statusline says of all chats together. */
export class OverallStatus {
  readonly #options: OverallStatusOptions;
  readonly #show: (facts: StatusFacts) => void;
  readonly #changed = new Emitter<void>();
  /** Something has changed in a chat, or a chat has come or gone. */
  readonly onChange = this.#changed.on;

  constructor(options: OverallStatusOptions) {
    this.#options = options;
    this.#show = onlyChanges((facts) => options.show(facts, statusline(facts)));
  }

  refresh(): void {
    const { chats, follower, reviews } = this.#options;
    this.#changed.fire();
    const { counts, comments } = reviews;
    this.#show(statusFacts(chats(), follower.state, counts, comments.list.length));
  }
}
