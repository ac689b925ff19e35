import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { quantity } from '../../base/quantity';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { PromptOptions, PromptResult } from '../../session/prompt-queue';
import { shownPath } from '../../view/path';
import type { Notify } from '../messages';
import type { Surfaces } from '../surfaces';
import { Comparisons } from './comparisons';
import type { Decisions } from './decisions';
import { newestTurn } from './find-hunk';
import type { PromptedChat } from './prompted-chat';
import { quickfixEntries } from './quickfix';
import type { CommentsReceiver, ReviewComments } from './review-comments';
import { type OpenReview, openReview } from './review-surface';

export interface ReviewListOptions {
  readonly reviewed: ReviewedFiles;
  readonly lua: Lua;
  readonly log: Logger;
  readonly surfaces: Surfaces;
  readonly notify: Notify;
  readonly decisions: Decisions;
  readonly comments: ReviewComments;
  readonly chats: () => readonly PromptedChat[];
  readonly help: (kind: string) => void;
  readonly isReporting: () => boolean;
  readonly cwd: (view?: ViewId) => string;
  readonly titleOf: (session: string, turn: number) => string;
  readonly prompt: (
    chat: PromptedChat,
    content: readonly ContentBlock[],
    options: PromptOptions,
  ) => Promise<PromptResult>;
}

/** What is asked for: of this folder, with the cursor on a file, from the chat of a view. */
export interface ReviewPlace {
  readonly cwd: string;
  readonly path?: string;
  readonly view?: ViewId;
}

/** The list of what is pending: as a window, as the quickfix list, file by file side by side; and where comments go. */
export class ReviewList implements Disposable {
  readonly comparisons: Comparisons;
  readonly #options: ReviewListOptions;
  /** The window that was opened last. */
  #opened: OpenReview | undefined;

  constructor(options: ReviewListOptions) {
    this.#options = options;
    this.comparisons = new Comparisons(options);
  }

  async open({ cwd: folder, path, view }: ReviewPlace): Promise<void> {
    const { reviewed, surfaces, comments, notify } = this.#options;
    const cwd = this.#options.cwd(view) || folder;
    if (path !== undefined && !reviewed.review.files.get(path)) {
      notify('info', `nothing is pending in ${shownPath(path, cwd)}`);
    }
    if (await surfaces.focus('review')) {
      if (path !== undefined) this.#opened?.show(path);
      return;
    }
    await comments.sync();
    this.#opened = openReview({
      ...this.#options,
      comparisons: this.comparisons,
      quickfix: () => this.quickfix(undefined),
      send: () => this.send(view),
      cwd,
      ...(path === undefined ? {} : { path }),
    });
  }

  /** All pending changes, or those of a file, as the quickfix list. */
  async quickfix(path: string | undefined): Promise<void> {
    const { reviewed, lua, notify } = this.#options;
    const entries = quickfixEntries(reviewed.review, path);
    if (entries.length === 0) return notify('info', 'there is nothing to review');
    await lua.call('review.quickfix.show', entries);
    notify('info', `${quantity(entries.length, 'change')} in the quickfix list`);
  }

  /** Sends all comments. */
  async send(view: ViewId | undefined): Promise<void> {
    await this.#options.comments.send(this.#receiver(view));
  }

  dispose(): void {
    this.comparisons.dispose();
  }

  /** Whose changes are the newest, else the user's own chat. */
  #receiver(view: ViewId | undefined): CommentsReceiver | undefined {
    const { reviewed, prompt } = this.#options;
    const newest = newestTurn(reviewed.review, undefined);
    const key = newest?.kind === 'turn' ? newest.session : undefined;
    const chats = this.#options.chats();
    const chat =
      chats.find(({ session }) => session.key === key) ??
      chats.find((one) => one.view === view) ??
      chats.at(-1);
    if (!chat) return undefined;
    const { title, agent } = chat.session.state;
    return {
      title: title ?? agent,
      prompt: (content, onSent) => prompt(chat, content, { onSent }),
    };
  }
}
