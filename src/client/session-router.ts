import { Emitter } from '../base/emitter';
import type { Logger } from '../base/logger';
import { AcpError, type AgentGoneError } from '../protocol/errors';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  SessionNotification,
  SessionUpdate,
} from '../protocol/schema.gen';
import type { Session } from '../session/session';
import type { ServedSession } from './methods';

/** A session as it gets what its agent sends. */
export type RoutedSession = ServedSession &
  Pick<Session, 'update' | 'elicit' | 'elicitations' | 'unlink'>;

/** Updates for ids that no answer has named yet are kept up to this many. */
const MAX_EARLY_UPDATES = 50_000;

/** The sessions of one agent: where what it sends belongs, also while a session has no id yet. */
export class SessionRouter {
  readonly #log: Logger;
  readonly #byId = new Map<string, RoutedSession>();
  readonly #opening = new Set<RoutedSession>();
  readonly #opened = new Emitter<void>();
  #early = new Map<string, SessionUpdate[]>();
  #earlyCount = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  get all(): readonly RoutedSession[] {
    return [...this.#byId.values()];
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  set(id: string, session: RoutedSession): void {
    this.#byId.set(id, session);
  }

  delete(id: string): void {
    this.#byId.delete(id);
  }

  /** What comes for unknown ids meanwhile may be for this session. */
  async opening(session: RoutedSession, work: () => Promise<void>): Promise<void> {
    this.#opening.add(session);
    try {
      await work();
    } finally {
      this.#opening.delete(session);
      if (this.#opening.size === 0) this.#dropEarly();
      this.#opened.fire();
    }
  }

  /** Synchronous, so that updates keep their order. */
  update({ sessionId, update }: SessionNotification): void {
    const session = this.#byId.get(sessionId);
    if (session) {
      session.update(update);
      return;
    }
    if (this.#opening.size === 0 || this.#earlyCount >= MAX_EARLY_UPDATES) {
      this.#log.warn('update for an unknown session', { sessionId, kind: update.sessionUpdate });
      return;
    }
    // Some agents send updates before the answer that names the session (docs/agents.md, 22).
    this.#earlyCount++;
    const early = this.#early.get(sessionId);
    if (early) early.push(update);
    else this.#early.set(sessionId, [update]);
  }

  /** Updates that came before the answer which named the session. */
  takeEarly(sessionId: string): readonly SessionUpdate[] {
    const early = this.#early.get(sessionId) ?? [];
    this.#early.delete(sessionId);
    this.#earlyCount -= early.length;
    return early;
  }

  /** Requests, too, may name a session whose `session/new` is being answered right now. */
  async find(id: string): Promise<RoutedSession> {
    while (!this.#byId.has(id) && this.#opening.size > 0) await this.#nextOpened();
    const session = this.#byId.get(id);
    if (!session) throw unknown(id);
    return session;
  }

  /**
   * What belongs to a request and no session, such as a sign-in, is asked where a session is waited for: that may wait
   * for the answer.
   */
  async elicit(
    params: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse> {
    const id = 'sessionId' in params ? params.sessionId : undefined;
    const session =
      (id !== undefined && this.#byId.get(id)) ||
      ([...this.#opening][0] ?? (id === undefined ? this.all.at(-1) : undefined));
    if (session) return session.elicit(params, signal);
    if (id !== undefined) throw unknown(id);
    return { action: 'cancel' };
  }

  /** An elicitation is complete, whichever session asked it. */
  elicitationComplete(elicitationId: string): void {
    for (const session of this.all) session.elicitations.complete(elicitationId);
  }

  /** The agent is gone. */
  unlink({ message, detail }: AgentGoneError): void {
    for (const session of this.#byId.values()) session.unlink(message, detail);
    this.#byId.clear();
  }

  #dropEarly(): void {
    for (const [sessionId, updates] of this.#early) {
      this.#log.warn('updates for a session that was never named', {
        sessionId,
        count: updates.length,
      });
    }
    this.#early = new Map();
    this.#earlyCount = 0;
  }

  #nextOpened(): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.#opened.on(() => {
        listening.dispose();
        resolve();
      });
    });
  }
}

function unknown(id: string): AcpError {
  return AcpError.invalidParams(`unknown session "${id}"`);
}
