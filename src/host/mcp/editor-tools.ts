import { systemClock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import type { Agent } from '../../client/agent';
import type { McpChoice } from '../../client/mcp-servers';
import type { CallRecord } from '../../mcp/call-outcome';
import { Calls } from '../../mcp/calls';
import { isOffered, type ToolSwitches } from '../../mcp/catalogue';
import { HttpDoor } from '../../mcp/http';
import { KeyWatch, type Probe } from '../../mcp/key-watch';
import { Listener } from '../../mcp/listener';
import { SchemaCheck } from '../../mcp/schema-check';
import { connectEditor, type EditorServerOptions, serveEditor } from '../../mcp/server';
import { Tokens } from '../../mcp/tokens';
import type { OfferedTool } from '../../mcp/tool';
import type { EditorAccess, ToolSession } from '../../mcp/tool-session';
import { TOOLS } from '../../mcp/tools';
import type { KeptTools } from '../../nvim/kept-tools';
import type { OpenBuffers } from '../../nvim/open-buffers';
import type { ViewId } from '../../nvim/view-id';
import { describeError } from '../../protocol/errors';
import type { McpServer } from '../../protocol/schema.gen';
import type { ListedToolSession } from '../../view/surfaces/tools';
import type { HostConfig } from '../lua-door/host-config';
import type { RegisteredTools } from './registered-tools';
import { httpServer, serverName, stdioServer } from './server-entry';
import { SoundTools } from './sound-tools';
import { hasTools, type ToolsOption, toolsFor, wantsHttp } from './tools-option';

/** A chat whose agent may have tools. */
export interface ToolChat {
  readonly view: ViewId;
  readonly session: ToolSession;
  readonly choice: { readonly name: string; readonly title: string };
}

export interface EditorToolsOptions {
  readonly config: () => Pick<HostConfig, 'editor_tools' | 'agents'>;
  /** Folder of the plugin. */
  readonly root: string;
  /** Folder for sockets. */
  readonly runDir: string;
  /** What a host that died has left. */
  readonly kept: KeptTools | undefined;
  /** Leaves it to the next one. */
  readonly keep: (kept: KeptTools) => void;
  readonly editor: EditorAccess;
  readonly buffers: Pick<OpenBuffers, 'list' | 'watch'>;
  readonly probe: Probe;
  readonly registered: Pick<RegisteredTools, 'list' | 'onChange'>;
  readonly record: (session: ToolSession, record: CallRecord) => void;
  /** Reports to the user what is wrong with a tool of theirs. */
  readonly blame: (problem: string) => void;
  readonly version: string;
  readonly log: Logger;
}

/** What is served to the agent of one chat. */
interface Desk {
  readonly chat: ToolChat;
  /** What the agent knows the server by. */
  name: string;
  /** It was passed to the agent. */
  isOffered: boolean;
  /** What the user has switched for this chat. */
  switches: ToolSwitches;
  calls: Calls | undefined;
}

/** Owns the editor's tools: who may have them, where they are reached, and who is connected. */
export class EditorTools {
  readonly #options: EditorToolsOptions;
  readonly #tokens: Tokens<Desk>;
  readonly #listener: Listener<Desk>;
  readonly #http: HttpDoor<Desk>;
  readonly #desks = new Map<ViewId, Desk>();
  readonly #offeredChanged = new Emitter<void>();
  readonly #changed = new Emitter<void>();
  /** What is offered to whom has changed, or who has come for it. */
  readonly onChange = this.#changed.on;
  readonly #schemas = new SchemaCheck();
  readonly #sound: SoundTools;
  readonly #keys: KeyWatch;
  #address = '';

  constructor(options: EditorToolsOptions) {
    const { kept, runDir, log } = options;
    this.#options = options;
    this.#keys = new KeyWatch(options.probe, systemClock);
    this.#sound = new SoundTools(this.#schemas, options.blame);
    this.#tokens = new Tokens(kept?.tokens ?? [], () => {
      this.#keep();
      this.#changed.fire();
    });
    this.#listener = new Listener({
      tokens: this.#tokens,
      runDir,
      address: kept?.address,
      onAddress: (address) => {
        this.#address = address;
        this.#keep();
      },
      onClient: (desk, transport) => void serveEditor(this.#serverOptions(desk), transport),
      log,
    });
    this.#http = new HttpDoor({
      tokens: this.#tokens,
      onClient: (desk, transport) => connectEditor(this.#serverOptions(desk), transport),
      log,
    });
    options.registered.onChange(() => this.reconsider());
    // Bridges of the host before look for this one.
    if (!this.#tokens.isEmpty) this.#listener.address().catch(() => {});
  }

  /** The option `editor_tools` has changed. */
  reconsider(): void {
    this.#offeredChanged.fire();
    this.#changed.fire();
  }

  /** Each chat with all tools there are. */
  get sessions(): readonly ListedToolSession[] {
    return [...this.#desks.values()].map((desk) => this.#listed(desk));
  }

  /** Switches a tool on or off for the session of a chat, whatever the options say. */
  turn(view: ViewId, name: string): void {
    const desk = this.#desks.get(view);
    if (!desk) return;
    desk.switches = new Map([...desk.switches, [name, !this.#isOffered(desk, name)]]);
    this.reconsider();
  }

  /** A chat has begun, perhaps one that the host before had. */
  join(chat: ToolChat): void {
    const desk: Desk = {
      chat,
      name: serverName([]),
      isOffered: false,
      switches: new Map(),
      calls: undefined,
    };
    this.#desks.set(chat.view, desk);
    this.#tokens.claim(chat.view, desk);
  }

  /** The servers for the session of a chat, that of the editor among them where its agent gets one. */
  async offer(
    { view, choice }: ToolChat,
    { capabilities }: Pick<Agent, 'capabilities'>,
    given: McpChoice,
  ): Promise<McpChoice> {
    const desk = this.#desks.get(view);
    const option = this.#optionFor(choice.name);
    this.#tokens.revokeOwn(view);
    if (!desk) return given;
    desk.isOffered = hasTools(option);
    if (!desk.isOffered) return given;
    const { servers, problems } = given;
    desk.name = serverName(servers.map(({ name }) => name));
    desk.calls = undefined;
    try {
      const isHttp = wantsHttp(option) && capabilities.mcpCapabilities?.http === true;
      const server = await this.#entryFor(desk, isHttp);
      return {
        servers: [...servers, server],
        problems: [...problems, ...renamed(desk.name)],
        fallback: (refusal) => {
          this.#tokens.revokeOwn(view);
          return withoutTools(desk, given, refusal);
        },
      };
    } catch (error) {
      return withoutTools(desk, given, describeError(error));
    }
  }

  /** The agent of these chats is gone, and with it those that it had started. */
  agentEnded(chats: readonly ToolChat[]): void {
    for (const { view } of chats) this.#tokens.revoke(view);
  }

  forget({ view }: ToolChat): void {
    this.#desks.delete(view);
    this.#tokens.revoke(view);
  }

  /** Settles when nobody can connect any more. Never rejects. */
  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#http.close()]);
  }

  async #entryFor(desk: Desk, isHttp: boolean): Promise<McpServer> {
    const { name, chat } = desk;
    const reach = isHttp ? await this.#http.url() : await this.#listener.address();
    if (this.#desks.get(chat.view) !== desk) throw new Error('the chat is closed');
    const token = this.#tokens.grant(chat.view, desk);
    if (isHttp) return httpServer(name, { url: reach, token });
    return stdioServer(name, this.#options.root, { address: reach, token });
  }

  #serverOptions(desk: Desk): EditorServerOptions {
    const { buffers, editor, record, version, log } = this.#options;
    const offered = (): readonly OfferedTool[] => this.#offered(desk);
    desk.calls ??= this.#callsOf(desk, offered);
    const { calls, name } = desk;
    const { session } = desk.chat;
    return {
      calls,
      resources: {
        ...{ session, editor, buffers, log, server: name, limits: calls.limits, keys: this.#keys },
        record: (read) => record(session, read),
      },
      offered,
      onOffered: this.#offeredChanged.on,
      version,
      log,
      clock: systemClock,
    };
  }

  #callsOf({ chat, name }: Desk, offered: () => readonly OfferedTool[]): Calls {
    const { editor, record, blame, log } = this.#options;
    const { session } = chat;
    return new Calls({
      session,
      editor,
      offered,
      onOffered: this.#offeredChanged.on,
      server: name,
      schemas: this.#schemas,
      keys: this.#keys,
      blame,
      record: (call) => record(session, call),
      log,
    });
  }

  get #all(): readonly OfferedTool[] {
    return [...TOOLS, ...this.#options.registered.list];
  }

  #offered(desk: Desk): readonly OfferedTool[] {
    return this.#all.filter((tool) => this.#isOffered(desk, tool.name) && this.#sound.has(tool));
  }

  #isOffered({ chat, switches }: Desk, name: string): boolean {
    return isOffered(name, this.#optionFor(chat.choice.name), switches);
  }

  #listed(desk: Desk): ListedToolSession {
    const { chat, name, switches } = desk;
    const { title } = chat.session.state;
    return {
      view: chat.view,
      by: chat.choice.title,
      ...(title === undefined ? {} : { title }),
      ...(desk.isOffered ? { server: name } : {}),
      isConnected: this.#tokens.isUsed(chat.view),
      tools: this.#all.map(({ name, title, description, effect }) => ({
        ...{ name, title, description, effect },
        isOn: this.#isOffered(desk, name),
        isSwitched: switches.has(name),
      })),
    };
  }

  #optionFor(agent: string): ToolsOption {
    const { editor_tools, agents } = this.#options.config();
    return toolsFor(editor_tools, agents[agent]?.editor_tools);
  }

  #keep(): void {
    this.#options.keep({ address: this.#address, tokens: this.#tokens.kept });
  }
}

function withoutTools(desk: Desk, { servers, problems }: McpChoice, why: string): McpChoice {
  desk.isOffered = false;
  return { servers, problems: [...problems, `The agent gets no tools of the editor: ${why}`] };
}

function renamed(name: string): readonly string[] {
  const usual = serverName([]);
  if (name === usual) return [];
  return [
    `You have an MCP server that is called "${usual}": the tools of the editor are called "${name}" for this agent`,
  ];
}
