import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import type { FileImage } from '../../edit/file-image';
import type { KnownSession, Turn } from '../../model/review/author';
import type { Comments } from '../../model/review/comments';
import {
  applyQueued,
  keep,
  queuedUndos,
  queueUndo,
  undo,
  unqueueUndo,
} from '../../model/review/decide';
import type { UndoneNote } from '../../model/review/notes';
import { hunksOf } from '../../model/review/overview';
import { userEdited } from '../../model/review/review';
import { isMeant, type Selection } from '../../model/review/selection';
import type { Review } from '../../model/review/state';
import type { Unclean } from '../../model/review/unclean';
import { dropNotes, noteRestored, notesFor, removeNote } from '../../model/review/unsent-notes';
import { isTakenBack, type LineEdit } from '../../model/review/user-file';
import type { NoticeLevel } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { ChangeLedger, LedgerChange } from '../change-ledger';
import type { ProjectFolders } from '../project-state/project-folders';
import type { ComparedFiles } from '../watching/compared-files';
import { applyAgentEdit } from './agent-edits';
import { CatchUp } from './catch-up';
import type { FileRestorer } from './file-restorer';
import { MovedFiles } from './moved-files';
import { onlyFile, withOnly } from './one-file';
import { type Decision, Restorer } from './restorer';
import { ReviewAuthors } from './review-authors';
import { ReviewDisplay } from './review-display';
import { ReviewState } from './review-state';
import { ReviewStore } from './review-store';
import { isShownSame } from './same-hunks';
import { SeenCommits } from './seen-commits';

export interface ReviewedFilesOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly compared: ComparedFiles;
  readonly restorer: FileRestorer;
  readonly ledger: Pick<ChangeLedger, 'on' | 'net'>;
  /** Where the review outlives the host. */
  readonly folders: ProjectFolders;
  readonly notify: (level: NoticeLevel, text: string) => void;
  /** The option `keep_committed`. */
  readonly keepsCommitted: () => boolean;
}

/** What came of an undo. */
export interface UndoOutcome {
  /** What cannot be undone alone, and is still pending. */
  readonly unclean: readonly Unclean[];
  /** Messages: why files could not be restored; their changes are still pending. */
  readonly problems: readonly string[];
}

/** What agents have changed and nobody has decided about: fed by the ledger and by the user's edits, kept or undone here. */
export class ReviewedFiles implements Disposable {
  readonly authors: ReviewAuthors;
  readonly commits: SeenCommits;
  readonly moves: MovedFiles;
  readonly store: ReviewStore;
  readonly #state = new ReviewState();
  readonly #display: ReviewDisplay;
  readonly #restorer: Restorer;
  readonly #catchUp: CatchUp;
  readonly #ending = new AbortController();
  readonly #subscriptions: readonly Disposable[];
  readonly #joined = new Emitter<void>();

  readonly onChange = this.#state.onChange;
  /** What an earlier host has left pending has come, and is compared with what the files hold. */
  readonly onJoined = this.#joined.on;

  constructor(options: ReviewedFilesOptions) {
    const { lua, log, compared, restorer, ledger } = options;
    const state = this.#state;
    this.#display = new ReviewDisplay({ lua, log, compared, state });
    this.#restorer = new Restorer({ state, files: restorer });
    this.#catchUp = new CatchUp({ lua, log, compared, state });
    this.authors = new ReviewAuthors(state);
    this.moves = new MovedFiles({ state, ledger, log, onMoved: (paths) => this.#show(paths) });
    this.commits = new SeenCommits({
      state,
      log,
      isOn: options.keepsCommitted,
      catchUp: (paths) => this.#catchUp.with(paths),
      onKept: (path) => {
        state.decided(path);
        this.#display.update(path);
      },
    });
    this.store = new ReviewStore({
      state,
      log,
      folders: options.folders,
      commits: this.commits,
      joined: compared.joined,
      notify: options.notify,
      onJoined: async (paths) => {
        await this.#catchUp.with(paths);
        this.#show(paths);
        await this.commits.look();
        this.#joined.fire();
      },
    });
    this.#subscriptions = [
      this.commits,
      this.moves,
      this.#display,
      ledger.on((change) => this.#agentEdited(change)),
    ];
  }

  get review(): Review {
    return this.#state.review;
  }

  /**
   * Looks what has become of the files: others may have changed them, and buffers that showed their hunks may have taken
   * that over, or be gone. Never rejects.
   */
  async refresh(): Promise<void> {
    const paths = new Set([...this.review.files.keys(), ...this.#state.undonePaths]);
    const before = this.review.files;
    await this.#catchUp.with([...paths]);
    this.#show(this.review.files.changedSince(before).filter((path) => paths.has(path)));
  }

  /** The user has edited lines of a buffer that shows its hunks. */
  userEdited(path: string, edit: LineEdit): void {
    const before = this.#state.get(path);
    const review = userEdited(this.review, path, edit);
    const after = review.files.get(path);
    const isSame = before && after && isShownSame(hunksOf(before), hunksOf(after));
    const isBack = !isSame && before !== undefined && isTakenBack(before, edit, after);
    this.#state.set(review, isBack ? 'undone' : 'rewritten');
    if ((before && after !== before && !isSame) || this.#state.mayReturn(path)) {
      this.#display.updateSoon(path);
    }
  }

  /** A buffer of the file has been loaded, or has taken over what others have written. */
  loaded(path: string): void {
    if (this.#state.get(path) || this.#state.mayReturn(path)) this.#display.update(path);
  }

  keep(selection: Selection): readonly Unclean[] {
    const paths = this.#pathsOf(selection);
    const { review, unclean } = keep(this.review, selection);
    this.#state.set(review);
    for (const path of paths) this.#state.decided(path);
    this.#show(paths);
    return unclean;
  }

  /** Restores file after file; one that cannot be is no reason to leave the others. */
  undo(selection: Selection, reason?: string): Promise<UndoOutcome> {
    return this.#undoEach(this.#pathsOf(selection), (review) => undo(review, selection, reason));
  }

  /** The changes are undone when `applyQueued` is called. */
  queueUndo(selection: Selection, reason?: string): void {
    this.#state.set(queueUndo(this.review, selection, reason));
    this.#show(this.#pathsOf(selection));
  }

  unqueueUndo(selection: Selection): void {
    const paths = this.#pathsOf(selection);
    this.#state.set(unqueueUndo(this.review, selection));
    this.#show(paths);
  }

  /** Undoes what is queued of a session's changes. */
  applyQueued(session: string): Promise<UndoOutcome> {
    const paths = new Set(queuedUndos(this.review, session).map(({ path }) => path));
    return this.#undoEach([...paths], (review) => applyQueued(review, session));
  }

  /** What the session's agent is to be notified of. */
  notesFor(session: string): readonly UndoneNote[] {
    return notesFor(this.review, session);
  }

  /** The session's agent was notified of them. */
  dropNotes(session: string, notes: readonly UndoneNote[]): void {
    this.#state.set(dropNotes(this.review, session, notes));
  }

  /**
   * A file was brought back to what it held before these turns, oldest first; what others have made of it stays.
   * @param who whose turns they are, also where another host has given it another key
   */
  restored(
    path: string,
    turns: readonly Turn[],
    image: FileImage | null,
    { agent, id }: Pick<KnownSession, 'agent' | 'id'>,
  ): void {
    const same = this.review.sessions
      .values()
      .filter((one) => one.id === id && one.agent === agent);
    const keys = same.map(({ key }) => key);
    const without = (only: Review, { session, turn }: Turn): Review =>
      [session, ...keys].reduce((one, key) => {
        const undone = undo(one, { kind: 'turn', session: key, turn });
        return { ...undone.review, notes: [] };
      }, only);
    const only = turns.toReversed().reduce(without, onlyFile(this.review, path));
    this.#state.set(withOnly(this.review, path, only), 'undone');
    // A restore that is taken back brings back what it had undone.
    this.#state.found(path, image);
    this.#display.update(path);
  }

  /** The next prompt of the session says that the user has gone back. */
  noteRestored(session: string, paths: readonly string[], reason: string): void {
    this.#state.set(noteRestored(this.review, session, paths, reason));
  }

  /** What the user has to say is kept with what is pending. */
  setComments(comments: Comments): void {
    this.#state.set({ ...this.review, comments });
  }

  /** The user does not want agents to be notified of it. */
  removeNote(id: number): void {
    this.#state.set(removeNote(this.review, id));
  }

  dispose(): void {
    this.#ending.abort();
    for (const one of this.#subscriptions) one.dispose();
  }

  #pathsOf(selection: Selection): string[] {
    const files = this.review.files.values().filter((file) => isMeant(selection, file));
    return files.map(({ path }) => path);
  }

  #show(paths: readonly string[]): void {
    for (const path of paths) this.#display.update(path);
  }

  async #undoEach(paths: readonly string[], decide: Decision): Promise<UndoOutcome> {
    const unclean: Unclean[] = [];
    const problems = new Map<string, string>();
    for (const path of paths) {
      try {
        unclean.push(...(await this.#restorer.undo(path, decide, this.#ending.signal)));
      } catch (error) {
        problems.set(path, error instanceof Error ? error.message : String(error));
      }
      this.#display.update(path);
    }
    if (problems.size === 0 || problems.size === paths.length) {
      return { unclean, problems: [...problems.values()] };
    }
    // What was in the way of a file may be gone with another one: a link in the place of its folder.
    const again = await this.#undoEach([...problems.keys()], decide);
    return { unclean: [...unclean, ...again.unclean], problems: again.problems };
  }

  #agentEdited(change: LedgerChange): void {
    const { entry, before, after } = change;
    applyAgentEdit(this.#state, change);
    this.#display.update(entry.path);
    if (before === null || after === null) this.moves.findSoon(entry.session, entry.turn);
  }
}
