import { type Disposable, disposeAll } from '../base/disposable';
import type { Logger } from '../base/logger';
import { Drafts } from '../files/disk/drafts';
import { fileThreads } from '../files/file-threads';
import { Files } from '../files/workspace-files';
import type { FollowState } from '../nvim/follower';
import type { KeptTools } from '../nvim/kept-tools';
import type { Lua } from '../nvim/lua';
import { Agents } from './agents/agents';
import { Logins } from './agents/logins';
import { appEvents } from './app-events';
import { agentNotices } from './chat/agent-notices';
import { Chat } from './chat/chat';
import { refusedStatus } from './chat/chat-frame';
import { ChatLife } from './chat/chat-life';
import { Chats, type NewChat } from './chat/chats';
import { makeQuestionSurfaces } from './chat/make-question-surfaces';
import { DataFiles } from './chat/open-target';
import type { QuestionSurfaces } from './chat/question-surfaces';
import { readingTools } from './chat/reading-tools';
import { CheckpointCommands } from './checkpoints/checkpoint-commands';
import { type ActionTools, actionTools } from './lua-door/action-tools';
import type { HostConfig } from './lua-door/host-config';
import { withNamedTables } from './lua-door/named-tables';
import { callEntry } from './mcp/call-entry';
import { editorAccess } from './mcp/editor-access';
import { EditorTools } from './mcp/editor-tools';
import { OverallStatus } from './overall-status';
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
  readonly #owners = new RequestOwners<Chat>();
  readonly #dataFiles = new DataFiles();
  readonly #life: ChatLife;
  readonly #questionSurfaces: QuestionSurfaces<Chat>;
  readonly #status: OverallStatus;
  readonly #subscriptions: readonly Disposable[];
  readonly #help = (kind: string): void => this.tools.help([kind]);
  #config: HostConfig;

  constructor(options: AppOptions) {
    const { log, root, stateDir } = options;
    const config = (): HostConfig => this.#config;
    const ui = userInterface({
      ...options,
      keys: () => config().keys,
      knownTools: () => config().known_tools,
    });
    const { notify, follower } = ui;
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
      onChange: () => this.#status.refresh(),
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
      onMade: (chat) => this.#life.began(chat),
      onRefused: (view, agent = config().agent ?? 'agent', why) => {
        const status = refusedStatus(agent, why, follower.state, config().keys);
        ui.send('chat.set_status', view, status);
      },
      onDropped: (chat) => this.#life.ended(chat),
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
    this.#status = new OverallStatus({
      chats: () => this.#chats.all,
      follower,
      reviews: this.#reviews,
      show: (facts, line) => ui.send('status.set', facts, line),
    });
    this.#life = new ChatLife({
      ...ui,
      agents: this.#agents,
      remembered: this.#remembered,
      audit: this.#audit,
      rules: this.#rules,
      isOpen: (id) => this.#chats.withSession(id) !== undefined,
      owners: this.#owners,
      files: this.#files,
      reviews: this.#reviews,
      checkpoints: this.#checkpoints,
      editorTools: this.#editorTools,
      showQuestions: () => this.#questionSurfaces.show(this.#chats.all),
      refresh: () => this.#status.refresh(),
    });
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
      ...appEvents({
        ...ui,
        agents: this.#agents,
        chats: this.#chats,
        rules: this.#rules,
        editorTools: this.#editorTools,
        status: this.#status,
      }),
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
      onChats: this.#status.onChange,
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
      onChange: (from, change) => this.#life.changed(from, change),
      onNotice: agentNotices(this.#ui),
    });
  }
}
