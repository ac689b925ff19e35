import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import { type FileImage, imageText } from '../../edit/file-image';
import type { KnownSession, Turn } from '../../model/review/author';
import {
  applyQueued,
  keep,
  noteEdited,
  queuedUndos,
  queueUndo,
  removeNote,
  takeNotes,
  undo,
  unqueueUndo,
} from '../../model/review/decide';
import { editedPlaces } from '../../model/review/edited-place';
import { MAX_UNSENT_NOTES, type UndoneNote } from '../../model/review/notes';
import { hunksOf } from '../../model/review/overview';
import { type AgentEdit, agentEdited, agentRenamed, userEdited } from '../../model/review/review';
import { isMeant, type Selection } from '../../model/review/selection';
import type { Review } from '../../model/review/state';
import type { Unclean } from '../../model/review/unclean';
import { isTakenBack, type LineEdit } from '../../model/review/user-file';
import type { NoticeLevel } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { ChangeLedger, LedgerChange } from '../change-ledger';
import type { ProjectFolders } from '../project-state/project-folders';
import type { ComparedFiles } from '../watching/compared-files';
import { CatchUp } from './catch-up';
import type { FileRestorer } from './file-restorer';
import { mergedImages } from './merged-images';
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

/** What goes and what comes are seen one after the other. */
const MOVES_MS = 100;

/** What agents have changed and nobody has decided about: fed by the ledger and by the user's edits, kept or undone here. */
export class ReviewedFiles implements Disposable {
  readonly authors: ReviewAuthors;
  readonly commits: SeenCommits;
  readonly store: ReviewStore;
  readonly #state = new ReviewState();
  readonly #display: ReviewDisplay;
  readonly #restorer: Restorer;
  readonly #catchUp: CatchUp;
  readonly #ledger: ReviewedFilesOptions['ledger'];
  /** By turn, when moved files are looked for. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #log: Logger;
  readonly #ending = new AbortController();
  readonly #subscriptions: readonly Disposable[];

  readonly #joined = new Emitter<void>();

  readonly onChange = this.#state.onChange;
  /** What an earlier host has left pending has come, and is compared with what the files hold. */
  readonly onJoined = this.#joined.on;

  constructor(options: ReviewedFilesOptions) {
    const { lua, log, compared, restorer, ledger } = options;
    const state = this.#state;
    this.#ledger = ledger;
    this.#log = log;
    this.#display = new ReviewDisplay({ lua, log, compared, state });
    this.#restorer = new Restorer({ state, files: restorer });
    this.#catchUp = new CatchUp({ lua, log, compared, state });
    this.authors = new ReviewAuthors(state);
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
      this.#display,
      ledger.on((change) => this.#agentEdited(change)),
    ];
  }

  get review(): Review {
    return this.#state.review;
  }

  /** Looks what has become of the files that no buffer shows: others may have changed them. Never rejects. */
  async refresh(): Promise<void> {
    const paths = this.review.files.keys();
    await this.#catchUp.with(paths.filter((path) => !this.#display.isShown(path)));
  }

  /** The user has edited lines of a buffer that shows its hunks. */
  userEdited(path: string, edit: LineEdit): void {
    const before = this.#state.get(path);
    const review = userEdited(this.review, path, edit);
    const after = review.files.get(path);
    const isSame = before && after && isShownSame(hunksOf(before), hunksOf(after));
    const isBack = !isSame && before !== undefined && isTakenBack(before, edit, after);
    this.#state.set(review, isBack ? 'undone' : 'kept');
    if ((before && after !== before && !isSame) || this.#state.mayReturn(path)) {
      this.#display.updateSoon(path);
    }
  }

  /** Files that went in one place and came in another one, in one turn, were moved. */
  async findMoves(session: string, turn: number): Promise<void> {
    for (const { path, from, toolCallIds } of await this.#ledger.net(session, turn)) {
      if (from === undefined) continue;
      const toolCallId = toolCallIds.at(-1);
      const by = { session, turn, source: 'disk' as const, ...(toolCallId ? { toolCallId } : {}) };
      this.#state.set(agentRenamed(this.review, { ...by, from, to: path }), 'replaced');
      this.#show([from, path]);
    }
  }

  /** A buffer of the file has been loaded. */
  loaded(path: string): void {
    if (this.#state.get(path)) this.#display.update(path);
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

  /** What the session's agent will be notified of, once. */
  takeNotes(session: string, isMeant?: (note: UndoneNote) => boolean): readonly UndoneNote[] {
    const { notes, review } = takeNotes(this.review, session, isMeant);
    this.#state.set(review);
    return notes;
  }

  /** The prompt that names them was not sent. */
  returnNotes(session: string, notes: readonly UndoneNote[]): void {
    const { review } = this;
    const ids = new Set(notes.map(({ id }) => id));
    const others = review.notes.filter(({ id }) => !ids.has(id));
    const again = notes.map((note) => {
      const known = review.notes.find(({ id }) => id === note.id);
      return { ...note, sessions: [...(known?.sessions ?? []), session] };
    });
    this.#state.set({ ...review, notes: [...again, ...others] });
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
    const { review } = this;
    const notes = paths.map((path, at): UndoneNote => {
      const id = review.nextId + at;
      return { id, sessions: [session], path, what: 'restored', excerpt: [], reason };
    });
    // What was restored twice is said once.
    const others = review.notes.filter(
      ({ what, path, sessions }) =>
        what !== 'restored' || !sessions.includes(session) || !paths.includes(path),
    );
    const all = [...others, ...notes].slice(-MAX_UNSENT_NOTES);
    this.#state.set({ ...review, notes: all, nextId: review.nextId + notes.length });
  }

  /** The user does not want agents to be notified of it. */
  removeNote(id: number): void {
    this.#state.set(removeNote(this.review, id));
  }

  dispose(): void {
    this.#ending.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
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
    const problems: string[] = [];
    for (const path of paths) {
      try {
        unclean.push(...(await this.#restorer.undo(path, decide, this.#ending.signal)));
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
      this.#display.update(path);
    }
    return { unclean, problems };
  }

  #agentEdited({ entry, before, after, bufnr, proposed }: LedgerChange): void {
    const { path, session, turn, toolCallId, source } = entry;
    const by = { session, turn, source, ...(toolCallId === undefined ? {} : { toolCallId }) };
    const seen = { before, after };
    const isMerged = bufnr !== undefined && source === 'disk';
    const images = isMerged ? mergedImages(seen, this.#state.now(path)) : seen;
    if (proposed === undefined || after === null) {
      this.#state.set(agentEdited(this.review, { path, ...images, ...by }), 'replaced');
    } else {
      this.#userRewrote({ path, before, after, ...by }, proposed);
    }
    this.#display.update(path);
    if (before === null || after === null) this.#findMovesSoon(session, turn);
  }

  /** The agent's text first, and then what the user has made of it. */
  #userRewrote(edit: AgentEdit & { readonly after: FileImage }, proposed: string): void {
    const { path, session, after } = edit;
    const written = imageText(after) ?? '';
    const agents: FileImage = { ...after, content: { kind: 'text', text: proposed } };
    this.#state.set(agentEdited(this.review, { ...edit, after: agents }), 'replaced');
    this.#state.found(path, after);
    const places = editedPlaces(proposed, written);
    this.#state.set(noteEdited(this.review, { session, path }, places));
  }

  /** Also when the turn is over: not all is seen by then. */
  #findMovesSoon(session: string, turn: number): void {
    const key = `${session} ${turn}`;
    clearTimeout(this.#timers.get(key));
    const find = (): void => {
      this.#timers.delete(key);
      this.findMoves(session, turn).catch((error: unknown) => this.#log.debug('moves', error));
    };
    this.#timers.set(key, setTimeout(find, MOVES_MS));
  }
}
