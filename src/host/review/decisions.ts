import type { ReviewedFiles } from '../../files/review/reviewed-files';
import { queuedUndos, undo } from '../../model/review/decide';
import { isMeant, type Selection } from '../../model/review/selection';
import type { Unclean, UncleanReason } from '../../model/review/unclean';
import type { Lua } from '../../nvim/lua';
import { shownPath } from '../../view/path';
import type { Notify } from '../messages';

export interface DecisionsOptions {
  readonly reviewed: ReviewedFiles;
  readonly lua: Lua;
  readonly notify: Notify;
  /** Whether a turn of the session with this key runs. */
  readonly isBusy: (session: string) => boolean;
  readonly cwd: () => string;
}

const WHY: Readonly<Record<UncleanReason, string>> = {
  others: 'another turn has changed the same',
  touched: 'you have changed the file since it was made',
  outdated: 'the agent has changed it again',
  unknown: 'it is not known what the file held',
};

/** Keeps and undoes what the user says, and reports what cannot be. */
export class Decisions {
  readonly #options: DecisionsOptions;

  constructor(options: DecisionsOptions) {
    this.#options = options;
  }

  /** As a key or a command names it. */
  async make(action: string, selection: Selection): Promise<void> {
    switch (action) {
      case 'keep':
        return this.keep(selection);
      case 'undo':
        return await this.undo(selection);
      case 'undo_now':
        return await this.undoNow(selection);
      default:
        throw new Error(`expected keep, undo or undo_now, got "${action}"`);
    }
  }

  keep(selection: Selection): void {
    if (!this.#isAnything(selection)) return;
    const unclean = this.#options.reviewed.keep(selection);
    for (const one of unclean) this.#reportUnclean('kept alone', one);
  }

  /** While an agent works on what it builds on, it is only queued; what is queued already is undone at once. */
  async undo(selection: Selection, reason?: string): Promise<void> {
    const { reviewed, notify } = this.#options;
    if (!this.#isAnything(selection)) return;
    if (this.#isBeingWorkedOn(selection)) {
      const before = queuedUndos(reviewed.review).length;
      reviewed.queueUndo(selection, reason);
      if (queuedUndos(reviewed.review).length > before) {
        notify('info', 'undone when the turn ends; the same again undoes it now');
        return;
      }
    }
    await this.undoNow(selection, reason);
  }

  async undoNow(selection: Selection, reason?: string): Promise<void> {
    if (!this.#isAnything(selection)) return;
    await this.#report(this.#options.reviewed.undo(selection, reason));
  }

  /** A turn of the session is over: what was queued of its changes is undone. */
  async turnEnded(session: string): Promise<void> {
    const { reviewed } = this.#options;
    if (queuedUndos(reviewed.review, session).length === 0) return;
    await this.#report(reviewed.applyQueued(session));
  }

  #isAnything(selection: Selection): boolean {
    const { reviewed, notify } = this.#options;
    const files = reviewed.review.files.values();
    if (files.some((file) => isMeant(selection, file))) return true;
    notify('info', 'there is no change of an agent to keep or undo');
    return false;
  }

  /** Whether the agent runs that made one of the changes. */
  #isBeingWorkedOn(selection: Selection): boolean {
    const { reviewed, isBusy } = this.#options;
    const { notes } = undo({ ...reviewed.review, notes: [] }, selection).review;
    return notes.some(({ sessions }) => sessions.some(isBusy));
  }

  async #report(undoing: ReturnType<ReviewedFiles['undo']>): Promise<void> {
    const { unclean, problems } = await undoing;
    for (const problem of problems) this.#options.notify('error', problem);
    for (const one of unclean) this.#reportUnclean('undone', one);
    if (unclean.length > 0) await this.#showTexts(unclean);
  }

  #reportUnclean(what: string, unclean: Unclean): void {
    this.#options.notify('warn', `not ${what}: ${this.#reasonOf(unclean)}`);
  }

  #reasonOf({ path, row, why }: Unclean): string {
    const line = row === undefined ? '' : `, line ${row + 1}`;
    return `${shownPath(path, this.#options.cwd())}${line}: ${WHY[why]}`;
  }

  /** Both, for the user to do by hand what cannot be done for them. */
  async #showTexts(unclean: readonly Unclean[]): Promise<void> {
    const paths = [...new Set(unclean.map(({ path }) => path))];
    const name = paths.length === 1 ? paths[0] : `${paths.length} files`;
    const text = unclean.flatMap((one) => this.#textsOf(one)).join('\n');
    await this.#options.lua.call('ui.open.text', `not undone: ${name}`, text);
  }

  #textsOf(unclean: Unclean): string[] {
    const { current, reference } = unclean;
    const texts = ['Now:', ...current, '', 'Before the change:', ...reference, ''];
    return [this.#reasonOf(unclean), '', ...texts];
  }
}
