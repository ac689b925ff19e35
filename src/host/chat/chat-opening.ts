import type { AgentChoice } from '../../agents/choose';
import type { Disposable } from '../../base/disposable';
import type { Agent } from '../../client/agent';
import type { McpChoice } from '../../client/mcp-servers';
import { unlessAborted } from '../../protocol/abort';
import { AcpError, AgentGoneError, describeError, INVALID_PARAMS } from '../../protocol/errors';
import type { DocumentScope } from '../../session/ports';
import type { Session } from '../../session/session';
import type { Agents } from '../agents/agents';
import { canContinue, type OpenRequest, openSession } from './opening';
import { reportOnce } from './report-once';

export interface ChatOpeningOptions {
  readonly session: Session;
  readonly choice: AgentChoice;
  /** Which session to open first. */
  readonly request: OpenRequest;
  readonly agents: Pick<Agents, 'start' | 'stop' | 'running'>;
  /** The MCP servers that the session gets from an agent that is ready. */
  readonly servers: (agent: Agent) => Promise<McpChoice>;
  /** Asks the agent, once more when the user had to sign in. */
  readonly authorized: (ask: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** Folders that sessions may use beside their cwd, where the agent takes them. */
  readonly directories: () => readonly string[];
  /** The session has got its folders; awaited before its agent is asked for it. */
  readonly onFolders: (scope: DocumentScope) => Promise<void>;
  /** The agent can be asked. */
  readonly onReady: () => void;
  /** An opening begins, gets on, or ends. */
  readonly onChange: () => void;
}

/** Starts the agent of a chat and opens its session there; one try at a time. */
export class ChatOpening implements Disposable {
  readonly #options: ChatOpeningOptions;
  /** Says what is wrong with the configuration, which is read at every start of the agent. */
  readonly #reportProblems = reportOnce((problem) => this.#options.session.notice('warn', problem));
  #running: Promise<void> | undefined;
  #startedAt = 0;
  #start = new AbortController();
  #continues = false;
  #disposed = false;

  constructor(options: ChatOpeningOptions) {
    this.#options = options;
  }

  /** When the opening that goes on began. */
  get since(): number | undefined {
    return this.#running && this.#startedAt;
  }

  /** What the agent said last of itself: it can go on with a session. */
  get continues(): boolean {
    return this.#continues;
  }

  /** Rejects with a message for the user. */
  open(): Promise<void> {
    const { session, onChange } = this.#options;
    if (session.linked) return Promise.resolve();
    this.#running ??= this.#open().finally(() => {
      this.#running = undefined;
      onChange();
      this.#openForQueue();
    });
    onChange();
    return this.#running;
  }

  /** Opens again once an earlier try has come to its end. */
  async reopen(): Promise<void> {
    await this.#running?.catch(() => {});
    await this.open();
  }

  /** False: nothing goes on. */
  async cancel(): Promise<boolean> {
    if (!this.#running) return false;
    this.abort();
    const { agents, choice } = this.#options;
    // Other chats may have sessions with this agent: then it is only not waited for.
    if (!agents.running(choice.name)?.sessionCount) await agents.stop(choice.name);
    return true;
  }

  /** The agent, or a sign-in, is not waited for any longer. */
  abort(): void {
    this.#start.abort();
  }

  dispose(): void {
    this.#disposed = true;
    this.abort();
  }

  /** Sends prompts that came while the agent was being ended. */
  #openForQueue(): void {
    const { linked, state } = this.#options.session;
    if (!this.#disposed && !linked && state.queue.length > 0) this.open().catch(() => {});
  }

  async #open(): Promise<void> {
    const { session, choice, authorized } = this.#options;
    this.#startedAt = Date.now();
    this.#start = new AbortController();
    session.awaitAgent();
    try {
      const { signal } = this.#start;
      await authorized(() => unlessAborted(this.#connect(), signal), signal);
    } catch (error) {
      const reason = this.#start.signal.aborted
        ? new Error(`Starting ${choice.title} was cancelled`)
        : error;
      session.unlink(describeError(reason), detailOf(reason));
      throw reason;
    }
  }

  async #connect(): Promise<void> {
    const { agents, choice, directories, onFolders, onChange, onReady, request, servers, session } =
      this.#options;
    const agent = agents.start(choice);
    onChange();
    await agent.ready;
    onReady();
    session.grantFolders(agent.takenFolders(directories()));
    await onFolders(session.scope);
    const given = await servers(agent);
    this.#reportProblems(given.problems);
    this.#continues = canContinue(agent);
    try {
      await openSession(agent, session, given.servers, request);
    } catch (error) {
      if (!given.fallback || !isAboutServers(error)) throw error;
      const less = given.fallback(describeError(error));
      await openSession(agent, session, less.servers, request).catch(() => {
        throw error;
      });
      this.#reportProblems(less.problems);
    }
  }
}

/** The agent may have refused a session because of the MCP servers that it was given. */
function isAboutServers(error: unknown): boolean {
  if (!(error instanceof AcpError)) return false;
  return error.code === INVALID_PARAMS || /\bmcp/i.test(describeError(error));
}

function detailOf(error: unknown): string | undefined {
  return error instanceof AgentGoneError ? error.detail : undefined;
}
