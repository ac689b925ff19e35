import type { Logger } from '../base/logger';
import { pause } from '../base/timeout';
import { unlessAborted } from '../protocol/abort';
import { LargeAnswers } from '../protocol/back-pressure';
import { type AgentConnection, connectAgent } from '../protocol/connection';
import { AcpError, AgentGoneError, UNSUPPORTED_VERSION } from '../protocol/errors';
import type {
  AgentCapabilities,
  InitializeResponse,
  McpServer,
  SessionInfo,
} from '../protocol/schema.gen';
import type { AgentSession } from '../session/agent-port';
import type { AgentProcess, Documents } from '../session/ports';
import { type LoginMethod, loginMethod } from './login-method';
import { clientMethods } from './methods';
import {
  canOpen,
  type OpenedSession,
  type Opening,
  type OpenOptions,
  requestSession,
} from './open-session';
import { allPages } from './session-pages';
import { agentSession, steersTurns } from './session-requests';
import { type RoutedSession, SessionRouter } from './session-router';

export interface AgentOptions {
  /** Name of the configuration entry. */
  readonly name: string;
  readonly process: AgentProcess;
  readonly documents: Documents;
  readonly clientVersion: string;
  readonly log: Logger;
  /** Milliseconds for `initialize` and for `session/new`; a package runner may download first (docs/agents.md, 26). */
  readonly startTimeoutMs: number;
  /** What is known of an agent's oddities, by the name it gives itself in `initialize`. */
  readonly quirksOf: (agentName: string | undefined) => AgentQuirks;
  readonly tap?: (direction: 'in' | 'out', message: unknown) => void;
}

export interface AgentQuirks {
  /** Answer a read of a missing file with an empty text: this agent cannot create files otherwise. */
  readonly missingFileReadsEmpty?: boolean;
  /** What it asks to edit it then writes through us, and in no other way. */
  readonly writesThroughClient?: boolean;
}

/** A sign-in may need a browser, a second device and a password manager. */
const LOGIN_TIMEOUT_MS = 10 * 60_000;

/** One agent process with its connection and its sessions. Ends once: by `stop` or by dying. */
export class Agent {
  readonly name: string;
  /** Settles when `initialize` is answered with our version; rejects with a message for the user. */
  readonly ready: Promise<InitializeResponse>;
  /** Settles when the connection has ended and all sessions have been notified. */
  readonly gone: Promise<AgentGoneError>;

  readonly #options: AgentOptions;
  readonly #connection: AgentConnection;
  readonly #sessions: SessionRouter;
  #quirks: AgentQuirks = {};
  #ending = false;
  #hasEnded = false;
  #capabilities: AgentCapabilities = {};
  #heardAt = Date.now();
  #loginMethods: readonly LoginMethod[] = [];
  #steers = false;

  constructor(options: AgentOptions) {
    this.name = options.name;
    this.#options = options;
    this.#sessions = new SessionRouter(options.log);
    const handlers = clientMethods({
      session: (id) => this.#sessions.find(id),
      update: (params) => this.#sessions.update(params),
      elicit: (params, signal) => this.#sessions.elicit(params, signal),
      elicitationComplete: ({ elicitationId }) => this.#sessions.elicitationComplete(elicitationId),
      documents: options.documents,
      largeAnswers: new LargeAnswers(options.process.stdin),
      missingFileReadsEmpty: () => this.#quirks.missingFileReadsEmpty === true,
    });
    const { stdin, stdout } = options.process;
    this.#connection = connectAgent(stdin, stdout, handlers, {
      log: options.log,
      endReason: () => this.#endReason(),
      // Before a turn fails: what the user sends when they see that is for the next agent.
      onEnd: (reason) => this.#end(reason),
      tap: (direction, message) => {
        if (direction === 'in') this.#heardAt = Date.now();
        options.tap?.(direction, message);
      },
    });
    this.ready = this.#initialize();
    this.ready.catch(() => {});
    this.gone = this.#connection.closed;
  }

  /** When the agent last sent anything, in milliseconds since 1970. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Its connection is over: nobody can be asked any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** How many sessions it has open. */
  get sessionCount(): number {
    return this.#sessions.all.length;
  }

  /** The agent's capabilities; `undefined` before it is ready. Optional calls depend on them. */
  get capabilities(): AgentCapabilities {
    return this.#capabilities;
  }

  /** Whether all that it asks to edit is surely written through us. */
  get writesThroughClient(): boolean {
    return this.#quirks.writesThroughClient === true;
  }

  /** Those of the folders that its sessions may use beside their cwd: all, or none. */
  takenFolders(directories: readonly string[]): readonly string[] {
    return this.#capabilities.sessionCapabilities?.additionalDirectories ? directories : [];
  }

  /** Whether the agent can open sessions in this way. */
  can(how: Opening['how']): boolean {
    return canOpen(this.#capabilities, how);
  }

  /** Makes `session` a session of this agent. Rejects with what the agent said. */
  async open(
    session: RoutedSession & OpenedSession,
    mcpServers: readonly McpServer[],
    opening: Opening = { how: 'new' },
  ): Promise<void> {
    await this.#sessions.opening(session, async () => {
      await this.ready;
      const response = await requestSession(this.#openOptions(), session, mcpServers, opening);
      // An agent that is being ended may still answer: nobody may talk to it any more.
      if (this.#ending) throw new AgentGoneError(`${this.name} was stopped`);
      const { sessionId } = response;
      this.#sessions.set(sessionId, session);
      const early = this.#sessions.takeEarly(sessionId);
      session.open(response, this.#link(sessionId), early, opening.how !== 'new');
    });
  }

  /** The agent's stored sessions, newest page first as it gives them. Rejects when it cannot list. */
  async list(cwd: string): Promise<readonly SessionInfo[]> {
    await this.ready;
    if (!this.#capabilities.sessionCapabilities?.list) {
      throw new Error(`${this.name} cannot list its sessions`);
    }
    return allPages((cursor) =>
      this.#connection.request('session/list', { cwd, ...(cursor ? { cursor } : {}) }),
    );
  }

  /** The ways to sign in; none before the agent is ready. */
  get loginMethods(): readonly LoginMethod[] {
    return this.#loginMethods;
  }

  /** Lets the agent run its own sign-in, which may open a browser. Aborting ends the wait at once. */
  async authenticate(methodId: string, signal: AbortSignal): Promise<void> {
    await this.ready;
    const request = this.#connection.request(
      'authenticate',
      { methodId },
      { signal, timeoutMs: LOGIN_TIMEOUT_MS, timeoutText: 'the sign-in took too long' },
    );
    await unlessAborted(request, signal);
  }

  async logout(): Promise<void> {
    await this.ready;
    if (!this.#capabilities.auth?.logout) throw new Error(`${this.name} cannot sign out`);
    await this.#connection.request('logout', {}, { timeoutMs: this.#options.startTimeoutMs });
  }

  /** Takes a stored session off the agent's list. */
  async delete(sessionId: string): Promise<void> {
    await this.ready;
    if (!this.#capabilities.sessionCapabilities?.delete) {
      throw new Error(`${this.name} cannot delete sessions`);
    }
    await this.#connection.request('session/delete', { sessionId });
  }

  #openOptions(): OpenOptions {
    return {
      connection: this.#connection,
      name: this.name,
      capabilities: this.#capabilities,
      sessions: this.#sessions,
      timeoutMs: this.#options.startTimeoutMs,
    };
  }

  #link(sessionId: string): AgentSession {
    return agentSession({
      connection: this.#connection,
      sessionId,
      name: this.name,
      capabilities: this.#capabilities,
      steers: this.#steers,
      log: this.#options.log,
      onClose: () => this.#sessions.delete(sessionId),
    });
  }

  /** Ends the process and its group; sessions are notified through `gone`. */
  async stop(): Promise<void> {
    this.#ending = true;
    // What was just sent goes out first: answers to its questions, the cancellation of its turns.
    await new Promise((resolve) => setImmediate(resolve));
    await this.#options.process.stop();
    this.#connection.close();
  }

  async #initialize(): Promise<InitializeResponse> {
    const response = await this.#connection
      .request(
        'initialize',
        {
          protocolVersion: 1,
          clientInfo: {
            name: 'acp-host.nvim',
            title: 'acp-host.nvim',
            version: this.#options.clientVersion,
          },
          // Only what works; absent means unsupported.
          clientCapabilities: {
            fs: { readTextFile: true, writeTextFile: true },
            terminal: true,
            elicitation: { form: {}, url: {} },
            auth: { terminal: true },
            // What Claude's adapter asked for before that was in the protocol; and that commands which agents run
            // themselves may be shown as terminals.
            _meta: { 'terminal-auth': true, terminal_output: true },
            session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
          },
        },
        {
          timeoutMs: this.#options.startTimeoutMs,
          timeoutText: `${this.name} did not answer in ${this.#options.startTimeoutMs / 1000} s (option start_timeout)`,
        },
      )
      .catch((error: unknown) => {
        throw error instanceof AcpError && error.code === UNSUPPORTED_VERSION
          ? this.#otherVersion(supportedVersions(error.data))
          : error;
      });
    this.#quirks = this.#options.quirksOf(response.agentInfo?.name);
    if (response.protocolVersion !== 1) {
      throw this.#otherVersion(String(response.protocolVersion));
    }
    this.#capabilities = response.agentCapabilities ?? {};
    this.#steers = steersTurns(response);
    this.#loginMethods = (response.authMethods ?? []).map(loginMethod);
    return response;
  }

  #otherVersion(theirs: string): AcpError {
    return AcpError.internal(
      `${this.name} speaks version ${theirs} of the protocol, this client version 1: update one of them`,
    );
  }

  async #endReason(): Promise<AgentGoneError> {
    const { process, name } = this.#options;
    // An agent may close stdout and live on: the connection is over all the same.
    const exit = await Promise.race([process.exited, pause(1000)]);
    const failure = process.spawnError();
    if (failure) return new AgentGoneError(`${name} could not be started: ${failure.message}`);
    const how = exit ? describeExit(exit.code, exit.signal) : 'closed its output';
    return new AgentGoneError(`${name} ${how}`, process.stderrTail(), exit);
  }

  #end(reason: AgentGoneError): void {
    this.#hasEnded = true;
    this.#sessions.unlink(reason);
  }
}

/** What an agent says with -32022: `data {requested, supported}`. */
function supportedVersions(data: unknown): string {
  const supported = (data as { supported?: unknown } | null | undefined)?.supported;
  const versions = [supported].flat().filter((version) => Number.isInteger(version));
  return versions.length > 0 ? versions.join(', ') : 'other than 1';
}

function describeExit(code: number | null, signal: string | null): string {
  return signal ? `was ended by ${signal}` : `exited with code ${code}`;
}
