import { resolve } from 'node:path';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { within } from '../../base/timeout';
import type { FoundFile, PresentFiles } from '../../files/documents/present-files';
import {
  type PlacedChange,
  type PresentFile,
  proposedPaths,
  type ShownChange,
  shownChanges,
} from '../../model/proposal';
import type { PermissionRequest } from '../../model/state';
import { proposedHunks } from '../../nvim/proposed-hunks';
import { pickOption } from '../../session/options';
import type { DocumentScope } from '../../session/ports';
import type { ProposedWrite, ProposedWrites } from '../../session/proposed-writes';
import type { ProposalModel } from '../../view/surfaces/permission';
import type { ProposalView, ProposalViews } from './proposal-views';
import { linesOfWrite, ownFile, textOfLines, wholeWrite } from './whole-write';

/** The session whose agent asks. */
export interface ProposingSession {
  readonly state: { readonly cwd: string };
  readonly scope: DocumentScope;
  readonly consents: { readonly proposed: ProposedWrites };
  answer(id: string, optionId?: string): boolean;
}

export interface ProposalOptions {
  readonly views: ProposalViews;
  readonly files: Pick<PresentFiles, 'find'>;
  readonly log: Logger;
  readonly notify: (level: 'info' | 'warn', text: string) => void;
  readonly session: ProposingSession;
  /** What the agent asks to edit it surely writes through us. */
  readonly isThroughUs: () => boolean;
  /** The user's rules keep agents off a file: nothing of it is shown either. */
  readonly isDenied: (path: string) => boolean;
  /** What is known of the files has changed. */
  readonly onChange: () => void;
  /** Takes the user back to the question. */
  readonly goBack: () => void;
}

/** A question does not wait for a disk that does not answer. */
const READ_MS = 2000;

type Files = ReadonlyMap<string, FoundFile>;

/** The changes of files that one question is about: where they are, and what else shows them. */
export class Proposal implements Disposable {
  readonly #options: ProposalOptions;
  #watching: Disposable | undefined;
  #isOver = false;
  #request: PermissionRequest;
  #files: Files = new Map();
  #changes: readonly ShownChange[];
  #isReading = false;
  /** Of the newest reading. */
  #readings = 0;
  #previewed: { readonly path: string; readonly shown: Disposable } | undefined;
  #compared: ProposalView | undefined;
  #edited: { readonly view: ProposalView; readonly write: ProposedWrite } | undefined;

  constructor(options: ProposalOptions, request: PermissionRequest) {
    this.#options = options;
    this.#request = request;
    this.#changes = this.#shown();
    this.#read();
  }

  get model(): ProposalModel {
    return {
      changes: this.#changes,
      isReading: this.#isReading,
      isEditable: this.#editable() !== undefined,
    };
  }

  /** The agent has changed its question. */
  update(request: PermissionRequest): void {
    if (request === this.#request) return;
    this.#request = request;
    this.#closeViews('the agent has changed what it asks');
    this.#files = new Map();
    this.#changes = this.#shown();
    this.#read();
  }

  /** Shows the change of a file in its buffer, or not any more. */
  async preview(path: string | undefined): Promise<void> {
    const change = this.#placed(path);
    const isShown = this.#previewed?.path === change.path;
    this.#endPreview();
    if (!isShown) await this.#preview(change);
  }

  /** Shows a file side by side with what it would become. */
  async compare(path: string | undefined): Promise<void> {
    const { views } = this.#options;
    const change = this.#placed(path);
    this.#compared?.close('');
    const left = () => {
      this.#compared = undefined;
      this.#options.goBack();
    };
    const asked = this.#request;
    const { before, after } = change;
    const texts = { path: change.path, before, after, isEditable: false };
    const view = await views.compare(texts, { left });
    if (this.#isAsked(asked)) this.#compared = view;
    else view.close('');
  }

  /** Lets the user change what will be written; the text that they have begun with, if they have. */
  async edit(): Promise<void> {
    const write = this.#editable();
    if (!write) throw new Error('this is not written through the editor: it is a yes or a no');
    const texts = linesOfWrite(write);
    if (this.#edited) return this.#options.views.goTo(this.#edited.view, texts);
    const { id } = this.#request;
    const events = {
      left: () => this.#options.goBack(),
      accepted: (lines: readonly string[]) => this.#accept(id, write, lines),
    };
    const asked = this.#request;
    const view = await this.#options.views.compare(texts, events);
    if (this.#isAsked(asked)) this.#edited = { view, write };
    else view.close('this is not asked any more');
  }

  dispose(): void {
    this.#readings++;
    this.#isOver = true;
    this.#closeViews('this is not asked any more');
    this.#watching?.dispose();
  }

  /** Not only while the editor was opening something for it. */
  #isAsked(request: PermissionRequest): boolean {
    return !this.#isOver && this.#request === request;
  }

  #watch(): Disposable {
    return this.#options.views.onText((path) => {
      const known = [...this.#files.values()].some(({ realPath }) => realPath === path);
      if (known) this.#read();
    });
  }

  #shown(): readonly ShownChange[] {
    const files = new Map<string, PresentFile>();
    for (const [path, { file }] of this.#files) files.set(path, file);
    return shownChanges(this.#request, this.#options.session.state.cwd, files);
  }

  /** Our own question knows what the file holds; of others it is looked up. */
  #read(): void {
    const { session, log } = this.#options;
    const reading = ++this.#readings;
    const own = session.consents.proposed.askedBy(this.#request.toolCallId);
    if (own) {
      this.#take(new Map([[own.path, ownFile(own)]]));
      return;
    }
    const paths = proposedPaths(this.#request, session.state.cwd);
    if (paths.length === 0) return;
    this.#watching ??= this.#watch();
    this.#isReading = this.#files.size === 0;
    this.#findAll(paths)
      .then((files) => {
        if (reading === this.#readings) this.#take(files);
      })
      .catch((error: unknown) => log.error('showing a question with its files', error));
  }

  /** Never rejects: a question is shown without its files, too. */
  async #findAll(paths: readonly string[]): Promise<Files> {
    try {
      const finding = Promise.all(
        paths.map(async (path) => [path, await this.#find(path)] as const),
      );
      return new Map(await within(READ_MS, finding, 'the files took too long to read'));
    } catch (error) {
      this.#options.log.info('a question is shown without its files', error);
      return new Map();
    }
  }

  async #find(path: string): Promise<FoundFile> {
    const { files, session, isDenied } = this.#options;
    const found = await files.find(session.scope, path);
    const isHidden = isDenied(path) || (found.realPath && isDenied(found.realPath));
    return isHidden ? { file: { kind: 'unknown' } } : found;
  }

  #take(files: Files): void {
    this.#files = files;
    this.#isReading = false;
    this.#changes = this.#shown();
    this.#options.onChange();
    const previewed = this.#previewed && this.#placedAt(this.#previewed.path);
    if (previewed) this.#preview(previewed, true).catch(() => this.#endPreview());
    else this.#endPreview();
  }

  async #preview(change: PlacedChange, isRefreshed = false): Promise<void> {
    const { path, realPath } = this.#whereIs(change);
    if (realPath === undefined || change.isNew) {
      throw new Error('there is no such file yet: it can be shown side by side');
    }
    const hunks = proposedHunks(change.before, change.after);
    const asked = this.#request;
    const shown = await this.#options.views.preview({ path: realPath, hunks, isRefreshed });
    if (!this.#isAsked(asked)) return shown.dispose();
    this.#previewed = { path, shown };
    if (!isRefreshed) this.#options.goBack();
  }

  #whereIs({ path }: PlacedChange): { readonly path: string; readonly realPath?: string } {
    const found = this.#files.get(resolve(this.#options.session.state.cwd, path));
    return { path, ...(found?.realPath ? { realPath: found.realPath } : {}) };
  }

  #endPreview(): void {
    this.#previewed?.shown.dispose();
    this.#previewed = undefined;
  }

  /** The change of this file, else the first that has a place. Throws with a message for the user. */
  #placed(path: string | undefined): PlacedChange {
    const found = path === undefined ? undefined : this.#placedAt(path);
    const first = this.#changes.find((change) => change.kind === 'placed');
    const change = found ?? (path === undefined ? first : undefined);
    if (change) return change;
    throw new Error('it is not known where in the file this is: all of it is shown here');
  }

  #placedAt(path: string): PlacedChange | undefined {
    return this.#changes
      .filter((change) => change.kind === 'placed')
      .find((change) => change.path === path);
  }

  /** The whole write, where it is sure to come through us. */
  #editable(): ProposedWrite | undefined {
    const { session, isThroughUs } = this.#options;
    const own = session.consents.proposed.askedBy(this.#request.toolCallId);
    if (own || !isThroughUs()) return own;
    return wholeWrite(this.#request, this.#changes, (path) =>
      this.#files.get(resolve(session.state.cwd, path)),
    );
  }

  #accept(id: string, write: ProposedWrite, lines: readonly string[]): void {
    const { session, notify } = this.#options;
    const edited = this.#edited;
    const choice = pickOption(this.#request.options, 'allow');
    if (id !== this.#request.id || !edited || !choice.ok) {
      notify('warn', 'not accepted: the agent has changed what it asks; your text is still here');
      return;
    }
    this.#edited = undefined;
    const text = textOfLines(lines, write);
    const isSame = text === write.after;
    const settled = (problem?: string): void => {
      edited.view.close(problem ?? '');
      if (problem === undefined) notify('info', 'written as you edited it; the agent is told so');
    };
    if (isSame) edited.view.close('');
    else {
      edited.view.hide();
      session.consents.proposed.accept({ ...write, text, settled });
    }
    if (!session.answer(id, choice.optionId) && !isSame) {
      session.consents.proposed
        .take(write.path, [write.after])
        ?.settled('this is not asked any more');
    }
  }

  #closeViews(why: string): void {
    this.#endPreview();
    this.#compared?.close('');
    this.#compared = undefined;
    this.#edited?.view.close(why);
    this.#edited = undefined;
  }
}
