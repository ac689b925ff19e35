import type { AgentChoice } from '../../agents/choose';
import type { ViewId } from '../../nvim/view-id';
import { describeError } from '../../protocol/errors';
import type { Chat } from './chat';
import type { OpenRequest } from './opening';

/** What a new chat is about. */
export interface NewChat {
  readonly view: ViewId;
  readonly choice: AgentChoice;
  readonly cwd: string;
  /** Which session to open first. */
  readonly request: OpenRequest;
}

export interface ChatsOptions {
  /** The agent of this name; throws an error with a message for the user when there is none. */
  readonly choose: (agent: string | undefined) => AgentChoice;
  readonly make: (chat: NewChat) => Chat;
  /** A view gets no chat, and why. */
  readonly onRefused: (view: ViewId, agent: string | undefined, why: string) => void;
  readonly onMade: (chat: Chat) => void;
  /** The chat is closed. */
  readonly onDropped: (chat: Chat) => void;
  readonly stopAgent: (name: string) => Promise<void>;
}

/** Owns the chats: at most one for each view. */
export class Chats {
  readonly #options: ChatsOptions;
  readonly #byView = new Map<ViewId, Chat>();
  /** Views that could not get a chat, and why. */
  readonly #refused = new Map<ViewId, string>();

  constructor(options: ChatsOptions) {
    this.#options = options;
  }

  get all(): readonly Chat[] {
    return [...this.#byView.values()];
  }

  get(view: ViewId): Chat | undefined {
    return this.#byView.get(view);
  }

  /** The chat of a view; throws with a message for the user when there is none. */
  need(view: ViewId): Chat {
    const chat = this.#byView.get(view);
    if (chat) return chat;
    throw new Error(this.whyNot(view));
  }

  /** Why a view has no chat, as a message for the user. */
  whyNot(view: ViewId): string {
    return this.#refused.get(view) ?? 'this chat has no session; :AcpChat opens one';
  }

  /** The chat in which the session of this id is open. */
  withSession(id: string): Chat | undefined {
    return this.all.find(({ session }) => session.state.id === id);
  }

  /** The chats of an agent. */
  ofAgent(name: string): readonly Chat[] {
    return this.all.filter(({ choice }) => choice.name === name);
  }

  /** The chat of a view; made at first sight. Throws with a message for the user when the agent is unknown. */
  open(
    view: ViewId,
    agent: string | undefined,
    cwd: string,
    request: OpenRequest = { how: 'new' },
  ): Chat {
    const known = this.#byView.get(view);
    if (known) return known;
    const chat = this.#options.make({ view, choice: this.#choose(view, agent), cwd, request });
    this.#byView.set(view, chat);
    this.#options.onMade(chat);
    return chat;
  }

  /** Ends a chat; its agent goes with its last chat. */
  async drop(view: ViewId): Promise<void> {
    const chat = this.#byView.get(view);
    if (!chat) return;
    this.#byView.delete(view);
    chat.dispose();
    this.#options.onDropped(chat);
    const { name } = chat.choice;
    if (this.ofAgent(name).length === 0) await this.#options.stopAgent(name);
  }

  #choose(view: ViewId, agent: string | undefined): AgentChoice {
    this.#refused.delete(view);
    try {
      return this.#options.choose(agent);
    } catch (error) {
      const why = describeError(error);
      this.#refused.set(view, why);
      this.#options.onRefused(view, agent, why);
      throw error;
    }
  }
}
