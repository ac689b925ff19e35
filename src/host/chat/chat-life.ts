import { Emitter } from '../../base/emitter';
import type { Files } from '../../files/workspace-files';
import { isOnlyTools, type SessionChange } from '../../model/changes';
import type { CheckpointCommands } from '../checkpoints/checkpoint-commands';
import type { EditorTools } from '../mcp/editor-tools';
import type { RequestOwners } from '../permissions/request-owners';
import type { Reviews } from '../review/reviews';
import { type AnnounceTools, announce } from './announce';
import type { Chat } from './chat';

export interface ChatLifeOptions extends AnnounceTools {
  readonly owners: Pick<RequestOwners<Chat>, 'note' | 'forget'>;
  readonly files: Pick<Files, 'join' | 'observe' | 'forget'>;
  readonly reviews: Pick<Reviews, 'authors' | 'observe' | 'forget'>;
  readonly checkpoints: Pick<CheckpointCommands, 'observe'>;
  readonly editorTools: Pick<EditorTools, 'join' | 'forget'>;
  /** Shows the open questions of all chats. */
  readonly showQuestions: () => void;
  /** Shows anew what is said of all chats together. */
  readonly refresh: () => void;
}

interface ChatChange {
  readonly chat: Chat;
  readonly change: SessionChange;
}

/** What the other parts of the host learn of a chat: that it has begun, what happens in it, that it has ended. */
export class ChatLife {
  readonly #options: ChatLifeOptions;
  readonly #changed = new Emitter<ChatChange>();

  constructor(options: ChatLifeOptions) {
    this.#options = options;
    for (const react of reactions(options)) this.#changed.on(react);
  }

  began(chat: Chat): void {
    const { files, editorTools, reviews } = this.#options;
    files.join(chat.session.scope);
    editorTools.join(chat);
    reviews.authors.join(chat);
    chat.refresh();
  }

  changed(chat: Chat, change: SessionChange): void {
    this.#changed.fire({ chat, change });
  }

  ended(chat: Chat): void {
    const { editorTools, files, reviews, owners, fire, refresh } = this.#options;
    editorTools.forget(chat);
    files.forget(chat.session);
    reviews.forget(chat.session);
    owners.forget(chat);
    fire('AcpSessionClose', { session: chat.session.state.id });
    refresh();
  }
}

/** In this order, each by itself: the questions are shown whatever becomes of the rest. */
function reactions(options: ChatLifeOptions): ((changed: ChatChange) => void)[] {
  const { owners, files, reviews, checkpoints, showQuestions, refresh } = options;
  return [
    ({ chat, change }) => owners.note(chat, change.event),
    ({ chat, change }) => files.observe(chat.session, change),
    ({ chat, change }) => reviews.observe(chat, change),
    ({ chat, change }) => checkpoints.observe(chat, change),
    ({ chat, change }) => announce(options, chat, change),
    ({ change }) => isOnlyTools(change) || showQuestions(),
    ({ change }) => isOnlyTools(change) || refresh(),
  ];
}
