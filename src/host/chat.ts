import type { AgentChoice } from '../agents/choose';
import { terminals } from '../agents/terminals';
import type { Disposable } from '../base/disposable';
import { disposeAll } from '../base/disposable';
import type { Logger } from '../base/logger';
import { oneLine } from '../base/text';
import { ChatDrawer } from '../nvim/chat-drawer';
import type { Follower } from '../nvim/follower';
import type { ChatStatus, Lua, ViewId } from '../nvim/lua';
import { AgentGoneError, describeError } from '../protocol/errors';
import type { ContentBlock, Notice } from '../protocol/schema.gen';
import { type PromptResult, Session, type SessionChange } from '../session/session';
import { sameOffer, sessionOffer } from '../view/offer';
import { sessionStatus } from '../view/status';
import type { AgentNews, Agents } from './agents';
import { openSession, type Wanted } from './opening';

export interface ChatOptions {
  readonly view: ViewId;
  readonly choice: AgentChoice;
  readonly cwd: string;
  /** Which session to open first. */
  readonly wanted: Wanted;
  readonly lua: Lua;
  readonly agents: Agents;
  readonly follower: Follower;
  readonly log: Logger;
  /** `nvim_get_mode` answers even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly onChange: (chat: Chat, change: SessionChange) => void;
  /** The agent had news for the user, who has been told. */
  readonly onNotice: (chat: Chat, notice: { severity: string; title: string }) => void;
}

/** How often a start that takes long tells its age. */
const TICK_MS = 1000;

/** One view and its session: draws it, keeps its frame true, and finds it an agent when it has none. */
export class Chat implements Disposable {
  readonly view: ViewId;
  readonly session: Session;
  readonly #options: ChatOptions;
  readonly #drawer: ChatDrawer;
  readonly #subscriptions: Disposable[];
  #opening: Promise<void> | undefined;
  #startedAt = 0;
  #startCancelled = false;
  #tick: NodeJS.Timeout | undefined;
  #shown = '';
  #disposed = false;

  constructor(options: ChatOptions) {
    this.view = options.view;
    this.#options = options;
    this.session = new Session(`v${options.view}`, options.choice.name, options.cwd, terminals);
    this.#drawer = new ChatDrawer({
      lua: options.lua,
      bufnr: () => options.lua.call('chat.buffer', options.view),
      probe: options.probe,
      log: options.log,
      terminal: (id) => this.session.state.terminals.get(id),
    });
    this.#subscriptions = [
      this.session.onChange((change) => this.#changed(change)),
      this.session.onNews((update) => this.#news(update)),
      options.agents.onNews((news) => this.#agentNews(news)),
      options.follower.onState(() => this.refresh()),
    ];
  }

  /** It began with a session of its own, not with a stored one. */
  get startedNew(): boolean {
    return this.#options.wanted.how === 'new';
  }

  get choice(): AgentChoice {
    return this.#options.choice;
  }

  get phase(): ChatStatus['phase'] {
    const { turn } = this.session.state;
    if (turn.phase !== 'idle') return turn.phase;
    if (this.session.linked) return 'ready';
    const phase = this.#options.agents.phase(this.choice.name);
    if (this.#opening) return phase === 'installing' ? 'installing' : 'starting';
    return phase === 'failed' ? 'failed' : 'stopped';
  }

  /** The session of this chat, opened with its agent if it is not yet. Rejects with a text for the user. */
  open(): Promise<void> {
    if (this.session.linked) return Promise.resolve();
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
      this.refresh();
    });
    return this.#opening;
  }

  /** Sends or queues; a chat whose agent is gone gets it back first. */
  prompt(content: readonly ContentBlock[]): Promise<PromptResult> {
    const result = this.session.prompt(content);
    // A failure is on screen, and answers the prompt through the queue.
    this.open().catch(() => {});
    return result;
  }

  /** Cancels the running turn, or the start of the agent. */
  async cancel(): Promise<boolean> {
    if (this.session.cancel()) return true;
    if (!this.#opening) return false;
    this.#startCancelled = true;
    await this.#options.agents.stop(this.choice.name);
    return true;
  }

  /** Opens again once an earlier try has come to its end. */
  async reopen(): Promise<void> {
    await this.#opening?.catch(() => {});
    await this.open();
  }

  /** Draws everything anew, for a new width of the window or a new buffer. */
  redraw(width?: number): void {
    this.#drawer.redraw(width);
  }

  /** Sends the frame's texts when they changed. */
  refresh(): void {
    if (this.#disposed) return;
    const status = this.#status();
    const text = JSON.stringify(status);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#options.lua.call('chat.set_status', this.view, status).catch((error: unknown) => {
      this.#options.log.debug('chat.set_status failed', error);
    });
  }

  /** Tells the editor what can be chosen here. */
  #offer(): void {
    const offer = sessionOffer(this.session.state);
    this.#options.lua.call('chat.set_offer', this.view, offer).catch((error: unknown) => {
      this.#options.log.debug('chat.set_offer failed', error);
    });
  }

  /** All that was received is on screen. For tests and for the end of the host. */
  settled(): Promise<void> {
    return this.#drawer.settled();
  }

  dispose(): void {
    this.#disposed = true;
    void this.session.close();
    clearInterval(this.#tick);
    disposeAll([...this.#subscriptions, this.#drawer], (error) =>
      this.#options.log.warn('closing a chat', error),
    );
  }

  async #open(): Promise<void> {
    this.#startedAt = Date.now();
    this.#startCancelled = false;
    this.#tick = setInterval(() => this.refresh(), TICK_MS);
    try {
      const agent = this.#options.agents.start(this.choice);
      this.refresh();
      await agent.ready;
      const { servers, problems } = this.#options.agents.mcpServers(agent);
      for (const problem of problems) this.session.notice('warn', problem);
      await openSession(agent, this.session, servers, this.#options.wanted);
    } catch (error) {
      if (this.#startCancelled) this.session.unlink(`Starting ${this.choice.title} was cancelled`);
      else this.session.unlink(describeError(error), detailOf(error));
      throw error;
    } finally {
      clearInterval(this.#tick);
    }
  }

  #changed(change: SessionChange): void {
    this.#drawer.update(change.after);
    this.#follow(change);
    if (!sameOffer(change.before, change.after)) this.#offer();
    this.refresh();
    this.#options.onChange(this, change);
  }

  #follow({ event }: SessionChange): void {
    if (event.type !== 'update') return;
    const { update } = event;
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
    const location = update.locations?.at(-1);
    if (!location) return;
    const line = location.line ?? undefined;
    this.#options.follower.go({ path: location.path, ...(line ? { line } : {}) });
  }

  #news({ severity, title, description }: Notice): void {
    const level = severity === 'error' ? 'error' : severity === 'warning' ? 'warn' : 'info';
    const text = [title, description].filter(Boolean).join(': ');
    void this.#options.lua.call('notify.show', level, text).catch(() => {});
    this.#options.onNotice(this, { severity, title: oneLine(title) });
  }

  #agentNews(news: AgentNews): void {
    if (news.name === this.choice.name) this.refresh();
  }

  #status(): ChatStatus {
    const detail = this.#detail();
    return {
      ...sessionStatus(this.session.state),
      agent: this.choice.title,
      phase: this.phase,
      ...(detail ? { detail } : {}),
      follow: this.#options.follower.state,
    };
  }

  #detail(): string | undefined {
    if (!this.#opening) return undefined;
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    const age = seconds > 1 ? ` (${seconds} s)` : '';
    return this.phase === 'installing'
      ? `installing ${this.choice.title}${age}`
      : `starting ${this.choice.title}${age}`;
  }
}

function detailOf(error: unknown): string | undefined {
  return error instanceof AgentGoneError ? error.detail : undefined;
}
