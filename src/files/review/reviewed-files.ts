import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { type FileImage, imageText, sameContent } from '../../edit/file-image';
import { mergeTexts } from '../../edit/merge';
import { joinText, splitText } from '../../edit/text';
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
import { currentImage } from '../../model/review/images';
import type { UndoneNote } from '../../model/review/notes';
import { hunksOf } from '../../model/review/overview';
import { type AgentEdit, agentEdited, agentRenamed, userEdited } from '../../model/review/review';
import { isMeant, type Selection } from '../../model/review/selection';
import type { Review } from '../../model/review/state';
import type { Unclean } from '../../model/review/unclean';
import type { LineEdit } from '../../model/review/user-file';
import type { Lua } from '../../nvim/lua';
import type { ChangeLedger, LedgerChange } from '../change-ledger';
import type { Drafts } from '../disk/drafts';
import type { ComparedFiles } from '../watching/compared-files';
import { type Decision, Restorer } from './restorer';
import { ReviewDisplay } from './review-display';
import { ReviewState } from './review-state';
import { isShownSame } from './same-hunks';

export interface ReviewedFilesOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly compared: ComparedFiles;
  readonly drafts: Drafts;
  readonly ledger: Pick<ChangeLedger, 'on' | 'saved' | 'net'>;
}

/** What came of an undo. */
export interface UndoOutcome {
  /** What cannot be undone alone, and is still pending. */
  readonly unclean: readonly Unclean[];
  /** Why files could not be restored, in words; their changes are still pending. */
  readonly problems: readonly string[];
}

/** What goes and what comes are seen one after the other. */
const MOVES_MS = 100;

/** What agents have changed and nobody has decided about: fed by the ledger and by the user's edits, kept or undone here. */
export class ReviewedFiles implements Disposable {
  readonly #state = new ReviewState();
  readonly #display: ReviewDisplay;
  readonly #restorer: Restorer;
  readonly #ledger: ReviewedFilesOptions['ledger'];
  /** What was put on disk by an undo: to find it there is no news. */
  readonly #restored = new Map<string, FileImage | null>();
  /** By turn, when it is to be looked for moved files. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #log: Logger;
  readonly #ending = new AbortController();
  readonly #subscription: Disposable;

  readonly onChange = this.#state.onChange;

  constructor(options: ReviewedFilesOptions) {
    const { lua, log, compared, drafts, ledger } = options;
    const state = this.#state;
    this.#ledger = ledger;
    this.#log = log;
    this.#display = new ReviewDisplay({ lua, log, compared, state });
    this.#restorer = new Restorer({
      lua,
      state,
      compared,
      drafts,
      onSaved: (path, version) => ledger.saved(path, version),
      onRestored: (path, image) => void this.#restored.set(path, image),
    });
    this.#subscription = ledger.on((change) => this.#agentEdited(change));
  }

  get review(): Review {
    return this.#state.review;
  }

  /** The user has edited lines of a buffer that shows its hunks. */
  userEdited(path: string, edit: LineEdit): void {
    const before = this.#state.get(path);
    this.#state.set(userEdited(this.review, path, edit));
    const after = this.#state.get(path);
    if (!before || after === before) return;
    if (!after || !isShownSame(hunksOf(before), hunksOf(after))) this.#display.updateSoon(path);
  }

  /** Files that went in one place and came in another one, in one turn, were moved. */
  async findMoves(session: string, turn: number): Promise<void> {
    for (const { path, from, toolCallIds } of await this.#ledger.net(session, turn)) {
      if (from === undefined) continue;
      const toolCallId = toolCallIds.at(-1);
      const by = { session, turn, source: 'disk' as const, ...(toolCallId ? { toolCallId } : {}) };
      this.#state.set(agentRenamed(this.review, { ...by, from, to: path }));
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

  /** What the session's agent is to be told of; taken, nobody else tells it. */
  takeNotes(session: string, isMeant?: (note: UndoneNote) => boolean): readonly UndoneNote[] {
    const { notes, review } = takeNotes(this.review, session, isMeant);
    this.#state.set(review);
    return notes;
  }

  /** The prompt that was to tell of them was not sent. */
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

  /** The user does not want an agent to be told of it. */
  removeNote(id: number): void {
    this.#state.set(removeNote(this.review, id));
  }

  dispose(): void {
    this.#ending.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#subscription.dispose();
    this.#display.dispose();
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
    const restored = this.#restored.get(path);
    if (source === 'disk' && restored !== undefined && sameContent(restored, after)) return;
    this.#restored.delete(path);
    const by = { session, turn, source, ...(toolCallId === undefined ? {} : { toolCallId }) };
    const seen = { before, after };
    const images = bufnr !== undefined && source === 'disk' ? this.#merged(path, seen) : seen;
    if (proposed === undefined || after === null) {
      this.#state.set(agentEdited(this.review, { path, ...images, ...by }));
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
    this.#state.set(agentEdited(this.review, { ...edit, after: agents }));
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

  /** What the agent wrote to disk, as the buffer has taken it over that holds the user's unsaved text. */
  #merged(path: string, seen: Images): Images {
    const file = this.#state.get(path);
    const now = file ? currentImage(file) : null;
    const [base, mine, theirs] = [seen.before, now, seen.after].map((image) => imageText(image));
    if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') {
      return seen;
    }
    if (mine === base || !seen.after) return seen;
    const own = splitText(mine);
    const { text } = mergeTexts(splitText(base, own), own, splitText(theirs, own));
    return {
      before: now,
      after: { ...seen.after, content: { kind: 'text', text: joinText(text) } },
    };
  }
}

interface Images {
  readonly before: FileImage | null;
  readonly after: FileImage | null;
}
