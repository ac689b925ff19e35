import { within } from '../../base/timeout';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import type { SessionChange } from '../../model/changes';
import { sessionTitle } from '../../model/title';
import type { ViewId } from '../../nvim/view-id';
import type { Session } from '../../session/session';

/** A chat as far as its changes are reviewed. */
export interface ReviewedChat {
  readonly view: ViewId;
  readonly session: Pick<Session, 'key' | 'state' | 'countFrom' | 'onReplayed' | 'record'>;
}

/** A session waits at most this long for what an earlier host has left. */
const MAX_WAIT_MS = 1000;

export interface AuthorsOptions {
  readonly reviewed: Pick<ReviewedFiles, 'review' | 'authors' | 'store'>;
  /** The chat that a session of this key is open in. */
  readonly chat: (key: string) => ReviewedChat | undefined;
}

/** Whose changes are reviewed: sessions that are open, were open, or are open again. */
export class Authors {
  readonly #options: AuthorsOptions;

  constructor(options: AuthorsOptions) {
    this.#options = options;
  }

  /** A chat begins: what is left pending in its folder is read while its agent starts. */
  join(chat: ReviewedChat): void {
    this.#know(chat);
    chat.session.onReplayed(() => this.#reopened(chat));
    void this.ready(chat.session.state.cwd);
  }

  /** Settles when that is read, or takes long. */
  async ready(cwd: string): Promise<void> {
    const { store } = this.#options.reviewed;
    await within(MAX_WAIT_MS, store.open(cwd), 'a large review').catch(() => {});
  }

  observe(chat: ReviewedChat, { before, after }: SessionChange): void {
    const { id, title, turns } = after;
    if (id !== before.id || title !== before.title || turns !== before.turns) this.#know(chat);
  }

  /** Of a session that its agent has not named its key is all there is. */
  idOf(key: string): string {
    const id = this.#options.chat(key)?.session.state.id ?? this.#known(key)?.id;
    return id || key;
  }

  titleOf(key: string, turn: number): string {
    const state = this.#options.chat(key)?.session.state ?? this.#known(key);
    return `${state?.title ?? (state?.agent || 'A closed chat')}, turn ${turn}`;
  }

  /** Its session has all of its history: it goes on with what it has changed, and with the numbers of its turns. */
  #reopened(chat: ReviewedChat): void {
    const { key, state } = chat.session;
    const { reviewed, chat: chatOf } = this.#options;
    // The id of a new session means nothing.
    const id = state.continued ? state.id : '';
    const named = { key, agent: state.agent, id };
    chat.session.countFrom(
      reviewed.authors.reopened(named, (other) => chatOf(other) !== undefined),
    );
    this.#know(chat);
  }

  #known(key: string): ReturnType<ReviewedFiles['review']['sessions']['get']> {
    return this.#options.reviewed.review.sessions.get(key);
  }

  #know({ session: { key, state } }: ReviewedChat): void {
    const { agent, id, cwd, turns } = state;
    const title = sessionTitle(state);
    const known = { key, agent, id, cwd, turns, ...(title === undefined ? {} : { title }) };
    this.#options.reviewed.authors.know(known);
  }
}
