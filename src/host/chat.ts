import type { AgentChoice } from '../agents/choose';
import { terminals } from '../agents/terminals';
import type { Disposable } from '../base/disposable';
import { disposeAll } from '../base/disposable';
import type { Logger } from '../base/logger';
import { oneLine } from '../base/text';
import { ChatDrawer } from '../nvim/chat-drawer';
import type { Follower } from '../nvim/follower';
import type { ChatStatus, Lua, ViewId } from '../nvim/lua';
import { AcpError, AgentGoneError, describeError, isAuthRequired } from '../protocol/errors';
import type { ContentBlock, Notice } from '../protocol/schema.gen';
import { isOnlyText } from '../session/changes';
import { type PromptResult, Session, type SessionChange } from '../session/session';
import { sameOffer, sessionOffer } from '../view/offer';
import { sessionStatus } from '../view/status';
import type { AgentNews, Agents } from './agents';
import type { Logins } from './logins';
import { type DataFiles, openTarget } from './open-target';
import { openSession, type Wanted } from './opening';

export interface ChatOptions {
  readonly view: ViewId;
  readonly choice: AgentChoice;
  readonly cwd: string;
  /** Which session to open first. */
  readonly wanted: Wanted;
  readonly lua: Lua;
  readonly agents: Agents;
  readonly logins: Logins;
  readonly follower: Follower;
  readonly log: Logger;
  readonly dataFiles: DataFiles;
  /** Folders that the session may use beside its cwd, where the agent takes them. */
  readonly directories: () => readonly string[];
  /** How long an agent may be silent in a turn before it is told. */
  readonly watchdogMs: () => number;
  /** `nvim_get_mode` answers even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly onChange: (chat: Chat, change: SessionChange) => void;
  /** The agent had news for the user, who has been told. */
  readonly onNotice: (chat: Chat, notice: { severity: string; title: string }) => void;
}

/** How often it is looked at what takes long: a start, a silence. */
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
  #start = new AbortController();
  #tick: NodeJS.Timeout | undefined;
  /** When something last happened in the session. */
  #changedAt = 0;
  #shown = '';
  readonly #told = new Set<string>();
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
    this.session.signIn = (error, signal) => this.#signIn(error, signal);
    this.#subscriptions = [
      this.session.onChange((change) => this.#changed(change)),
      this.session.onNews((update) => this.#news(update)),
      options.agents.onNews((news) => this.#agentNews(news)),
      options.follower.onState(() => this.refresh()),
      options.logins.onChange(() => this.refresh()),
    ];
  }

  /** It has an agent, or is about to have one. */
  get active(): boolean {
    return this.session.linked || this.#opening !== undefined;
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
      this.#openForQueue();
    });
    this.refresh();
    return this.#opening;
  }

  /** Prompts that came while the agent was being ended are not forgotten. */
  #openForQueue(): void {
    const { linked, state } = this.session;
    if (!this.#disposed && !linked && state.queue.length > 0) this.open().catch(() => {});
  }

  /** Sends or queues, `first` before what waits; a chat whose agent is gone gets it back first. */
  prompt(content: readonly ContentBlock[], first = false): Promise<PromptResult> {
    const result = this.session.prompt(content, first);
    // A failure is on screen, and answers the prompt through the queue.
    this.open().catch(() => {});
    return result;
  }

  /** Cancels the running turn, or the start of the agent. */
  async cancel(): Promise<boolean> {
    if (this.session.cancel()) return true;
    if (!this.#opening) return false;
    this.#start.abort();
    // Other chats may have sessions with this agent: then it is only not waited for.
    if (!this.#options.agents.running(this.choice.name)?.sessions.length) {
      await this.#options.agents.stop(this.choice.name);
    }
    return true;
  }

  /** The agent is about to be ended: nothing that waits for it, or for a sign-in, goes on. */
  abandon(): void {
    this.session.cancel();
    this.session.detach();
    this.#start.abort();
  }

  /** Opens again once an earlier try has come to its end. */
  async reopen(): Promise<void> {
    await this.#opening?.catch(() => {});
    await this.open();
  }

  /** Hands an address to the system's browser. */
  openAddress(address: string): void {
    this.#options.lua.call('open.url', address).catch((error: unknown) => {
      this.#options.log.warn('open.url failed', error);
    });
  }

  /** Opens what stands in a row of the transcript; false when that is nothing. */
  async openAt(row: number): Promise<boolean> {
    const target = this.#drawer.targetAt(row);
    if (!target) return false;
    await openTarget(target, this.#options.lua, this.#options.dataFiles);
    return true;
  }

  /** Draws everything anew, for a new width of the window or a new buffer. */
  redraw(width?: number): void {
    this.#drawer.redraw(width);
  }

  /** Sends the frame's texts when they changed. */
  refresh(): void {
    if (this.#disposed) return;
    this.#keepTicking();
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
    this.#start.abort();
    void this.session.close();
    clearInterval(this.#tick);
    disposeAll([...this.#subscriptions, this.#drawer], (error) =>
      this.#options.log.warn('closing a chat', error),
    );
  }

  async #open(): Promise<void> {
    this.#startedAt = Date.now();
    this.#start = new AbortController();
    this.session.awaitAgent();
    try {
      await this.#unlessCancelled(this.#connect()).catch(async (error: unknown) => {
        if (!isAuthRequired(error)) throw error;
        await this.#options.logins.required(this, error, this.#start.signal);
        await this.#unlessCancelled(this.#connect());
      });
    } catch (error) {
      if (this.#start.signal.aborted)
        this.session.unlink(`Starting ${this.choice.title} was cancelled`);
      else this.session.unlink(describeError(error), detailOf(error));
      throw error;
    }
  }

  #unlessCancelled(work: Promise<void>): Promise<void> {
    const { signal } = this.#start;
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(AcpError.cancelled()), { once: true });
      work.then(resolve, reject);
    });
  }

  async #connect(): Promise<void> {
    const agent = this.#options.agents.start(this.choice);
    this.refresh();
    await agent.ready;
    this.session.directories = this.#options.directories();
    const { servers, problems } = this.#options.agents.mcpServers(agent, this.session.state.cwd);
    this.#tell(problems);
    await openSession(agent, this.session, servers, this.#options.wanted);
  }

  /** What is wrong with the configuration, which is read at every start of the agent, is told once. */
  #tell(problems: readonly string[]): void {
    for (const problem of problems) {
      if (this.#told.has(problem)) continue;
      this.#told.add(problem);
      this.session.notice('warn', problem);
    }
  }

  /** A sign-in may have been a new start of the agent, after which the session is to be opened again. */
  async #signIn(error: unknown, signal: AbortSignal): Promise<void> {
    await this.#options.logins.required(this, error, signal);
    await this.open();
  }

  #changed(change: SessionChange): void {
    this.#changedAt = Date.now();
    this.#drawer.update(change.after);
    if (isOnlyText(change)) return;
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

  /** What takes long is told with its age. */
  #keepTicking(): void {
    const busy = this.#opening !== undefined || this.session.state.turn.phase !== 'idle';
    if (busy) {
      this.#tick ??= setInterval(() => this.refresh(), TICK_MS);
    } else {
      clearInterval(this.#tick);
      this.#tick = undefined;
    }
  }

  #detail(): string | undefined {
    const signIn = this.active ? this.#options.logins.detail(this) : undefined;
    return signIn ?? (this.#opening ? this.#startDetail() : this.#silence());
  }

  /** An agent that waits for the user is not expected to say anything. */
  #silence(): string | undefined {
    const { state } = this.session;
    const agent = this.#options.agents.running(this.choice.name);
    if (!agent || state.turn.phase === 'idle' || sessionStatus(state).pending > 0) return undefined;
    const ms = Date.now() - Math.max(agent.heardAt, this.#changedAt);
    return ms >= this.#options.watchdogMs()
      ? `no sign of life for ${Math.floor(ms / 1000)} s`
      : undefined;
  }

  #startDetail(): string {
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
