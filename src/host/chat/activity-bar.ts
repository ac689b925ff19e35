/** The bar above the prompt of a chat, open as long as it has something to show, and what its keys do. */
import type { Disposable } from '../../base/disposable';
import type { Chip } from '../../model/context/chip';
import type { SessionState } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { PromptChip } from '../../nvim/prompt-context';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { Session } from '../../session/session';
import { writtenPrompt } from '../../view/chip';
import { keyOf } from '../../view/keys';
import {
  type ActivityItem,
  type ActivityModel,
  activityOf,
  activitySurface,
  hasActivity,
} from '../../view/surfaces/activity';
import { planSurface } from '../../view/surfaces/plan';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { ActionContext, OpenedSurface, SurfaceActions, Surfaces } from '../surfaces';
import type { DataFiles } from './open-target';
import { imagesAgain, offerAgain } from './prompt-again';

export interface ActivityBarOptions {
  readonly view: ViewId;
  readonly session: Pick<Session, 'state' | 'prompts'>;
  readonly surfaces: Pick<Surfaces, 'open'>;
  readonly lua: Lua;
  readonly dataFiles: Pick<DataFiles, 'add'>;
  /** The option `keys`. */
  readonly keys: () => KeyOverrides;
  readonly help: (kind: string) => void;
  /** Whether a block of a prompt is not from the user. */
  readonly isReport: (block: ContentBlock) => boolean;
}

export class ActivityBar implements Disposable {
  readonly #options: ActivityBarOptions;
  #bar: OpenedSurface<ActivityItem> | undefined;
  #plan: OpenedSurface<never> | undefined;
  #shown: SessionState | undefined;
  /** What goes along with the prompt that is being written, and its buffer. */
  #context: { readonly bufnr: number; readonly chips: readonly PromptChip[] } | undefined;

  constructor(options: ActivityBarOptions) {
    this.#options = options;
  }

  /** The session may have changed. */
  refresh(): void {
    const { state } = this.#options.session;
    const before = this.#shown;
    this.#shown = state;
    if (before && isSame(before, state)) return;
    this.#plan?.update();
    this.#update();
  }

  /** Lists what goes along with the prompt in this buffer. */
  showContext(bufnr: number, chips: readonly PromptChip[]): void {
    const names = new Set<string>();
    const distinct = chips.filter(({ name }) => !names.has(name) && names.add(name));
    this.#context = { bufnr, chips: distinct };
    this.#update();
  }

  #update(): void {
    if (!hasActivity(this.#model())) this.#closeBar();
    else if (this.#bar) this.#bar.update();
    else this.#bar = this.#openBar();
  }

  #model(): ActivityModel {
    const { session, keys } = this.#options;
    const { state } = session;
    return {
      ...activityOf(state),
      queue: state.queue.map(({ id, content }) => ({ id, content: this.#own(content) })),
      context: this.#context?.chips ?? [],
      cwd: state.cwd,
      resumeKey: keyOf('send', keys()),
      activityKey: keyOf('activity', keys()),
    };
  }

  /** Takes the user to the prompts that wait; false when there are none. */
  async focusQueue(): Promise<boolean> {
    const { lua, session, view } = this.#options;
    if (session.state.queue.length === 0) return false;
    await lua.call('chat.show', view);
    this.#bar?.goTo(({ kind }) => kind === 'queued');
    this.#bar?.focus();
    return true;
  }

  /** Shows all steps; false when there is no plan. */
  openPlan(): boolean {
    const { session, surfaces } = this.#options;
    if (session.state.plan.length === 0) return false;
    this.#plan?.focus();
    this.#plan ??= surfaces.open<{ plan: SessionState['plan'] }, never>({
      definition: planSurface,
      model: () => ({ plan: session.state.plan }),
      actions: {},
      onClosed: () => {
        this.#plan = undefined;
      },
    });
    return true;
  }

  dispose(): void {
    this.#closeBar();
    this.#plan?.close();
  }

  #openBar(): OpenedSurface<ActivityItem> {
    const { view, surfaces } = this.#options;
    const bar = surfaces.open<ActivityModel, ActivityItem>({
      definition: activitySurface,
      view,
      model: () => this.#model(),
      actions: this.#actions(),
      onClosed: () => {
        // There may be another one by now.
        if (this.#bar !== bar) return;
        this.#bar = undefined;
        this.#shown = undefined;
      },
    });
    return bar;
  }

  #closeBar(): void {
    this.#bar?.close();
    this.#bar = undefined;
  }

  #actions(): SurfaceActions<ActivityItem> {
    const { session, help } = this.#options;
    const { prompts } = session;
    const onQueued =
      (act: (id: string, context: ActionContext<ActivityItem>) => void) =>
      (context: ActionContext<ActivityItem>): void => {
        for (const item of context.items) if (item.kind === 'queued') act(item.id, context);
      };
    const move = (by: number) =>
      onQueued((id, { count, goTo }) => {
        prompts.move(id, by * count);
        goTo((item) => item.kind === 'queued' && item.id === id);
      });
    return {
      activity_open: async ({ item }) => {
        if (item?.kind === 'plan') this.openPlan();
        else if (item?.kind === 'queued') await this.#edit(item.id);
        else if (item?.kind === 'queue') prompts.resume();
        else if (item?.kind === 'chip') await this.#openPlace(item.chip);
      },
      queue_send: onQueued((id) => prompts.promote(id)),
      queue_remove: async (context) => {
        onQueued((id) => void prompts.remove(id))(context);
        for (const item of context.items) if (item.kind === 'chip') await this.#takeOut(item.chip);
      },
      queue_down: move(1),
      queue_up: move(-1),
      queue_resume: () => prompts.resume(),
      activity_help: () => help(activitySurface.kind),
    };
  }

  async #openPlace({ place }: Chip): Promise<void> {
    if (!place) throw new Error('this is no place in a file');
    await this.#options.lua.call('ui.open.file', place.path, place.lines?.first ?? null);
  }

  /** By taking it out of the text. */
  async #takeOut({ name }: Chip): Promise<void> {
    const bufnr = this.#context?.bufnr;
    if (bufnr !== undefined) await this.#options.lua.call('prompt.chips.take_out', bufnr, name);
  }

  /** Takes a prompt back to where it was written. */
  async #edit(id: string): Promise<void> {
    const { lua, session, view, dataFiles } = this.#options;
    const queued = session.state.queue.find((prompt) => prompt.id === id);
    if (!queued) return;
    const { cwd } = session.state;
    const again = imagesAgain(this.#own(queued.content), dataFiles);
    const text = writtenPrompt(again.content, cwd);
    session.prompts.remove(id);
    await offerAgain(this.#options, again, cwd);
    await lua.call('chat.take_back', view, text);
  }

  /** What the user has written of a prompt. */
  #own(content: readonly ContentBlock[]): readonly ContentBlock[] {
    return content.filter((block) => !this.#options.isReport(block));
  }
}

function isSame(a: SessionState, b: SessionState): boolean {
  return (
    a.plan === b.plan &&
    a.queue === b.queue &&
    a.queuePaused === b.queuePaused &&
    a.turns === b.turns &&
    a.turn.phase === b.turn.phase
  );
}
