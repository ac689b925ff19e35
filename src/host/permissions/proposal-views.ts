import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { Lua } from '../../nvim/lua';
import type { ComparedTexts, PreviewedFile } from '../../nvim/proposed-hunks';
import { proposalLabels } from '../../view/proposal-labels';
import type { KeyOverrides } from '../../view/surfaces/surface';

/** What the user does in a view of a proposal, which may be before whoever opened it has it. */
export interface ProposalViewEvents {
  /** They accept this text in place of the agent's. */
  readonly accepted?: (lines: readonly string[], view: ProposalView) => void;
  /** They go back to the question. */
  readonly left?: (view: ProposalView) => void;
}

/** A view that is open. */
export interface ProposalView {
  readonly id: string;
  /** Takes it off the screen, until it is closed or gone to. */
  hide(): void;
  /** A text of the user's that was not accepted stays where they can find it, for this reason. */
  close(why: string): void;
}

export interface ProposalViewsOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly notify: (level: 'info' | 'warn', text: string) => void;
  readonly keys: () => KeyOverrides;
}

/** Owns what shows proposals in the editor besides the question itself. */
export class ProposalViews implements Disposable {
  readonly #options: ProposalViewsOptions;
  readonly #open = new Map<string, { events: ProposalViewEvents; view: ProposalView }>();
  /** Who wants to hear of a file's text, by its real path. */
  readonly #listeners = new Set<(path: string) => void>();
  #last = 0;

  constructor(options: ProposalViewsOptions) {
    this.#options = options;
  }

  /** Shows changes in the file's own buffer, whose text stays as it is. Rejects with a message for the user. */
  async preview(file: PreviewedFile): Promise<Disposable> {
    const problem = await this.#options.lua.call('proposal.preview', file);
    if (problem) throw new Error(problem);
    return { dispose: () => this.#send(this.#options.lua.call('proposal.clear')) };
  }

  /** Shows two texts in a tab page of their own. Rejects with a message for the user. */
  async compare(texts: ComparedTexts, events: ProposalViewEvents): Promise<ProposalView> {
    const id = `${process.pid}-${++this.#last}`;
    const view: ProposalView = {
      id,
      hide: () => this.#send(this.#options.lua.call('proposal.hide', id)),
      close: (why) => {
        this.#open.delete(id);
        this.#send(this.#options.lua.call('proposal.close', id, why));
      },
    };
    this.#open.set(id, { events, view });
    await this.#show(id, texts);
    return view;
  }

  /** Goes to a view that the user has left. */
  async goTo({ id }: ProposalView, texts: ComparedTexts): Promise<void> {
    await this.#show(id, texts);
  }

  /** See `HostEvents.proposal_accepted`. */
  accepted(id: string, lines: readonly string[]): void {
    const open = this.#open.get(id);
    if (open?.events.accepted) open.events.accepted(lines, open.view);
    else this.#options.notify('warn', 'not asked any more: nothing was written');
  }

  left(id: string): void {
    const open = this.#open.get(id);
    open?.events.left?.(open.view);
  }

  /** Calls a listener with the path of each file whose buffer is another now. */
  onText(listener: (path: string) => void): Disposable {
    this.#listeners.add(listener);
    this.#watch();
    return {
      dispose: () => {
        this.#listeners.delete(listener);
        this.#watch();
      },
    };
  }

  textChanged(path: string): void {
    for (const listener of this.#listeners) listener(path);
  }

  dispose(): void {
    this.#listeners.clear();
    this.#open.clear();
  }

  #watch(): void {
    this.#send(this.#options.lua.call('proposal.watch', this.#listeners.size > 0));
  }

  async #show(id: string, texts: ComparedTexts): Promise<void> {
    const { lua, keys } = this.#options;
    const labels = proposalLabels(texts.isEditable, keys());
    const problem = await lua.call('proposal.compare', id, { ...texts, labels });
    if (problem) throw new Error(problem);
  }

  #send(call: Promise<unknown>): void {
    call.catch((error: unknown) => this.#options.log.debug('proposals', error));
  }
}
