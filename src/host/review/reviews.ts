import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { ChangeLedger } from '../../files/change-ledger';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import type { SessionChange } from '../../model/changes';
import { groupByFile, groupByTurn, totalsOf } from '../../model/review/overview';
import type { Selection } from '../../model/review/selection';
import { pendingHunks, type Review } from '../../model/review/state';
import type { LineEdit } from '../../model/review/user-file';
import type { FireEvent } from '../../model/user-events';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { PromptAddition, PromptOptions, PromptResult } from '../../session/prompt-queue';
import type { ReviewCounts } from '../../view/statusline';
import type { Asks } from '../asks';
import type { Notify } from '../messages';
import type { Surfaces } from '../surfaces';
import { AnnouncedTurns } from './announced';
import { Authors, type ReviewedChat } from './authors';
import { Decisions } from './decisions';
import { type HunkPlace, hunkSelection, neighbourOf, selectionOf } from './find-hunk';
import { HunkList } from './hunk-list';
import { PromptNotes } from './prompt-notes';
import type { PromptedChat } from './prompted-chat';
import { type Commented, ReviewComments } from './review-comments';
import { ReviewList, type ReviewPlace } from './review-list';
import { ShownChanges } from './shown-changes';

export interface ReviewsOptions {
  readonly reviewed: ReviewedFiles;
  readonly ledger: ChangeLedger;
  readonly lua: Lua;
  readonly log: Logger;
  readonly surfaces: Surfaces;
  readonly notify: Notify;
  readonly fire: FireEvent;
  readonly asks: Asks;
  readonly chats: () => readonly PromptedChat[];
  readonly help: (kind: string) => void;
  /** The next prompt says what the user has undone. */
  readonly isReporting: () => boolean;
  /** Something else is pending now. */
  readonly onChange: () => void;
}

/** What a command names. */
export interface Wanted extends Partial<HunkPlace> {
  readonly view?: ViewId;
}

/** Counts are only shown: they may lag behind typing. */
const SETTLE_MS = 50;

/** The review as the user meets it: commands, keys in buffers, its window, events and counts. */
export class Reviews implements Disposable {
  readonly authors: Authors;
  readonly comments: ReviewComments;
  readonly list: ReviewList;
  readonly notes: PromptNotes;
  readonly shown: ShownChanges;
  readonly #options: ReviewsOptions;
  readonly #decisions: Decisions;
  readonly #subscriptions: readonly Disposable[];
  readonly #announced: AnnouncedTurns;
  readonly #hunks: HunkList;
  #timer: NodeJS.Timeout | undefined;
  /** The decision before; whoever made it hears of its failure. */
  #deciding: Promise<void> = Promise.resolve();
  #counts: ReviewCounts | undefined;

  constructor(options: ReviewsOptions) {
    this.#options = options;
    const { reviewed, lua, log, asks, notify } = options;
    const cwd = (): string => this.#cwd();
    const folders = (): readonly string[] =>
      options.chats().map(({ session }) => session.state.cwd);
    this.comments = new ReviewComments({ reviewed, lua, log, asks, notify, cwd, folders });
    this.notes = new PromptNotes(options);
    this.authors = new Authors({ reviewed, chat: (key) => this.#chat(key) });
    this.#hunks = new HunkList(reviewed, (key) => this.authors.idOf(key));
    this.#announced = new AnnouncedTurns(options.fire, (key) => this.authors.idOf(key));
    this.#decisions = new Decisions({
      reviewed,
      lua,
      notify,
      isBusy: (key) => {
        const phase = this.#chat(key)?.session.state.turn.phase;
        return phase !== undefined && phase !== 'idle';
      },
      cwd,
    });
    this.list = new ReviewList({
      ...options,
      decisions: this.#decisions,
      comments: this.comments,
      cwd: (view) => this.#cwd(view),
      titleOf: (session, turn) => this.authors.titleOf(session, turn),
      prompt: (...sent) => this.prompt(...sent),
    });
    this.shown = new ShownChanges({
      ...options,
      decisions: this.#decisions,
      session: (key) => this.#chat(key)?.session,
      open: (place) => this.open(place),
    });
    this.#subscriptions = [
      this.shown,
      reviewed.onChange(() => {
        this.#timer ??= setTimeout(() => this.#settle(), SETTLE_MS);
      }),
      reviewed.onJoined(() => this.#joined()),
    ];
  }

  /** Nothing: there is nothing to review. */
  get counts(): ReviewCounts | undefined {
    return this.#counts;
  }

  userEdited(path: string, edit: LineEdit): void {
    this.#options.reviewed.userEdited(path, edit);
  }

  /** A buffer of the file has been loaded. */
  async loaded(path: string): Promise<void> {
    this.#options.reviewed.loaded(path);
    await this.comments.loaded(path);
  }

  /** A key in a buffer. */
  async act(action: string, { path, row, endRow }: HunkPlace & { endRow?: number }): Promise<void> {
    await this.#options.reviewed.store.openAround(path);
    await this.#decide(action, (review) =>
      endRow === undefined
        ? hunkSelection(review, { path, row })
        : { kind: 'lines', path, from: row, to: endRow },
    );
  }

  /** A command: what is meant is a hunk, a file, a turn, or all. */
  async decide(action: string, scope: string, cwd: string, wanted: Wanted): Promise<void> {
    await this.#options.reviewed.store.openAround(cwd, wanted.path);
    const key = this.#options.chats().find(({ view }) => view === wanted.view)?.session.key;
    await this.#decide(action, (review) => selectionOf(review, scope, wanted, key));
  }

  async go(direction: string, cwd: string, from: Partial<HunkPlace>, count: number): Promise<void> {
    await this.#options.reviewed.store.openAround(cwd, from.path);
    if (direction !== 'next' && direction !== 'prev') {
      throw new Error(`expected next or prev, got "${direction}"`);
    }
    const { reviewed, lua, notify } = this.#options;
    const place = neighbourOf(reviewed.review, direction, from, count);
    if (place) await lua.call('review.go', place);
    else notify('info', 'there is nothing to review');
  }

  async open(about: ReviewPlace): Promise<void> {
    await this.#options.reviewed.store.openAround(about.cwd, about.path);
    void this.#options.reviewed.refresh();
    await this.list.open(about);
  }

  async quickfix({ cwd, path }: ReviewPlace): Promise<void> {
    await this.#options.reviewed.store.openAround(cwd, path);
    await this.list.quickfix(path);
  }

  async compare(cwd: string, path: string): Promise<void> {
    await this.#options.reviewed.store.openAround(cwd, path);
    await this.list.comparisons.open(path);
  }

  /** On lines of a buffer. */
  async comment(commented: Commented, cwd: string, text: string | undefined): Promise<void> {
    await this.#options.reviewed.store.openAround(cwd, commented.path);
    await this.comments.add(commented, cwd, text);
  }

  /** What becomes of all comments. */
  async decideComments(action: string, cwd: string, view: ViewId | undefined): Promise<void> {
    await this.#options.reviewed.store.openAround(cwd);
    if (action === 'send') return await this.list.send(view);
    if (action !== 'clear') throw new Error(`expected send or clear, got "${action}"`);
    this.comments.clear();
  }

  hunks(cwd: string, path: string | undefined): ReturnType<HunkList['of']> {
    return this.#hunks.of(cwd, path);
  }

  /** Sends a prompt, or queues it, with what the agent must be notified of. */
  prompt(
    chat: PromptedChat,
    content: readonly ContentBlock[],
    options?: PromptOptions,
  ): Promise<PromptResult> {
    return chat.prompt(content, { ...options, more: this.#notes(chat, content) });
  }

  /** The same for what goes into the running turn. */
  steer(
    chat: PromptedChat,
    content: readonly ContentBlock[],
    options?: PromptOptions,
  ): Promise<PromptResult> {
    const more = this.#notes(chat, content);
    return chat.session.prompts.steer(content, { ...options, more });
  }

  /** Follows the turns of a session. */
  observe(chat: ReviewedChat, change: SessionChange): void {
    this.authors.observe(chat, change);
    this.shown.observe(chat.session, change);
    const { before, after } = change;
    if (before.turn.phase === 'idle' || after.turn.phase !== 'idle') return;
    this.#turnEnded(chat.session.key, after.turns).catch((error: unknown) =>
      this.#options.log.error('after a turn', error),
    );
  }

  /** A chat is closed: a turn that ran in it has no other end. */
  forget({ key, state }: ReviewedChat['session']): void {
    this.shown.forget(key);
    if (state.turn.phase === 'idle') return;
    this.#turnEnded(key, state.turns).catch((error: unknown) =>
      this.#options.log.error('after a chat', error),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of [...this.#subscriptions, this.comments, this.list]) one.dispose();
  }

  #notes({ session }: PromptedChat, content: readonly ContentBlock[]): () => PromptAddition {
    return () => this.notes.with(session.key, content);
  }

  async #turnEnded(key: string, turn: number): Promise<void> {
    const { reviewed } = this.#options;
    await reviewed.moves.find(key, turn);
    await this.#decisions.turnEnded(key);
    this.#announced.ended(key, turn);
    this.#announced.update(groupByTurn(reviewed.review));
  }

  #settle(): void {
    this.#timer = undefined;
    this.shown.update();
    const { reviewed, log, onChange } = this.#options;
    this.comments.sync().catch((error: unknown) => log.debug('comments', error));
    const files = groupByFile(reviewed.review);
    const { added, removed } = totalsOf(files);
    const hunks = reviewed.review.files
      .values()
      .reduce((sum, file) => sum + Math.max(1, pendingHunks(file).length), 0);
    this.#counts = files.length > 0 ? { files: files.length, hunks, added, removed } : undefined;
    this.#announced.update(groupByTurn(reviewed.review));
    onChange();
  }

  /** In turn: until an undo is known to be done, rows of the buffer are not those of the review. */
  #decide(action: string, selected: (review: Review) => Selection): Promise<void> {
    const decide = (): Promise<void> =>
      this.#decisions.make(action, selected(this.#options.reviewed.review));
    this.#deciding = this.#deciding.then(decide, decide);
    return this.#deciding;
  }

  #chat(key: string): ReviewedChat | undefined {
    return this.#options.chats().find(({ session }) => session.key === key);
  }

  /** Whose turns were cut off with their host: they are over. */
  async #joined(): Promise<void> {
    const { review } = this.#options.reviewed;
    const closed = groupByTurn(review).filter(({ session }) => !this.#chat(session));
    for (const turn of closed) this.#announced.wasAnnounced(turn);
    for (const key of new Set(closed.map(({ session }) => session))) {
      await this.#decisions.turnEnded(key);
    }
  }

  #cwd(view?: ViewId): string {
    const chats = this.#options.chats();
    const chat = chats.find((one) => one.view === view) ?? chats.at(-1);
    return chat?.session.state.cwd ?? '';
  }
}
