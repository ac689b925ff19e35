/** The demo agent: real protocol, real files, no model. */
import type { Readable, Writable } from 'node:stream';
import type { Logger } from '../base/logger';
import { type AgentHandlers, type ClientConnection, connectClient } from '../protocol/connection';
import { AcpError } from '../protocol/errors';
import type {
  ClientCapabilities,
  InitializeResponse,
  NewSessionResponse,
  PromptRequest,
  PromptResponse,
  SessionUpdate,
} from '../protocol/schema.gen';
import { understand } from './prompt';
import { DEMO_REQUESTS, findRequest } from './requests';
import { answerAnything } from './requests/anything';
import { Turn, TurnCancelled } from './turn';

export interface DemoOptions {
  /** Factor on all pauses; 0: none. */
  readonly pace: number;
  readonly log: Logger;
}

interface DemoSession {
  readonly id: string;
  readonly cwd: string;
  /** What the user allowed for good. */
  readonly allowed: Set<string>;
  turn?: AbortController;
  titled: boolean;
}

export class DemoAgent {
  readonly closed: Promise<unknown>;
  readonly #connection: ClientConnection;
  readonly #options: DemoOptions;
  readonly #sessions = new Map<string, DemoSession>();
  #capabilities: ClientCapabilities = {};
  #calls = 0;

  constructor(input: Readable, output: Writable, options: DemoOptions) {
    this.#options = options;
    this.#connection = connectClient(input, output, this.#handlers(), { log: options.log });
    this.closed = this.#connection.closed;
  }

  #handlers(): AgentHandlers {
    return {
      requests: {
        initialize: async ({ clientCapabilities }) => this.#initialize(clientCapabilities ?? {}),
        'session/new': async ({ cwd }) => this.#newSession(cwd),
        'session/prompt': (params) => this.#prompt(params),
      },
      notifications: {
        'session/cancel': ({ sessionId }) => this.#sessions.get(sessionId)?.turn?.abort(),
      },
    };
  }

  #initialize(capabilities: ClientCapabilities): InitializeResponse {
    this.#capabilities = capabilities;
    return {
      protocolVersion: 1,
      agentInfo: { name: 'acp-demo-agent', title: 'Demo agent', version: '1.0.0' },
      agentCapabilities: { promptCapabilities: { embeddedContext: true } },
      authMethods: [],
    };
  }

  #newSession(cwd: string): NewSessionResponse {
    const id = `demo-${this.#sessions.size + 1}`;
    this.#sessions.set(id, { id, cwd, allowed: new Set(), titled: false });
    // After the answer: only then does the client know the session.
    setImmediate(() => this.#update(id, commandsUpdate()));
    return { sessionId: id };
  }

  async #prompt({ sessionId, prompt }: PromptRequest): Promise<PromptResponse> {
    const session = this.#sessions.get(sessionId);
    if (!session) throw AcpError.invalidParams(`unknown session "${sessionId}"`);
    if (session.turn) throw AcpError.invalidRequest('a prompt is running in this session');
    session.turn = new AbortController();
    try {
      const asked = understand(prompt, session.cwd);
      if (!session.titled && asked.text !== '') {
        session.titled = true;
        this.#update(sessionId, {
          sessionUpdate: 'session_info_update',
          title: titleOf(asked.text),
        });
      }
      const turn = this.#turn(session, session.turn.signal);
      await (findRequest(asked.name)?.run ?? answerAnything)(turn, asked);
      return { stopReason: 'end_turn' };
    } catch (error) {
      if (error instanceof TurnCancelled) return { stopReason: 'cancelled' };
      throw error;
    } finally {
      delete session.turn;
    }
  }

  #turn(session: DemoSession, signal: AbortSignal): Turn {
    return new Turn({
      connection: this.#connection,
      capabilities: this.#capabilities,
      sessionId: session.id,
      cwd: session.cwd,
      allowed: session.allowed,
      pace: this.#options.pace,
      nextCall: () => `call-${++this.#calls}`,
      signal,
    });
  }

  #update(sessionId: string, update: SessionUpdate): void {
    this.#connection.notify('session/update', { sessionId, update });
  }
}

function commandsUpdate(): SessionUpdate {
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: DEMO_REQUESTS.map(({ name, description, hint }) => ({
      name,
      description,
      ...(hint ? { input: { hint } } : {}),
    })),
  };
}

function titleOf(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 50 ? `${line.slice(0, 49)}…` : line;
}
