import type { AgentChoice } from '../../agents/choose';
import { givenAddresses } from '../../agents/environment';
import { createTerminals } from '../../agents/terminals';
import { systemClock } from '../../base/clock';
import { type Disposable, disposeAll } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { Agent } from '../../client/agent';
import type { McpChoice } from '../../client/mcp-servers';
import type { SessionChange } from '../../model/changes';
import type { Follower } from '../../nvim/follower';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock, Notice } from '../../protocol/schema.gen';
import type { DocumentScope } from '../../session/ports';
import type { PromptOptions, PromptResult } from '../../session/prompt-queue';
import { Session } from '../../session/session';
import type { SessionRules, TurnHooks } from '../../session/session-options';
import type { FrameFacts } from '../../view/frame';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { AgentStatusEvent, Agents } from '../agents/agents';
import type { Logins } from '../agents/logins';
import type { Surfaces } from '../surfaces';
import { ActivityBar } from './activity-bar';
import { ChatFrame } from './chat-frame';
import { ChatOpening } from './chat-opening';
import type { DataFiles } from './open-target';
import type { OpenRequest } from './opening';
import { recovery } from './recovery';
import type { Renderers } from './renderers';
import { reactToSession } from './session-reactions';
import { TerminalViews } from './terminal-views';
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
  readonly surfaces: Pick<Surfaces, 'join' | 'open'>;
  readonly renderers: Renderers;
  /** The option `known_tools`. */
  readonly knownTools: () => readonly string[];
  readonly rules: SessionRules;
  readonly turnHooks: TurnHooks;
  readonly review: TranscriptTools['review'];
  readonly code: TranscriptTools['code'];
  readonly offerRestore: TranscriptTools['offerRestore'];
  /** The option `keys`. */
  readonly keys: () => KeyOverrides;
  /** Shows the keys of a kind of window. */
  readonly help: (kind: string) => void;
  /** Whether a block of a prompt is not from the user. */
  readonly isReport: (block: ContentBlock) => boolean;
  /** Offers the editor's tools beside the user's own MCP servers. */
  readonly offerTools: (chat: Chat, agent: Agent, given: McpChoice) => Promise<McpChoice>;
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
  /** What stands above its prompt. */
  readonly activity: ActivityBar;
  readonly #options: ChatOptions;
  readonly #drawer: Transcript;
  readonly #frame: ChatFrame;
  readonly #opening: ChatOpening;
  readonly #terminalViews: TerminalViews;
  readonly #subscriptions: Disposable[];

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
      clock: systemClock,
    });
    this.#drawer = new Transcript({
      lua: options.lua,
      bufnr: () => options.lua.call('chat.buffer', options.view),
      isShown: (bufnr) => options.lua.call('transcript.window.is_shown', bufnr, options.view),
      probe: options.probe,
      log: options.log,
      recovered: options.request.how === 'recover',
      keys: options.keys,
      session: key,
      renderers: options.renderers,
      knownTools: options.knownTools,
    });
    this.#frame = new ChatFrame({ ...options, chat: this });
    this.#terminalViews = new TerminalViews(options.lua, this.session);
    this.activity = new ActivityBar({ ...options, session: this.session });
    this.#opening = new ChatOpening({
      ...options,
      session: this.session,
      authorized: (ask, signal) => options.logins.authorized(this, ask, { signal }),
      servers: (agent) => {
        const given = options.agents.mcpServers(agent, this.session.state.cwd);
        return options.offerTools(this, agent, given);
      },
      onReady: () => this.#frame.offer(),
      onChange: () => this.refresh(),
    });
    this.#subscriptions = [
      ...reactToSession({
        ...options,
        session: this.session,
        drawer: this.#drawer,
        frame: this.#frame,
        activity: this.activity,
        agentTitle: () => this.choice.title,
        onChange: (change) => options.onChange(this, change),
      }),
      this.session.onNotice((notice) => options.onNotice(this.session.state.id, notice)),
      options.agents.onStatus((event) => this.#agentChanged(event)),
      options.follower.onState(() => this.refresh()),
      options.logins.onChange(() => this.refresh()),
      joinTranscript(
        { ...options, session: this.session, terminalViews: this.#terminalViews },
        this.#drawer,
      ),
      this.#terminalViews,
    ];
    if (options.request.how === 'recover') {
      this.#subscriptions.push(recovery(this.session, this.#drawer, options.request.why));
    }
  }

  /** It has an agent, or is about to have one. */
  get active(): boolean {
    return this.session.linked || this.openingSince !== undefined;
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
    return this.#opening.since;
  }

  get choice(): AgentChoice {
    return this.#options.choice;
  }

  get phase(): FrameFacts['phase'] {
    const { turn } = this.session.state;
    if (turn.phase !== 'idle') return turn.phase;
    if (this.session.linked) return 'ready';
    const phase = this.#options.agents.phase(this.choice.name);
    if (this.openingSince !== undefined) return phase === 'installing' ? 'installing' : 'starting';
    return phase === 'failed' ? 'failed' : 'stopped';
  }

  /** The session of this chat, opened with its agent if it is not yet. Rejects with a message for the user. */
  open(): Promise<void> {
    return this.#opening.open();
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
    return this.session.cancel() || this.#opening.cancel();
  }

  /** The agent is about to be ended: nothing that waits for it, or for a sign-in, goes on. */
  abandon(): void {
    this.session.cancel('goes on');
    this.session.detach();
    this.#opening.abort();
  }

  /** Opens again once an earlier try has come to its end. */
  reopen(): Promise<void> {
    return this.#opening.reopen();
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

  /** A window shows the transcript again. */
  appear(): void {
    this.#drawer.appear();
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
    this.#opening.dispose();
    void this.session.close();
    disposeAll([...this.#subscriptions, this.#frame, this.activity, this.#drawer], (error) =>
      this.#options.log.warn('closing a chat', error),
    );
  }

  #agentChanged({ name, phase, text }: AgentStatusEvent): void {
    if (name !== this.choice.name) return;
    if (phase === 'stopped' && text && this.lasting) this.#offerReturn();
    this.refresh();
  }

  /** The agent died. */
  #offerReturn(): void {
    if (this.active) return;
    const how = this.#opening.continues ? 'goes on with the session' : 'begins a new session';
    this.session.notice('info', `The next prompt, or \`:Acp restart\`, ${how}`);
  }
}
