/** All that a session is given when it is made. */
import type { Clock } from '../base/clock';
import type { Ruling } from '../model/operations';
import type { PermissionRequest, SessionState } from '../model/state';
import type { Authorized } from './agent-attachment';
import type { Policy } from './permissions';
import type { DocumentScope, Terminals } from './ports';

export interface SessionOptions {
  /** Unique in the host; prefixes the ids of permission requests and terminals. */
  readonly key: string;
  /** Name of the agent's configuration entry. */
  readonly agent: string;
  readonly cwd: string;
  readonly terminals: Terminals;
  readonly authorized: Authorized;
  readonly rules: SessionRules;
  readonly turnHooks: TurnHooks;
  readonly clock: Clock;
}

/** A session as the rules know it; the same object for as long as it lives. */
export interface RuledSession {
  readonly state: SessionState;
}

/** The user's rules. */
export interface SessionRules {
  /** Answers a permission in the user's place, or says why the user is asked. */
  answer(session: RuledSession, request: PermissionRequest): ReturnType<Policy>;
  /** What they say about an operation that the agent does without asking; `undefined`: nothing against it. */
  judge(session: RuledSession, operation: PermissionRequest): Ruling | undefined;
}

/** What is awaited around each turn; neither rejects. */
export interface TurnHooks {
  /** Before a prompt is sent. */
  before(scope: DocumentScope): Promise<void> | undefined;
  /** When the agent has ended a turn, before it is over. */
  after(scope: DocumentScope): Promise<void> | undefined;
}
