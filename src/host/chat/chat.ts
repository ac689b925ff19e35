import type { AgentChoice } from '../../agents/choose';
import { givenAddresses } from '../../agents/environment';
import { createTerminals } from '../../agents/terminals';
import { type Disposable, disposeAll } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { isOnlyText, isOnlyTools, placeOfTool, type SessionChange } from '../../model/changes';
import type { Follower } from '../../nvim/follower';
import type { Lua, ViewId } from '../../nvim/lua';
import { unlessAborted } from '../../protocol/abort';
import { AgentGoneError, describeError } from '../../protocol/errors';
import type { ContentBlock, Notice } from '../../protocol/schema.gen';
import type { DocumentScope } from '../../session/ports';
import { Session } from '../../session/session';
import type { SessionRules, TurnHooks } from '../../session/session-options';
import type { PromptOptions, PromptResult } from '../../session/turns';
import type { FrameFacts } from '../../view/frame';
import { sameOffer } from '../../view/offer';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { AgentStatusEvent, Agents } from '../agents/agents';
import type { Logins } from '../agents/logins';
import type { Surfaces } from '../surfaces';
import { ChatFrame } from './chat-frame';
import type { DataFiles } from './open-target';
import { canContinue, type OpenRequest, openSession } from './opening';
import { recovery } from './recovery';
import { reportOnce } from './report-once';
import { Transcript } from './transcript';
import { joinTranscript, type TranscriptTools } from './transcript-actions';

export interface ChatOptions {
  readonly view: ViewId;
  readonly choice: AgentChoice;
  readonly cwd: string;
  /** Which session to open first. */
  readonly request: OpenRequest;
  readonly lua: Lua;
  readonly agents: Agents;
  readonly logins: Logins;
  readonly follower: Follower;
  readonly log: Logger;
  readonly dataFiles: DataFiles;
  readonly surfaces: Pick<Surfaces, 'join'>;
  readonly rules: SessionRules;
  readonly turnHooks: TurnHooks;
  readonly review: TranscriptTools['review'];
  /** The option `keys`. */
  readonly keys: () => KeyOverrides;
  /** Folders that sessions may use beside their cwd, where the agent takes them. */
  readonly directories: () => readonly string[];
  /** The session has got its folders; awaited before its agent is asked for it. */
  readonly onFolders: (scope: DocumentScope) => Promise<void>;
  /** How long an agent may be silent in a turn before that is shown. */
  readonly watchdogMs: () => number;
  /** `nvim_get_mode` answers even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly onChange: (chat: Chat, change: SessionChange) => void;
  /** The agent has something to say beside the conversation. */
  readonly onNotice: (session: string, notice: Notice) => void;
}

/** One view and its session: draws it, keeps its frame up to date, and finds it an agent when it has none. */
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
  /** Says what is wrong with the configuration, which is read at every start of the agent. */
  readonly #reportProblems = reportOnce((problem) => this.session.notice('warn', problem));
  #disposed = false;

  constructor(options: ChatOptions) {
    this.view = options.view;
    this.#options = options;
    // An answer meant for a host that died must not match a question of ours.
    const key = `v${options.view}-${process.pid}`;
    const { name, launch } = options.choice;
    this.session = new Session({
      key,
      agent: name,
      cwd: options.cwd,
      terminals: createTerminals(givenAddresses(launch.env)),
      // A sign-in may have been a new start of the agent, after which the session must be opened again.
      authorized: (ask, signal) =>
        options.logins.authorized(this, ask, { signal, ready: () => this.open() }),
      rules: options.rules,
      turnHooks: options.turnHooks,
    });
    this.#drawer = new Transcript({
      lua: options.lua,
      bufnr: () => options.lua.call('chat.buffer', options.view),
      probe: options.probe,
      log: options.log,
      recovered: options.request.how === 'recover',
      keys: options.keys,
    });
    this.#frame = new ChatFrame({ ...options, chat: this });
    this.#subscriptions = [
      this.session.onChange((change) => this.#changed(change)),
      this.session.onNotice((notice) => options.onNotice(this.session.state.id, notice)),
      options.agents.onStatus((event) => this.#agentChanged(event)),
      options.follower.onState(() => this.refresh()),
      options.logins.onChange(() => this.refresh()),
      joinTranscript({ ...options, session: this.session.key }, this.#drawer),
    ];
    if (options.request.how === 'recover') {
      this.#subscriptions.push(recovery(this.session, this.#drawer, options.request.why));
    }
  }

  /** It has an agent, or is about to have one. */
  get active(): boolean {
    return this.session.linked || this.#opening !== undefined;
  }

  /** It began with a session of its own, not with a stored one. */
  get startedNew(): boolean {
    return this.#options.request.how === 'new';
  }

  /** The session that another host would go on with; an empty one is not worth it. */
  get lasting(): string | undefined {
    const { id, turns, continued } = this.session.state;
    if (id !== '') return turns > 0 || continued ? id : undefined;
    const { request } = this.#options;
    return request.how === 'new' || request.how === 'fork' ? undefined : request.sessionId;
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

  /** The session of this chat, opened with its agent if it is not yet. Rejects with a message for the user. */
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

  /** Sends prompts that came while the agent was being ended. */
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
    if (!this.#options.agents.running(this.choice.name)?.sessionCount) {
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
      const connect = () => unlessAborted(this.#connect(), signal);
      await this.#options.logins.authorized(this, connect, { signal });
    } catch (error) {
      const reason = this.#start.signal.aborted
        ? new Error(`Starting ${this.choice.title} was cancelled`)
        : error;
      const detail = reason instanceof AgentGoneError ? reason.detail : undefined;
      this.session.unlink(describeError(reason), detail);
      throw reason;
    }
  }

  async #connect(): Promise<void> {
    const { agents, directories, onFolders, request } = this.#options;
    const agent = agents.start(this.choice);
    this.refresh();
    await agent.ready;
    this.#frame.offer();
    this.session.grantFolders(agent.takenFolders(directories()));
    await onFolders(this.session.scope);
    const { servers, problems } = agents.mcpServers(agent, this.session.state.cwd);
    this.#reportProblems(problems);
    this.#continues = canContinue(agent);
    await openSession(agent, this.session, servers, request);
  }

  #changed(change: SessionChange): void {
    this.#frame.touch();
    this.#drawer.update(change.after);
    if (isOnlyText(change)) return;
    const place = placeOfTool(change.event);
    if (place && !this.session.replaying) this.#options.follower.go(place);
    if (!isOnlyTools(change)) {
      if (!sameOffer(change.before, change.after)) this.#frame.offer();
      this.refresh();
    }
    this.#options.onChange(this, change);
  }

  #agentChanged({ name, phase, text }: AgentStatusEvent): void {
    if (name !== this.choice.name) return;
    if (phase === 'stopped' && text && this.lasting) this.#offerReturn();
    this.refresh();
  }

  /** The agent died. */
  #offerReturn(): void {
    if (this.active) return;
    const how = this.#continues ? 'goes on with the session' : 'begins a new session';
    this.session.notice('info', `The next prompt, or \`:Acp restart\`, ${how}`);
  }
}
