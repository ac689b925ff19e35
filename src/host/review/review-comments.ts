import type { Disposable } from '../../base/disposable';
import { isRecord } from '../../base/guards';
import type { Logger } from '../../base/logger';
import { quantity } from '../../base/quantity';
import { readBufferLines, splitTextOf } from '../../files/buffers/buffer-text';
import { isInside } from '../../files/paths/path-style';
import { realPathOfProject } from '../../files/project-state/project-folders';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import {
  addComment,
  anchored,
  type Comment,
  type CommentPlace,
  type Comments,
  changeComment,
  commentsAt,
  commentsText,
  moveComments,
  removeComments,
  returnComments,
  sendComments,
  unsentComments,
} from '../../model/review/comments';
import { currentLines } from '../../model/review/segment';
import type { Lua } from '../../nvim/lua';
import type { PlacedComment } from '../../nvim/review-data';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { PromptResult } from '../../session/prompt-queue';
import { shownPath } from '../../view/path';
import type { Asks } from '../asks';
import type { Notify } from '../messages';

export interface ReviewCommentsOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly asks: Asks;
  readonly notify: Notify;
  readonly reviewed: Pick<ReviewedFiles, 'review' | 'setComments' | 'onJoined'>;
  readonly cwd: () => string;
  /** Those of the chats. */
  readonly folders: () => readonly string[];
}

/** Where comments go: to the agent whose changes they are about. */
export interface CommentsReceiver {
  readonly title: string;
  /** @param onSent it goes out */
  prompt(content: readonly ContentBlock[], onSent: () => void): Promise<PromptResult>;
}

/** What the user comments on. */
export type Commented = Omit<Comment, 'id' | 'text' | 'project' | 'isSent'>;

/** The user's comments until they are sent: kept with the review, shown beside the lines and in it, and moved with them. */
export class ReviewComments implements Disposable {
  readonly #options: ReviewCommentsOptions;
  readonly #subscription: Disposable;
  #isWatching = false;

  constructor(options: ReviewCommentsOptions) {
    this.#options = options;
    const { reviewed, log } = options;
    this.#subscription = reviewed.onJoined(() => {
      this.#joined().catch((error: unknown) => log.debug('comments are not shown', error));
    });
  }

  get list(): readonly Comment[] {
    return unsentComments(this.#comments);
  }

  get #comments(): Comments {
    return this.#options.reviewed.review.comments;
  }

  /**
   * Without a text the user writes it, or changes the comment that is there.
   * @param cwd with which a file is kept that is in no chat's folder
   */
  async add(commented: Commented, cwd: string, text?: string): Promise<void> {
    await this.sync();
    const [known] = text ? [] : commentsAt(this.#comments, commented.path, commented);
    if (known) return this.change(known.id);
    const written = text?.trim() || (await this.#options.asks.input('Comment: '));
    if (!written) return;
    const project = await this.#projectOf(commented.path, cwd);
    this.#set(addComment(this.#comments, { ...commented, project, text: written }));
    const many = quantity(this.list.length, 'comment');
    this.#options.notify('info', `${many}; :Acp comments send sends all`);
  }

  /** An empty text removes it. */
  async change(id: number): Promise<void> {
    const comment = this.list.find((one) => one.id === id);
    if (!comment) return;
    const text = await this.#options.asks.exactInput('Comment: ', comment.text);
    if (text !== undefined) this.#set(changeComment(this.#comments, id, text.trim()));
  }

  remove(ids: readonly number[]): void {
    this.#set(removeComments(this.#comments, ids));
  }

  clear(): void {
    this.remove(this.list.map(({ id }) => id));
  }

  /** All of them as one prompt. Those that could not be sent are back. */
  async send(receiver: CommentsReceiver | undefined): Promise<void> {
    const { notify, cwd } = this.#options;
    await this.sync();
    const { list } = this;
    if (list.length === 0) return notify('info', 'there are no comments to send');
    if (!receiver) return notify('error', 'the comments are not sent: there is no chat');
    const ids = list.map(({ id }) => id);
    this.#set(sendComments(this.#comments, ids));
    const text = commentsText(list, (path) => shownPath(path, cwd()));
    notify('info', `the comments go to ${receiver.title}`);
    const result = await receiver
      .prompt([{ type: 'text', text }], () => this.remove(ids))
      .catch((error: unknown): PromptResult => ({ ok: false, error: String(error), unsent: true }));
    if (result.ok || !result.unsent) return;
    this.#set(returnComments(this.#comments, ids));
    notify('error', `the comments are not sent: ${result.error}`);
  }

  /** A buffer of the file has been loaded. */
  async loaded(path: string): Promise<void> {
    const own = this.list.filter((one) => one.path === path);
    if (own.length === 0) return;
    const buffer = await readBufferLines(this.#options.lua, path);
    if (!buffer) return;
    const { lines } = splitTextOf(buffer);
    const places = own.map((one) => [one.id, anchored(one, lines)] as const);
    this.#set(moveComments(this.#comments, new Map(places)));
    await this.#show([path]);
  }

  /** A buffer is unloaded. */
  left(places: readonly unknown[]): void {
    this.#moved(places.flatMap((place) => placeOf(place) ?? []));
  }

  /** Takes over where they stand now. */
  async sync(): Promise<void> {
    if (this.list.length === 0) return;
    const { lua, reviewed } = this.#options;
    const places = await lua.call('review.comments.places');
    const inBuffers = new Set(places.map(({ id }) => id));
    const others = this.list.flatMap((comment) => {
      const text = reviewed.review.files.get(comment.path)?.text;
      if (inBuffers.has(comment.id) || !text) return [];
      return [{ id: comment.id, ...anchored(comment, currentLines(text.segments)) }];
    });
    this.#moved([...places, ...others]);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** An earlier host has left some. */
  async #joined(): Promise<void> {
    const paths = [...new Set(this.list.map(({ path }) => path))];
    for (const path of paths) await this.loaded(path);
    await this.#show(paths);
  }

  async #projectOf(path: string, cwd: string): Promise<string> {
    const folders = await Promise.all(this.#options.folders().map(realPathOfProject));
    return folders.find((folder) => isInside([folder], path)) ?? (await realPathOfProject(cwd));
  }

  #moved(places: readonly (CommentPlace & { readonly id: number })[]): void {
    this.#set(moveComments(this.#comments, new Map(places.map(({ id, ...at }) => [id, at]))));
  }

  #set(comments: Comments): void {
    if (comments === this.#comments) return;
    const before = this.list;
    this.#options.reviewed.setComments(comments);
    const now = this.list;
    const changed = [...before, ...now].filter(
      (one) => !(before.includes(one) && now.includes(one)),
    );
    this.#show([...new Set(changed.map(({ path }) => path))]).catch((error: unknown) =>
      this.#options.log.debug('comments are not shown', error),
    );
  }

  async #show(paths: readonly string[]): Promise<void> {
    const { lua } = this.#options;
    if (paths.length > 0 && !this.#isWatching) {
      this.#isWatching = true;
      await lua.call('review.watch');
    }
    for (const path of paths) {
      const own = this.list.filter((one) => one.path === path);
      const shown = own.map(({ id, from, to, text }): PlacedComment => ({ id, from, to, text }));
      await lua.call('review.comments.show', path, shown);
    }
  }
}

/** From Lua; nothing when it is no place. */
function placeOf(value: unknown): (CommentPlace & { readonly id: number }) | undefined {
  if (!isRecord(value) || !Array.isArray(value.lines)) return undefined;
  const [id, from, to] = [value.id, value.from, value.to].map(Number);
  if (!Number.isInteger(id) || !Number.isInteger(from) || !Number.isInteger(to)) return undefined;
  return { id: Number(id), from: Number(from), to: Number(to), lines: value.lines.map(String) };
}
