import { join } from 'node:path';
import type { AgentChoice } from '../agents/choose';
import { type Disposable, disposeAll } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Logger } from '../base/logger';
import { plain } from '../base/plain';
import { Drafts } from '../files/disk/drafts';
import { sweepDrafts } from '../files/disk/sweep-drafts';
import { RecorderThread } from '../files/scan/thread';
import { Files } from '../files/workspace-files';
import type { SessionChange } from '../model/changes';
import type { PermissionRequest } from '../model/state';
import { Follower, type FollowState } from '../nvim/follower';
import type { Lua, ViewId } from '../nvim/lua';
import { describeError } from '../protocol/errors';
import { helpSection } from '../view/keys';
import { shownPath } from '../view/path';
import { keyHelpSurface } from '../view/surfaces/key-help';
import { type AgentStatusEvent, Agents } from './agents/agents';
import { Logins } from './agents/logins';
import { Asks } from './asks';
import { announce } from './chat/announce';
import { openCards } from './chat/cards';
import { Chat } from './chat/chat';
import { statusFacts } from './chat/facts';
import { DataFiles } from './chat/open-target';
import type { Wanted } from './chat/opening';
import type { HostConfig } from './lua-door/events';
import { Audit, refusalEntry } from './permissions/audit';
import { ProjectRules } from './permissions/project-rules';
import { RuleBook } from './permissions/rule-book';
import type { RulesSurfaceTools } from './permissions/rules-surface';
import { Remembered } from './stored-sessions/session-store';
import type { SessionsSurfaceTools } from './stored-sessions/sessions-surface';
import { Surfaces } from './surfaces';

export interface AppOptions {
  readonly lua: Lua;
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  readonly config: HostConfig;
  /** How follow mode is at first. */
  readonly follow: FollowState;
  readonly root: string;
  /** Folder for what outlives the host. */
  readonly stateDir: string;
  /** Where the log of all permissions is kept. */
  readonly auditFile: string;
  readonly version: string;
}

/** A pending question and the chat it belongs to. */
export interface Question {
  readonly chat: Chat;
  readonly request: PermissionRequest;
}

/** Everything the host is made of, wired together. Knows no wire: `actions.ts` is its door for Lua. */
export class App implements Disposable {
  config: HostConfig;
  readonly agents: Agents;
  readonly drafts: Drafts;
  readonly files: Files;
  readonly follower: Follower;
  readonly remembered: Remembered;
  readonly logins: Logins;
  readonly rules: RuleBook;
  readonly audit: Audit;
  readonly surfaces: Surfaces;
  readonly asks: Asks;
  readonly ruleTools: RulesSurfaceTools;
  readonly sessionTools: SessionsSurfaceTools;
  readonly log: Logger;
  readonly #options: AppOptions;
  readonly #dataFiles = new DataFiles();
  readonly #chats = new Map<ViewId, Chat>();
  /** Views that could not get a chat, and why. */
  readonly #unopened = new Map<ViewId, string>();
  readonly #subscriptions: Disposable[];
  /** Something has changed in a chat, or a chat has come or gone. */
  readonly #chatsChanged = new Emitter<void>();
  #cardsShown = '[]';
  #statusShown = '';

  constructor(options: AppOptions) {
    this.#options = options;
    this.config = options.config;
    this.log = options.log;
    this.remembered = new Remembered(options.stateDir, options.log);
    this.audit = new Audit(options.auditFile, options.log);
    this.asks = new Asks(options.lua);
    this.rules = new RuleBook({
      config: () => this.config.permissions,
      asks: this.asks,
      log: options.log,
    });
    this.drafts = new Drafts(options.stateDir, options.log);
    const notify = this.notify.bind(this);
    this.surfaces = new Surfaces({
      lua: options.lua,
      log: options.log,
      probe: options.probe,
      keys: () => this.config.keys,
      notify,
    });
    this.ruleTools = {
      surfaces: this.surfaces,
      asks: this.asks,
      rules: this.rules,
      audit: this.audit,
      projectRules: new ProjectRules({
        lua: options.lua,
        surfaces: this.surfaces,
        drafts: this.drafts,
        notify,
      }),
      notify,
      help: (kind) => this.help([kind]),
    };
    this.follower = new Follower(options.lua, options.log);
    this.files = new Files({
      lua: options.lua,
      log: options.log,
      config: () => this.config,
      drafts: this.drafts,
      recorder: new RecorderThread(join(options.root, 'dist', 'recorder.js'), options.log),
      chat: (key) => this.chats.find(({ session }) => session.key === key),
      follow: (place) => this.follower.go(place),
      fire: (event, data) => this.fire(event, data),
    });
    this.agents = new Agents({
      config: () => this.config,
      root: options.root,
      clientVersion: options.version,
      log: options.log,
      documents: this.files.documents,
    });
    this.logins = new Logins({
      lua: options.lua,
      agents: this.agents,
      log: options.log,
      chats: (agent) => this.chats.filter(({ choice }) => choice.name === agent),
    });
    this.sessionTools = {
      sources: { agents: this.agents, logins: this.logins, chats: () => this.chats },
      remembered: this.remembered,
      lua: options.lua,
      surfaces: this.surfaces,
      asks: this.asks,
      notify,
      report: this.report.bind(this),
      drop: this.drop.bind(this),
      onChats: this.#chatsChanged.on,
      help: (kind) => this.help([kind]),
    };
    this.#subscriptions = [
      this.logins,
      this.agents.onStatus((news) => this.#agentNews(news)),
      this.follower.onState(() => this.#refresh()),
      this.rules.onChange(() => this.#reconsider()),
      this.follower.onMove((place) => this.fire('AcpFollow', { ...place })),
    ];
    this.follower.begin(options.follow);
    this.#send('cleaning up', this.#sweep());
  }

  get chats(): readonly Chat[] {
    return [...this.#chats.values()];
  }

  chat(view: ViewId): Chat | undefined {
    return this.#chats.get(view);
  }

  /** The chat of a view; made at first sight. Throws with a text for the user when the agent is unknown. */
  chatFor(
    view: ViewId,
    agent: string | undefined,
    cwd: string,
    wanted: Wanted = { how: 'new' },
  ): Chat {
    const known = this.#chats.get(view);
    if (known) return known;
    const chat = new Chat({
      view,
      cwd,
      wanted,
      choice: this.#choose(view, agent),
      lua: this.#options.lua,
      agents: this.agents,
      logins: this.logins,
      follower: this.follower,
      log: this.log,
      dataFiles: this.#dataFiles,
      giveFolders: (session) => {
        session.directories = this.config.additional_directories;
        return this.files.hold(session);
      },
      watchdogMs: () => this.config.watchdog * 1000,
      probe: this.#options.probe,
      onChange: (from, change) => this.#changed(from, change),
      onNotice: ({ session }, notice) =>
        this.fire('AcpNotice', { session: session.state.id, ...notice }),
    });
    chat.session.policy = (request) => this.rules.answer(chat.session, request);
    chat.session.judge = (operation) => {
      const ruling = this.rules.judge(chat.session, operation);
      if (ruling?.effect === 'deny') {
        this.audit.write(refusalEntry(chat.session.state, operation, ruling.why));
      }
      return ruling;
    };
    this.#chats.set(view, chat);
    this.files.join(chat.session);
    chat.refresh();
    return chat;
  }

  /** Why a view has no chat. */
  whyNone(view: ViewId): string {
    return this.#unopened.get(view) ?? 'this chat has no session; :AcpChat opens one';
  }

  #choose(view: ViewId, agent: string | undefined): AgentChoice {
    this.#unopened.delete(view);
    try {
      return this.agents.choose(agent);
    } catch (error) {
      const detail = describeError(error);
      this.#unopened.set(view, detail);
      const name = agent ?? this.config.agent ?? 'agent';
      const status = { agent: name, phase: 'failed', detail } as const;
      const shown = { ...status, pending: 0, queued: 0, follow: this.follower.state };
      this.#send('chat.set_status', this.#options.lua.call('chat.set_status', view, shown));
      throw error;
    }
  }

  /** Ends a chat; its agent goes with its last chat. */
  async drop(view: ViewId): Promise<void> {
    const chat = this.#chats.get(view);
    if (!chat) return;
    this.#chats.delete(view);
    chat.dispose();
    this.files.forget(chat.session);
    this.fire('AcpSessionClose', { session: chat.session.state.id });
    this.#refresh();
    if (!this.chats.some((other) => other.choice.name === chat.choice.name)) {
      await this.agents.stop(chat.choice.name);
    }
  }

  /** All open questions, oldest first within each chat. */
  questions(): Question[] {
    return this.chats.flatMap((chat) =>
      chat.session.state.permissions.map((request) => ({ chat, request })),
    );
  }

  /** Answers a question; false when it is not open or has no such option. */
  answer(id: string, optionId?: string): boolean {
    return this.chats.some((chat) => chat.session.answer(id, optionId));
  }

  /** Shows the keys of these kinds of windows. */
  help(kinds: readonly string[]): void {
    const sections = kinds.map((kind) => helpSection(kind, this.config.keys));
    this.surfaces.open({ definition: keyHelpSurface, model: () => ({ sections }), actions: {} });
  }

  /** One short line for the user. */
  notify(level: 'info' | 'warn' | 'error', text: string): void {
    this.#send('ui.notify.show', this.#options.lua.call('ui.notify.show', level, text));
  }

  /** What an agent said to something that failed: a message has one line only, the transcript of the view has room. */
  report(view: ViewId | undefined, text: string): void {
    this.notify('error', text);
    if (view !== undefined) this.chat(view)?.session.notice('error', text);
  }

  /** Answers a Lua callback, if there is one; without one an error is told to the user. */
  reply(cb: number | undefined, error: string | null, result?: unknown): void {
    if (cb !== undefined) {
      this.#send(
        'host.reply',
        this.#options.lua.call('host.reply', cb, error, plain(result) ?? null),
      );
    } else if (error !== null) {
      this.notify('error', error);
    }
  }

  fire(event: string, data: Record<string, unknown>): void {
    const args = plain(data) as Record<string, unknown>;
    this.#send(event, this.#options.lua.call('events.fire', event, args));
  }

  /** Ends every agent and waits for it, and for what is just being written. */
  async end(): Promise<void> {
    this.dispose();
    await Promise.all([this.agents.stopAll(), this.drafts.idle()]);
  }

  dispose(): void {
    const owned = [
      ...this.#subscriptions,
      this.#dataFiles,
      this.follower,
      this.files,
      this.surfaces,
      ...this.chats,
    ];
    disposeAll(owned, (error) => this.log.warn('closing the host', error));
  }

  /** Cleans up after hosts that were killed. */
  async #sweep(): Promise<void> {
    for (const { path, problem } of await sweepDrafts(this.drafts, this.log)) {
      const text = `${shownPath(path, process.cwd())} was just being written when the host was killed`;
      this.notify('warn', `${text}; ${problem ?? 'it holds its old text again'}`);
    }
  }

  /** The rules have changed: open questions that they answer now are answered. */
  #reconsider(): void {
    for (const { session } of this.chats) session.reconsider();
  }

  #changed(chat: Chat, change: SessionChange): void {
    this.files.observe(chat.session, change);
    announce(this, chat, change);
    this.#showCards();
    this.#refresh();
  }

  /** Shows the open questions when they are not the ones on screen. */
  #showCards(): void {
    const cards = openCards(this.chats);
    const text = JSON.stringify(cards);
    if (text === this.#cardsShown) return;
    this.#cardsShown = text;
    this.#send('permission.show', this.#options.lua.call('permission.show', cards));
  }

  #refresh(): void {
    this.#chatsChanged.fire();
    const status = statusFacts(this.chats, this.follower.state);
    const text = JSON.stringify(status);
    if (text === this.#statusShown) return;
    this.#statusShown = text;
    this.#send('status.set', this.#options.lua.call('status.set', status));
  }

  #agentNews(news: AgentStatusEvent): void {
    if (news.phase === 'ready') this.fire('AcpAgentStart', { agent: news.name });
    if (news.phase === 'stopped' || news.phase === 'failed') {
      this.fire('AcpAgentExit', { agent: news.name, ...news.exit });
    }
    this.#refresh();
  }

  /** The editor may be gone, or busy with its own end: then nobody needs to hear it. */
  #send(what: string, sent: Promise<unknown>): void {
    sent.catch((error: unknown) => this.log.debug(`${what} failed`, error));
  }
}
