import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import type { SessionChange } from '../../model/changes';
import { isEdited, notesText } from '../../model/review/notes';
import { groupByFile, groupByTurn, totalsOf } from '../../model/review/overview';
import type { Selection } from '../../model/review/selection';
import { pendingHunks } from '../../model/review/state';
import type { LineEdit } from '../../model/review/user-file';
import type { FireEvent } from '../../model/user-events';
import type { Lua, ViewId } from '../../nvim/lua';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { ReviewCounts } from '../../view/statusline';
import type { Notify } from '../messages';
import type { Surfaces } from '../surfaces';
import { Decisions } from './decisions';
import { type HunkPlace, hunkAt, neighbourOf, newestTurn } from './find-hunk';
import { listHunks, type PendingHunk } from './hunk-list';
import { openReview } from './review-surface';

/** A chat as far as its changes are reviewed. */
export interface ReviewedChat {
  readonly view: ViewId;
  readonly session: {
    readonly key: string;
    readonly state: {
      readonly id: string;
      readonly cwd: string;
      readonly title?: string | undefined;
      readonly agent: string;
      readonly turn: { readonly phase: string };
    };
  };
}

export interface ReviewsOptions {
  readonly reviewed: ReviewedFiles;
  readonly lua: Lua;
  readonly log: Logger;
  readonly surfaces: Surfaces;
  readonly notify: Notify;
  readonly fire: FireEvent;
  readonly chats: () => readonly ReviewedChat[];
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

/** Counts are for the eye: they may lag behind typing. */
const SETTLE_MS = 50;

/** The review as the user meets it: commands, keys in buffers, its window, events and counts. */
export class Reviews implements Disposable {
  readonly #options: ReviewsOptions;
  readonly #decisions: Decisions;
  readonly #subscription: Disposable;
  /** Turns that `AcpReview` was fired for, until nothing of them is pending. */
  readonly #announced = new Map<string, { readonly session: string; readonly turn: number }>();
  #timer: NodeJS.Timeout | undefined;
  #counts: ReviewCounts | undefined;

  constructor(options: ReviewsOptions) {
    this.#options = options;
    const { reviewed, lua, notify } = options;
    this.#decisions = new Decisions({
      reviewed,
      lua,
      notify,
      isBusy: (key) => {
        const phase = this.#chat(key)?.session.state.turn.phase;
        return phase !== undefined && phase !== 'idle';
      },
      cwd: () => this.#cwd(),
    });
    this.#subscription = reviewed.onChange(() => {
      this.#timer ??= setTimeout(() => this.#settle(), SETTLE_MS);
    });
  }

  /** Nothing: there is nothing to review. */
  get counts(): ReviewCounts | undefined {
    return this.#counts;
  }

  userEdited(path: string, edit: LineEdit): void {
    this.#options.reviewed.userEdited(path, edit);
  }

  /** A buffer of the file has been loaded. */
  loaded(path: string): void {
    this.#options.reviewed.loaded(path);
  }

  /** A key in a buffer. */
  async act(action: string, { path, row, endRow }: HunkPlace & { endRow?: number }): Promise<void> {
    const selection: Selection =
      endRow === undefined
        ? this.#hunkAt({ path, row })
        : { kind: 'lines', path, from: row, to: endRow };
    await this.#decide(action, selection);
  }

  /** A command: what is meant is a hunk, a file, a turn, or all. */
  async decide(action: string, scope: string, wanted: Wanted): Promise<void> {
    await this.#decide(action, this.#selectionOf(scope, wanted));
  }

  async go(direction: string, from: Partial<HunkPlace>): Promise<void> {
    if (direction !== 'next' && direction !== 'prev') {
      throw new Error(`expected next or prev, got "${direction}"`);
    }
    const { reviewed, lua, notify } = this.#options;
    const place = neighbourOf(reviewed.review, direction, from);
    if (place) await lua.call('review.go', place);
    else notify('info', 'there is nothing to review');
  }

  async open({ path, view }: { readonly path?: string; readonly view?: ViewId }): Promise<void> {
    const { surfaces, reviewed, lua, help, isReporting } = this.#options;
    if (await surfaces.focus('review')) return;
    openReview({
      surfaces,
      reviewed,
      lua,
      help,
      isReporting,
      decisions: this.#decisions,
      cwd: this.#cwd(view),
      titleOf: (session, turn) => this.#titleOf(session, turn),
      ...(path === undefined ? {} : { path }),
    });
  }

  hunks(path: string | undefined): readonly PendingHunk[] {
    const all = listHunks(this.#options.reviewed.review, (key) => this.#sessionId(key));
    return path === undefined ? all : all.filter((hunk) => hunk.path === path);
  }

  /**
   * What a prompt says besides: which changes of the agent the user has undone or edited. Not with a command for the agent, which
   * would take it for an argument. `unsent` takes it back.
   */
  report(
    { session }: ReviewedChat,
    prompt: readonly ContentBlock[],
  ): { readonly blocks: readonly ContentBlock[]; readonly unsent: () => void } {
    const { reviewed, isReporting } = this.#options;
    const [first] = prompt;
    const isCommand = first?.type === 'text' && first.text.startsWith('/');
    // That a file does not hold what the agent wrote it must know in any case.
    const isMeant = isReporting() ? undefined : isEdited;
    const notes = isCommand ? [] : reviewed.takeNotes(session.key, isMeant);
    return {
      blocks: notes.length > 0 ? [{ type: 'text', text: notesText(notes) }] : [],
      unsent: () => reviewed.returnNotes(session.key, notes),
    };
  }

  /** Follows the turns of a session. */
  observe({ session }: ReviewedChat, { before, after }: SessionChange): void {
    if (before.turn.phase === 'idle' || after.turn.phase !== 'idle') return;
    this.#turnEnded(session.key, after.turns).catch((error: unknown) =>
      this.#options.log.error('after a turn', error),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  async #turnEnded(key: string, turn: number): Promise<void> {
    const { reviewed, fire } = this.#options;
    await reviewed.findMoves(key, turn);
    await this.#decisions.turnEnded(key);
    const own = groupByTurn(reviewed.review).find(
      (one) => one.session === key && one.turn === turn,
    );
    if (!own) return;
    const session = this.#sessionId(key);
    this.#announced.set(`${key} ${turn}`, { session, turn });
    const files = own.files.map(({ ids: _, ...file }) => file);
    fire('AcpReview', { session, turn, files });
  }

  #settle(): void {
    this.#timer = undefined;
    const { reviewed, fire, onChange } = this.#options;
    const files = groupByFile(reviewed.review);
    const { added, removed } = totalsOf(files);
    const hunks = reviewed.review.files
      .values()
      .reduce((sum, file) => sum + Math.max(1, pendingHunks(file).length), 0);
    this.#counts = files.length > 0 ? { files: files.length, hunks, added, removed } : undefined;
    const pending = new Set(
      groupByTurn(reviewed.review).map(({ session, turn }) => `${session} ${turn}`),
    );
    for (const [key, done] of this.#announced) {
      if (pending.has(key)) continue;
      this.#announced.delete(key);
      fire('AcpReviewDone', done);
    }
    onChange();
  }

  async #decide(action: string, selection: Selection): Promise<void> {
    switch (action) {
      case 'keep':
        return this.#decisions.keep(selection);
      case 'undo':
        return await this.#decisions.undo(selection);
      case 'undo_now':
        return await this.#decisions.undoNow(selection);
      default:
        throw new Error(`expected keep, undo or undo_now, got "${action}"`);
    }
  }

  #selectionOf(scope: string, { path, row, view }: Wanted): Selection {
    switch (scope) {
      case 'all':
        return { kind: 'all' };
      case 'turn': {
        const key = this.#options.chats().find((chat) => chat.view === view)?.session.key;
        const { review } = this.#options.reviewed;
        return newestTurn(review, key) ?? newestTurn(review, undefined) ?? NOTHING;
      }
      case 'file':
        return path === undefined ? NOTHING : { kind: 'file', path };
      case 'hunk':
        return path === undefined || row === undefined ? NOTHING : this.#hunkAt({ path, row });
      default:
        throw new Error(`expected hunk, file, turn or all, got "${scope}"`);
    }
  }

  #hunkAt(place: HunkPlace): Selection {
    const hunk = hunkAt(this.#options.reviewed.review, place);
    return hunk ? { kind: 'ids', ids: [hunk.id] } : NOTHING;
  }

  #chat(key: string): ReviewedChat | undefined {
    return this.#options.chats().find(({ session }) => session.key === key);
  }

  /** Of a chat that is closed its key is all there is. */
  #sessionId(key: string): string {
    return this.#chat(key)?.session.state.id ?? key;
  }

  #titleOf(key: string, turn: number): string {
    const state = this.#chat(key)?.session.state;
    return `${state?.title ?? state?.agent ?? 'A closed chat'}, turn ${turn}`;
  }

  #cwd(view?: ViewId): string {
    const chats = this.#options.chats();
    const chat = chats.find((one) => one.view === view) ?? chats.at(-1);
    return chat?.session.state.cwd ?? '';
  }
}

const NOTHING: Selection = { kind: 'ids', ids: [] };
