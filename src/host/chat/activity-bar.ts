/** The bar above the prompt of a chat, open as long as it has something to show, and what its keys do. */
import type { Disposable } from '../../base/disposable';
import { isOnlyText, textOf } from '../../model/prompt-text';
import type { SessionState } from '../../model/state';
import type { Lua, ViewId } from '../../nvim/lua';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { Session } from '../../session/session';
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

export interface ActivityBarOptions {
  readonly view: ViewId;
  readonly session: Pick<Session, 'state' | 'prompts'>;
  readonly surfaces: Pick<Surfaces, 'open'>;
  readonly lua: Lua;
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
    if (!hasActivity(activityOf(state))) this.#closeBar();
    else if (this.#bar) this.#bar.update();
    else this.#bar = this.#openBar();
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
    const { view, session, surfaces, keys } = this.#options;
    const bar = surfaces.open<ActivityModel, ActivityItem>({
      definition: activitySurface,
      view,
      model: () => ({
        ...activityOf(session.state),
        queue: session.state.queue.map(({ id, content }) => ({ id, content: this.#own(content) })),
        resumeKey: keyOf('send', keys()),
        activityKey: keyOf('activity', keys()),
      }),
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
      },
      queue_send: onQueued((id) => prompts.promote(id)),
      queue_remove: onQueued((id) => void prompts.remove(id)),
      queue_down: move(1),
      queue_up: move(-1),
      queue_resume: () => prompts.resume(),
      activity_help: () => help(activitySurface.kind),
    };
  }

  /** Takes a prompt back to where it was written. */
  async #edit(id: string): Promise<void> {
    const { lua, session, view } = this.#options;
    const queued = session.state.queue.find((prompt) => prompt.id === id);
    if (!queued) return;
    const content = this.#own(queued.content);
    if (!isOnlyText(content)) throw new Error('more than text goes along with this prompt');
    session.prompts.remove(id);
    await lua.call('chat.take_back', view, textOf(content));
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
