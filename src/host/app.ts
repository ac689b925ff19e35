import { type Disposable, disposeAll } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Logger } from '../base/logger';
import { Drafts } from '../files/disk/drafts';
import { fileThreads } from '../files/file-threads';
import { Files } from '../files/workspace-files';
import { isOnlyTools, type SessionChange } from '../model/changes';
import type { FollowState } from '../nvim/follower';
import type { KeptTools } from '../nvim/kept-tools';
import type { Lua, ViewId } from '../nvim/lua';
import { type StatusFacts, statusline } from '../view/statusline';
import { type AgentStatusEvent, Agents } from './agents/agents';
import { Logins } from './agents/logins';
import { agentNotices } from './chat/agent-notices';
import { type AnnounceTools, announce } from './chat/announce';
import { Chat } from './chat/chat';
import { chatStatus } from './chat/chat-frame';
import { Chats, type NewChat } from './chat/chats';
import { statusFacts } from './chat/facts';
import { makeQuestionSurfaces } from './chat/make-question-surfaces';
import { DataFiles } from './chat/open-target';
import type { QuestionSurfaces } from './chat/question-surfaces';
import { readingTools } from './chat/reading-tools';
import { CheckpointCommands } from './checkpoints/checkpoint-commands';
import { showFollowNote } from './follow-note';
import { type ActionTools, actionTools } from './lua-door/action-tools';
import type { HostConfig } from './lua-door/events';
import { withNamedTables } from './lua-door/named-tables';
import { callEntry } from './mcp/call-entry';
import { editorAccess } from './mcp/editor-access';
import { EditorTools } from './mcp/editor-tools';
import { onlyChanges } from './messages';
import { Audit } from './permissions/audit';
import { RequestOwners } from './permissions/request-owners';
import { RuleBook } from './permissions/rule-book';
import { sessionRules } from './permissions/session-rules';
import { cleanUp } from './process/clean-up';
import { Reviews } from './review/reviews';
import { Remembered } from './stored-sessions/session-store';
import { type UserInterface, userInterface } from './user-interface';

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
  /** Folder for sockets. */
  readonly runDir: string;
  /** What a host that died has left to this one. */
  readonly kept: KeptTools | undefined;
}

/** Everything the host is made of, wired together. Knows no wire: `LuaEndpoint` hands its tools to the actions. */
export class App {
  /** What the actions of Lua's events act on. */
  readonly tools: ActionTools;
  readonly #options: AppOptions;
  readonly #ui: UserInterface;
  readonly #remembered: Remembered;
  readonly #audit: Audit;
  readonly #rules: RuleBook;
  readonly #drafts: Drafts;
  readonly #files: Files;
  readonly #reviews: Reviews;
  readonly #checkpoints: CheckpointCommands;
  readonly #agents: Agents;
  readonly #logins: Logins;
  readonly #chats: Chats;
  readonly #editorTools: EditorTools;
  /** Something has changed in a chat, or a chat has come or gone. */
  readonly #chatsChanged = new Emitter<void>();
  readonly #owners = new RequestOwners<Chat>();
  readonly #dataFiles = new DataFiles();
  readonly #announcing: AnnounceTools;
  readonly #questionSurfaces: QuestionSurfaces<Chat>;
  readonly #showStatus: (status: StatusFacts) => void;
  readonly #subscriptions: readonly Disposable[];
  readonly #help = (kind: string): void => this.tools.help([kind]);
  #config: HostConfig;

  constructor(options: AppOptions) {
    const { lua, log, probe, root, stateDir } = options;
    const config = (): HostConfig => this.#config;
    const ui = userInterface({
      lua,
      log,
      probe,
      keys: () => config().keys,
      knownTools: () => config().known_tools,
    });
    const { notify, fire, follower } = ui;
    this.#options = options;
    this.#config = options.config;
    this.#ui = ui;
    this.#remembered = new Remembered(stateDir, log);
    this.#audit = new Audit(options.auditFile, log);
    this.#rules = new RuleBook({ config: () => config().permissions, asks: ui.asks, log });
    this.#drafts = new Drafts(stateDir, log);
    this.#files = new Files({
      ...ui,
      config,
      drafts: this.#drafts,
      stateDir,
      ...fileThreads(root, log),
      chat: (key) => this.#chats.all.find(({ session }) => session.key === key),
      follow: (place) => follower.go(place),
    });
    this.#reviews = new Reviews({
      ...ui,
      reviewed: this.#files.reviewed,
      ledger: this.#files.ledger,
      chats: () => this.#chats.all,
      isReporting: () => config().report_undone,
      help: this.#help,
      onChange: () => this.#refresh(),
    });
    this.#checkpoints = new CheckpointCommands({
      ...ui,
      checkpoints: this.#files.checkpoints,
      reviewed: this.#files.reviewed,
      chats: () => this.#chats.all,
      titleOf: (cwd, session) => this.#remembered.titleOf(cwd, session),
      help: this.#help,
      isReport: (block) => this.#reviews.notes.has(block),
    });
    this.#agents = new Agents({
      config,
      root,
      clientVersion: options.version,
      log,
      documents: this.#files.documents,
    });
    this.#logins = new Logins({
      ...ui,
      agents: this.#agents,
      chats: (agent) => this.#chats.ofAgent(agent),
    });
    this.#chats = new Chats({
      choose: (name) => this.#agents.choose(name),
      make: (chat) => this.#makeChat(chat),
      onMade: (chat) => this.#begin(chat),
      onRefused: (view, agent, why) => this.#showRefused(view, agent ?? config().agent, why),
      onDropped: (chat) => this.#forget(chat),
      stopAgent: (name) => this.#agents.stop(name),
    });
    this.#editorTools = new EditorTools({
      ...options,
      config,
      keep: (kept) => ui.send('host.kept.keep_editor_tools', kept),
      registered: ui.registeredTools,
      blame: (problem) => notify('error', problem),
      buffers: ui.openBuffers,
      editor: editorAccess({ ...ui, files: this.#files, rules: this.#rules }),
      record: (session, call) => this.#audit.append(callEntry(session.state, call)),
    });
    this.#announcing = {
      ...ui,
      agents: this.#agents,
      remembered: this.#remembered,
      audit: this.#audit,
      rules: this.#rules,
      isOpen: (id) => this.#chats.withSession(id) !== undefined,
    };
    this.#showStatus = onlyChanges((status) => ui.send('status.set', status, statusline(status)));
    this.tools = this.#makeTools();
    this.#questionSurfaces = makeQuestionSurfaces({
      surfaces: ui.surfaces,
      rules: this.tools.ruleTools,
      proposing: {
        views: ui.proposals,
        files: this.#files.present,
        rules: this.#rules,
        agents: this.#agents,
        log,
        notify,
      },
      keys: () => this.#config.keys,
    });
    this.#subscriptions = [
      this.#logins,
      this.#agents.onStatus((event) => this.#agentChanged(event)),
      follower.onState(() => this.#refresh()),
      this.#rules.onChange(() => this.#reconsider()),
      showFollowNote(ui),
      follower.onMove((place) => fire('AcpFollow', { ...place })),
    ];
    follower.begin(options.follow);
    ui.unawaited('cleaning up', cleanUp(this.#drafts, log, notify));
    ui.unawaited('cleaning up', this.#files.sweep());
    this.#reportRules();
  }

  #reportRules(): void {
    const problem = this.#rules.problem();
    if (problem) this.#ui.notify('error', problem);
  }

  /** Ends every agent and waits for it, and for what is just being written. */
  async end(): Promise<void> {
    const owned = [
      ...this.#subscriptions,
      this.#dataFiles,
      this.#ui.toolCalls,
      this.#ui.follower,
      this.#reviews,
      this.#files,
      this.#questionSurfaces,
      this.#ui.proposals,
      this.tools.inlineAsks,
      this.#ui.surfaces,
      ...this.#chats.all,
    ];
    disposeAll(owned, (error) => this.#options.log.warn('closing the host', error));
    await Promise.all([
      this.#agents.stopAll(),
      this.#drafts.idle(),
      this.#files.close(),
      this.#editorTools.close(),
    ]);
  }

  #makeTools(): ActionTools {
    return actionTools({
      ...this.#ui,
      chats: this.#chats,
      onChats: this.#chatsChanged.on,
      owners: this.#owners,
      review: this.#reviews,
      dataFiles: this.#dataFiles,
      checkpoints: this.#checkpoints,
      agents: this.#agents,
      logins: this.#logins,
      remembered: this.#remembered,
      files: this.#files,
      drafts: this.#drafts,
      rules: this.#rules,
      audit: this.#audit,
      editorTools: this.#editorTools,
      keys: () => this.#config.keys,
      configure: (config) => {
        this.#config = withNamedTables(config);
        this.#editorTools.reconsider();
        this.#rules.optionsChanged();
        this.#reportRules();
      },
    });
  }

  #makeChat(chat: NewChat): Chat {
    return new Chat({
      ...chat,
      ...this.#ui,
      probe: this.#options.probe,
      agents: this.#agents,
      logins: this.#logins,
      dataFiles: this.#dataFiles,
      rules: sessionRules(this.#rules, this.#audit),
      review: this.#reviews.shown.actions,
      ...readingTools(this.#ui, this.#files.applied, this.#checkpoints),
      turnHooks: this.#files.turnHooks,
      offerTools: (made, agent, given) => this.#editorTools.offer(made, agent, given),
      directories: () => this.#config.additional_directories,
      onFolders: async (scope) => {
        const [cwd = ''] = scope.roots;
        await Promise.all([this.#files.hold(scope), this.#reviews.authors.ready(cwd)]);
      },
      keys: () => this.#config.keys,
      help: this.#help,
      isReport: (block) => this.#reviews.notes.has(block),
      watchdogMs: () => this.#config.watchdog * 1000,
      onChange: (from, change) => this.#changed(from, change),
      onNotice: agentNotices(this.#ui),
    });
  }

  #begin(chat: Chat): void {
    this.#files.join(chat.session.scope);
    this.#editorTools.join(chat);
    this.#reviews.authors.join(chat);
    chat.refresh();
  }

  #showRefused(view: ViewId, agent = 'agent', detail: string): void {
    const failed = { agent, phase: 'failed', detail, pending: 0, queued: 0 } as const;
    const status = chatStatus({ ...failed, follow: this.#ui.follower.state }, this.#config.keys);
    this.#ui.send('chat.set_status', view, status);
  }

  #forget(chat: Chat): void {
    this.#editorTools.forget(chat);
    this.#files.forget(chat.session);
    this.#reviews.forget(chat.session);
    this.#owners.forget(chat);
    this.#ui.fire('AcpSessionClose', { session: chat.session.state.id });
    this.#refresh();
  }

  #changed(chat: Chat, change: SessionChange): void {
    this.#owners.note(chat, change.event);
    this.#files.observe(chat.session, change);
    this.#reviews.observe(chat, change);
    this.#checkpoints.observe(chat, change);
    announce(this.#announcing, chat, change);
    if (isOnlyTools(change)) return;
    this.#questionSurfaces.show(this.#chats.all);
    this.#refresh();
  }

  #refresh(): void {
    this.#chatsChanged.fire();
    const { counts, comments } = this.#reviews;
    const { state } = this.#ui.follower;
    this.#showStatus(statusFacts(this.#chats.all, state, counts, comments.list.length));
  }

  /** The rules have changed: open questions that they answer now are answered. */
  #reconsider(): void {
    for (const { session } of this.#chats.all) session.reconsider();
  }

  #agentChanged({ name, phase, exit }: AgentStatusEvent): void {
    const { fire } = this.#ui;
    if (!this.#agents.running(name)) this.#editorTools.agentEnded(this.#chats.ofAgent(name));
    if (phase === 'ready') fire('AcpAgentStart', { agent: name });
    if (phase === 'stopped' || phase === 'failed') fire('AcpAgentExit', { agent: name, ...exit });
    this.#refresh();
  }
}
