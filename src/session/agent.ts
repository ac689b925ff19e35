import { Emitter } from '../base/emitter';
import type { Logger } from '../base/logger';
import { type AgentConnection, connectAgent } from '../protocol/connection';
import {
  AcpError,
  AgentGoneError,
  METHOD_NOT_FOUND,
  UNSUPPORTED_VERSION,
} from '../protocol/errors';
import type { RequestOptions } from '../protocol/peer';
import type {
  AgentCapabilities,
  CreateElicitationRequest,
  CreateElicitationResponse,
  ForkSessionRequest,
  InitializeResponse,
  McpServer,
  NewSessionResponse,
  SessionInfo,
  SessionNotification,
  SessionUpdate,
} from '../protocol/schema.gen';
import { clientHandlers } from './client';
import { type LoginMethod, loginMethod } from './login-method';
import type { AgentProcess, Documents } from './ports';
import { promptContent } from './prompt-content';
import type { Session, SessionLink } from './session';
import { unlessAborted } from './unless-aborted';

export interface AgentOptions {
  /** Name of the configuration entry. */
  readonly name: string;
  readonly process: AgentProcess;
  readonly documents: Documents;
  readonly clientVersion: string;
  readonly log: Logger;
  /** Time for `initialize` and for `session/new`; first runs through a package runner take a minute (PROTOCOL 31). */
  readonly startTimeoutMs: number;
  /** What is known of an agent's oddities, by the name it gives itself in `initialize`. */
  readonly quirksOf: (agentName: string | undefined) => AgentQuirks;
  readonly tap?: (direction: 'in' | 'out', message: unknown) => void;
}

export interface AgentQuirks {
  /** Answer a read of a missing file with an empty text: this agent cannot create files otherwise. */
  readonly missingFileReadsEmpty?: boolean;
}

/** How a session comes to be; `load` replays its history, `resume` does not, `fork` makes a copy of another one. */
export type Opening =
  | { readonly how: 'new' }
  | { readonly how: 'load' | 'resume' | 'fork'; readonly sessionId: string };

/** A cursor that never ends must not keep us for ever. */
const MAX_PAGES = 100;

/** A sign-in may need a browser, a second device and a search for the password. */
const LOGIN_TIMEOUT_MS = 10 * 60_000;

/** Updates for ids that no answer has named yet are kept up to this many. */
const MAX_EARLY_UPDATES = 50_000;

/** One agent process with its connection and its sessions. Ends once: by `stop` or by dying. */
export class Agent {
  readonly name: string;
  /** Settles when `initialize` is answered with our version; rejects with a text for the user. */
  readonly ready: Promise<InitializeResponse>;
  /** Settles when the connection has ended and all sessions have been told. */
  readonly gone: Promise<AgentGoneError>;

  readonly #options: AgentOptions;
  readonly #connection: AgentConnection;
  readonly #sessions = new Map<string, Session>();
  readonly #opening = new Set<Session>();
  readonly #opened = new Emitter<void>();
  #early = new Map<string, SessionUpdate[]>();
  #earlyCount = 0;
  #quirks: AgentQuirks = {};
  #ending = false;
  #capabilities: AgentCapabilities = {};
  #heardAt = Date.now();
  #loginMethods: readonly LoginMethod[] = [];

  constructor(options: AgentOptions) {
    this.name = options.name;
    this.#options = options;
    const handlers = clientHandlers({
      session: (id) => this.#session(id),
      update: (params) => this.#update(params),
      elicit: (params, signal) => this.#elicit(params, signal),
      elicitationComplete: ({ elicitationId }) => {
        for (const session of this.sessions) session.elicitations.complete(elicitationId);
      },
      documents: options.documents,
      missingFileReadsEmpty: () => this.#quirks.missingFileReadsEmpty === true,
    });
    const { stdin, stdout } = options.process;
    this.#connection = connectAgent(stdin, stdout, handlers, {
      log: options.log,
      endReason: () => this.#endReason(),
      tap: (direction, message) => {
        if (direction === 'in') this.#heardAt = Date.now();
        options.tap?.(direction, message);
      },
    });
    this.ready = this.#initialize();
    this.ready.catch(() => {});
    this.gone = this.#connection.closed.then((reason) => this.#end(reason));
  }

  /** When the agent last sent anything, in milliseconds since 1970. */
  get heardAt(): number {
    return this.#heardAt;
  }

  get sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** What the agent can do; nothing before it is ready. Optional calls are gated on this. */
  get capabilities(): AgentCapabilities {
    return this.#capabilities;
  }

  /** Says whether sessions can be had in this way. */
  can(how: Opening['how']): boolean {
    const { loadSession, sessionCapabilities } = this.#capabilities;
    if (how === 'new') return true;
    return how === 'load' ? loadSession === true : Boolean(sessionCapabilities?.[how]);
  }

  /** Makes `session` a session of this agent. Rejects with what the agent said. */
  async open(
    session: Session,
    mcpServers: readonly McpServer[],
    opening: Opening = { how: 'new' },
  ): Promise<void> {
    this.#opening.add(session);
    try {
      await this.ready;
      const response = await this.#request(session, mcpServers, opening);
      // An agent that is being ended may still answer: nobody is to talk to it any more.
      if (this.#ending) throw new AgentGoneError(`${this.name} was stopped`);
      const { sessionId } = response;
      this.#sessions.set(sessionId, session);
      session.open(response, this.#link(sessionId), this.#takeEarly(sessionId));
    } finally {
      this.#opening.delete(session);
      if (this.#opening.size === 0) this.#dropEarly();
      this.#opened.fire();
    }
  }

  /** The agent's stored sessions, newest page first as it gives them. Rejects when it cannot list. */
  async list(cwd: string): Promise<readonly SessionInfo[]> {
    await this.ready;
    if (!this.#capabilities.sessionCapabilities?.list) {
      throw new Error(`${this.name} cannot list its sessions`);
    }
    const found = new Map<string, SessionInfo>();
    const seen = new Set<string>();
    let cursor: string | null | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await this.#connection.request('session/list', {
        cwd,
        ...(cursor ? { cursor } : {}),
      });
      // A page that comes twice, or a session on two pages, is one.
      for (const info of answer.sessions) found.set(info.sessionId, info);
      cursor = answer.nextCursor;
      if (!cursor || seen.has(cursor)) break;
      seen.add(cursor);
    }
    return [...found.values()];
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

  async #request(
    session: Session,
    mcpServers: readonly McpServer[],
    opening: Opening,
  ): Promise<NewSessionResponse> {
    const params = {
      cwd: session.state.cwd,
      mcpServers: [...mcpServers],
      ...this.#directories(session),
    };
    const options = {
      timeoutMs: this.#options.startTimeoutMs,
      timeoutText: `${this.name} did not open a session in time`,
    };
    if (opening.how === 'new') return this.#connection.request('session/new', params, options);
    const { how, sessionId } = opening;
    if (!this.can(how)) throw new Error(`${this.name} cannot ${how} sessions`);
    if (how === 'fork') return this.#fork(session, { ...params, sessionId }, options);
    if (this.#sessions.has(sessionId)) throw new Error('this session is open already');
    // The history comes before the answer (PROTOCOL 1.2), for some agents after it (AGENTS 24).
    this.#sessions.set(sessionId, session);
    // Some agents replay on resume, too.
    session.expectHistory();
    try {
      const answer = await this.#connection.request(
        how === 'load' ? 'session/load' : 'session/resume',
        { ...params, sessionId },
        options,
      );
      if (how === 'resume') session.expectNoHistory();
      return { ...answer, sessionId };
    } catch (error) {
      this.#sessions.delete(sessionId);
      session.expectNoHistory();
      throw error;
    }
  }

  /** Folders beside the cwd, for agents that take them; the files there are then the agent's too. */
  #directories(session: Session): { additionalDirectories?: readonly string[] } {
    if (!this.#capabilities.sessionCapabilities?.additionalDirectories) session.directories = [];
    const { directories } = session;
    return directories.length > 0 ? { additionalDirectories: directories } : {};
  }

  /** The copy's id is not known before the answer: what is replayed until then is kept with the early updates. */
  async #fork(
    session: Session,
    params: ForkSessionRequest,
    options: RequestOptions,
  ): Promise<NewSessionResponse> {
    session.expectHistory();
    try {
      return await this.#connection.request('session/fork', params, options);
    } catch (error) {
      session.expectNoHistory();
      throw error;
    }
  }

  #link(sessionId: string): SessionLink {
    const connection = this.#connection;
    return {
      prompt: async (content) => {
        const prompt = promptContent(content, this.name, this.#capabilities.promptCapabilities);
        return connection.request('session/prompt', { sessionId, prompt });
      },
      cancel: () => {
        // The answers to what was asked go out first (PROTOCOL 3.1), and take some steps to the wire.
        setImmediate(() => connection.notify('session/cancel', { sessionId }));
      },
      setMode: async (modeId) => {
        await connection.request('session/set_mode', { sessionId, modeId });
      },
      setModel: async (modelId) => {
        try {
          await connection.request('session/set_model', { sessionId, modelId });
        } catch (error) {
          if (!(error instanceof AcpError && error.code === METHOD_NOT_FOUND)) throw error;
          throw new Error(`${this.name} lists models but cannot switch between them`);
        }
      },
      setConfig: async (configId, value) => {
        const params =
          typeof value === 'boolean'
            ? ({ sessionId, configId, type: 'boolean', value } as const)
            : { sessionId, configId, value };
        return (await connection.request('session/set_config_option', params)).configOptions;
      },
      close: () => {
        this.#sessions.delete(sessionId);
        if (!this.#capabilities.sessionCapabilities?.close) return;
        // After the cancellation of its turn.
        setImmediate(() => {
          // Some agents never answer this; nobody waits for it.
          connection.request('session/close', { sessionId }).catch((error: unknown) => {
            this.#options.log.debug('session/close', error);
          });
        });
      },
    };
  }

  /** Ends the process and its group; sessions are told through `gone`. */
  async stop(): Promise<void> {
    this.#ending = true;
    // What was just said goes out first: answers to its questions, the cancellation of its turns.
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
            // themselves may be shown as terminals (PROTOCOL 3.5).
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
    this.#loginMethods = (response.authMethods ?? []).map(loginMethod);
    return response;
  }

  #otherVersion(theirs: string): AcpError {
    return AcpError.internal(
      `${this.name} speaks version ${theirs} of the protocol, this client version 1: update one of them`,
    );
  }

  /** Synchronous, so that updates keep their order. */
  #update({ sessionId, update }: SessionNotification): void {
    const session = this.#sessions.get(sessionId);
    if (session) {
      session.update(update);
      return;
    }
    if (this.#opening.size === 0 || this.#earlyCount >= MAX_EARLY_UPDATES) {
      this.#options.log.warn('update for an unknown session', {
        sessionId,
        kind: update.sessionUpdate,
      });
      return;
    }
    // Some agents send updates before the answer that names the session (AGENTS 18).
    this.#earlyCount++;
    const early = this.#early.get(sessionId);
    if (early) early.push(update);
    else this.#early.set(sessionId, [update]);
  }

  #takeEarly(sessionId: string): readonly SessionUpdate[] {
    const early = this.#early.get(sessionId) ?? [];
    this.#early.delete(sessionId);
    this.#earlyCount -= early.length;
    return early;
  }

  #dropEarly(): void {
    for (const [sessionId, updates] of this.#early) {
      this.#options.log.warn('updates for a session that was never named', {
        sessionId,
        count: updates.length,
      });
    }
    this.#early = new Map();
    this.#earlyCount = 0;
  }

  /** Requests, too, may name a session whose `session/new` is being answered right now. */
  async #session(id: string): Promise<Session> {
    while (!this.#sessions.has(id) && this.#opening.size > 0) await this.#nextOpened();
    const session = this.#sessions.get(id);
    if (!session) throw AcpError.invalidParams(`unknown session "${id}"`);
    return session;
  }

  /**
   * What belongs to a request and no session, such as a sign-in, is asked where a session is waited for: that may wait
   * for the answer.
   */
  async #elicit(
    params: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse> {
    const id = 'sessionId' in params ? params.sessionId : undefined;
    const session =
      (id !== undefined && this.#sessions.get(id)) ||
      ([...this.#opening][0] ?? (id === undefined ? this.sessions.at(-1) : undefined));
    if (session) return session.elicit(params, signal);
    if (id !== undefined) throw AcpError.invalidParams(`unknown session "${id}"`);
    return { action: 'cancel' };
  }

  #nextOpened(): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.#opened.on(() => {
        listening.dispose();
        resolve();
      });
    });
  }

  async #endReason(): Promise<AgentGoneError> {
    const { process, name } = this.#options;
    // An agent may close stdout and live on: the connection is over all the same.
    const exit = await Promise.race([process.exited, after(1000)]);
    const failure = process.spawnError();
    if (failure) return new AgentGoneError(`${name} could not be started: ${failure.message}`);
    const how = exit ? describeExit(exit.code, exit.signal) : 'closed its output';
    return new AgentGoneError(`${name} ${how}`, process.stderrTail(), exit);
  }

  #end(reason: AgentGoneError): AgentGoneError {
    for (const session of this.#sessions.values()) session.unlink(reason.message, reason.detail);
    this.#sessions.clear();
    return reason;
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

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
