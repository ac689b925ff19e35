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

/** What the other parts of the host learn of a chat: that it has begun, what happens in it, that it has ended. */
export class ChatLife {
  readonly #options: ChatLifeOptions;

  constructor(options: ChatLifeOptions) {
    this.#options = options;
  }

  began(chat: Chat): void {
    const { files, editorTools, reviews } = this.#options;
    files.join(chat.session.scope);
    editorTools.join(chat);
    reviews.authors.join(chat);
    chat.refresh();
  }

  changed(chat: Chat, change: SessionChange): void {
    const { owners, files, reviews, checkpoints, showQuestions, refresh } = this.#options;
    owners.note(chat, change.event);
    files.observe(chat.session, change);
    reviews.observe(chat, change);
    checkpoints.observe(chat, change);
    announce(this.#options, chat, change);
    if (isOnlyTools(change)) return;
    showQuestions();
    refresh();
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
