import type { AgentChoice } from '../../agents/choose';
import { givenAddresses } from '../../agents/environment';
import { createTerminals } from '../../agents/terminals';
import type { Disposable } from '../../base/disposable';
import { disposeAll } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { oneLine } from '../../base/text';
import type { SessionChange } from '../../model/changes';
import { isOnlyText, placeOfTool } from '../../model/changes';
import type { Follower } from '../../nvim/follower';
import type { Lua, ViewId } from '../../nvim/lua';
import { AcpError, AgentGoneError, describeError } from '../../protocol/errors';
import type { ContentBlock, Notice } from '../../protocol/schema.gen';
import { Session } from '../../session/session';
import type { PromptOptions, PromptResult } from '../../session/turns';
import type { FrameFacts } from '../../view/frame';
import { sameOffer } from '../../view/offer';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { AgentStatusEvent, Agents } from '../agents/agents';
import type { Logins } from '../agents/logins';
import { ChatFrame } from './chat-frame';
import { type DataFiles, openTarget } from './open-target';
import { canContinue, openSession, type Wanted } from './opening';
import { recovery } from './recovery';
import { Transcript } from './transcript';

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
  /** The option `keys`. */
  readonly keys: () => KeyOverrides;
  /** Folders that the session may use beside its cwd, where the agent takes them. */
  /** Gives a session the folders beside its cwd. */
  readonly giveFolders: (session: Session) => Promise<void>;
  /** How long an agent may be silent in a turn before it is told. */
  readonly watchdogMs: () => number;
  /** `nvim_get_mode` answers even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly onChange: (chat: Chat, change: SessionChange) => void;
  /** The agent had news for the user, who has been told. */
  readonly onNotice: (chat: Chat, notice: { severity: string; title: string }) => void;
}

/** So many notices are told in such a time: more would keep the editor busy with messages. */
const MAX_NOTICES = 5;
const NOTICES_MS = 5000;
/** Characters of a notice that can be told in one line. */
const MAX_NOTICE_LENGTH = 1000;

/** One view and its session: draws it, keeps its frame true, and finds it an agent when it has none. */
export class Chat implements Disposable {
  readonly view: ViewId;
  readonly session: Session;
  readonly #options: ChatOptions;
  readonly #drawer: Transcript;
  readonly #frame: ChatFrame;
  readonly #subscriptions: Disposable[];
  #opening: Promise<void> | undefined;
  #startedAt = 0;
  #start = new AbortController();
  /** What the agent said last of itself: it can go on with a session. */
  #continues = false;
  /** When notices were told. */
  #newsTimes: number[] = [];
  readonly #told = new Set<string>();
  #disposed = false;

  constructor(options: ChatOptions) {
    this.view = options.view;
    this.#options = options;
    // An answer to a question of a host that died must not meet one of ours.
    const key = `v${options.view}-${process.pid}`;
    const { name, launch } = options.choice;
    const terminals = createTerminals(givenAddresses(launch.env));
    this.session = new Session(key, name, options.cwd, terminals);
    this.#drawer = new Transcript({
      lua: options.lua,
      bufnr: () => options.lua.call('chat.buffer', options.view),
      probe: options.probe,
      log: options.log,
      recovered: options.wanted.how === 'recover',
    });
    this.#frame = new ChatFrame({ ...options, chat: this });
    // A sign-in may have been a new start of the agent, after which the session is to be opened again.
    this.session.authorized = (ask, signal) =>
      options.logins.authorized(this, ask, { signal, ready: () => this.open() });
    this.#subscriptions = [
      this.session.onChange((change) => this.#changed(change)),
      this.session.onNotice((notice) => this.#notice(notice)),
      options.agents.onStatus((news) => this.#agentNews(news)),
      options.follower.onState(() => this.refresh()),
      options.logins.onChange(() => this.refresh()),
    ];
    if (options.wanted.how === 'recover') {
      this.#subscriptions.push(recovery(this.session, this.#drawer, options.wanted.why));
    }
  }

  /** It has an agent, or is about to have one. */
  get active(): boolean {
    return this.session.linked || this.#opening !== undefined;
  }

  /** It began with a session of its own, not with a stored one. */
  get startedNew(): boolean {
    return this.#options.wanted.how === 'new';
  }

  /** The session that another host would go on with; one in which nothing was said is of no worth. */
  get lasting(): string | undefined {
    const { state, continued } = this.session;
    if (state.id !== '') return state.turns > 0 || continued ? state.id : undefined;
    const { wanted } = this.#options;
    return wanted.how === 'new' || wanted.how === 'fork' ? undefined : wanted.sessionId;
  }

  /** When the opening that goes on began. */
  get openingSince(): number | undefined {
    return this.#opening && this.#startedAt;
  }

  get choice(): AgentChoice {
    return this.#options.choice;
  }

  get phase(): FrameFacts['phase'] {
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

  /** Sends or queues; a chat whose agent is gone gets it back first. */
  prompt(content: readonly ContentBlock[], options?: PromptOptions): Promise<PromptResult> {
    const result = this.session.prompt(content, options);
    // A failure is on screen, and answers the prompt through the queue.
    this.open().catch(() => {});
    return result;
  }

  /** Before what waits in the queue: it belongs to what was just answered. */
  sayFirst(text: string): void {
    void this.prompt([{ type: 'text', text }], { first: true });
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
    this.#options.lua.call('ui.open.url', address).catch((error: unknown) => {
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

  /** Looks anew at what goes on. */
  refresh(): void {
    this.#frame.refresh();
  }

  /** All that was received is on screen. For tests and for the end of the host. */
  settled(): Promise<void> {
    return this.#drawer.settled();
  }

  dispose(): void {
    this.#disposed = true;
    this.#start.abort();
    void this.session.close();
    disposeAll([...this.#subscriptions, this.#frame, this.#drawer], (error) =>
      this.#options.log.warn('closing a chat', error),
    );
  }

  async #open(): Promise<void> {
    this.#startedAt = Date.now();
    this.#start = new AbortController();
    this.session.awaitAgent();
    try {
      const { signal } = this.#start;
      const connect = () => this.#unlessCancelled(this.#connect());
      await this.#options.logins.authorized(this, connect, { signal });
    } catch (error) {
      const told = this.#start.signal.aborted
        ? new Error(`Starting ${this.choice.title} was cancelled`)
        : error;
      this.session.unlink(describeError(told), detailOf(told));
      throw told;
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
    this.#frame.offer();
    await this.#options.giveFolders(this.session);
    const { servers, problems } = this.#options.agents.mcpServers(agent, this.session.state.cwd);
    this.#tell(problems);
    this.#continues = canContinue(agent);
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

  #changed(change: SessionChange): void {
    this.#frame.touch();
    this.#drawer.update(change.after);
    if (isOnlyText(change)) return;
    const place = placeOfTool(change.event);
    if (place && !this.session.replaying) this.#options.follower.go(place);
    if (!sameOffer(change.before, change.after)) this.#frame.offer();
    this.refresh();
    this.#options.onChange(this, change);
  }

  #notice({ severity, title, description }: Notice): void {
    const now = Date.now();
    this.#newsTimes = this.#newsTimes.filter((time) => now - time < NOTICES_MS);
    // The transcript has them all.
    if (this.#newsTimes.length >= MAX_NOTICES) return;
    this.#newsTimes.push(now);
    const level = severity === 'error' ? 'error' : severity === 'warning' ? 'warn' : 'info';
    const text = oneLine(
      [title, description].filter(Boolean).join(': ').slice(0, MAX_NOTICE_LENGTH),
    );
    void this.#options.lua.call('ui.notify.show', level, text).catch(() => {});
    this.#options.onNotice(this, { severity, title: oneLine(title) });
  }

  #agentNews(news: AgentStatusEvent): void {
    if (news.name !== this.choice.name) return;
    if (news.phase === 'stopped' && news.text && this.lasting) this.#offerReturn();
    this.refresh();
  }

  /** The agent died. */
  #offerReturn(): void {
    if (this.active) return;
    const how = this.#continues ? 'goes on with the session' : 'begins a new session';
    this.session.notice('info', `The next prompt, or \`:Acp restart\`, ${how}`);
  }
}

function detailOf(error: unknown): string | undefined {
  return error instanceof AgentGoneError ? error.detail : undefined;
}
