/** The requests by which sessions come to be. */
import type { AgentConnection } from '../protocol/connection';
import type { RequestOptions } from '../protocol/peer';
import type {
  AgentCapabilities,
  ForkSessionRequest,
  McpServer,
  NewSessionResponse,
} from '../protocol/schema.gen';
import type { Session } from '../session/session';
import type { RoutedSession, SessionRouter } from './session-router';

/** How a session comes to be; `load` replays its history, `resume` does not, `fork` makes a copy of another one. */
export type Opening =
  | { readonly how: 'new' }
  | { readonly how: 'load' | 'resume' | 'fork'; readonly sessionId: string };

/** Whether the agent can open sessions in this way. */
export function canOpen(
  { loadSession, sessionCapabilities }: AgentCapabilities,
  how: Opening['how'],
): boolean {
  if (how === 'new') return true;
  return how === 'load' ? loadSession === true : Boolean(sessionCapabilities?.[how]);
}

/** A session that is made, loaded or resumed. */
export type OpenedSession = Pick<
  Session,
  'state' | 'open' | 'expectHistory' | 'expectNoHistory' | 'loseHistory'
>;

export interface OpenOptions {
  readonly connection: AgentConnection;
  /** Name of the agent. */
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  readonly sessions: SessionRouter;
  readonly timeoutMs: number;
}

/** Requests the session and returns its id. The history goes to `session` meanwhile. */
export async function requestSession(
  { connection, name, capabilities, sessions, timeoutMs }: OpenOptions,
  session: RoutedSession & OpenedSession,
  mcpServers: readonly McpServer[],
  opening: Opening,
): Promise<NewSessionResponse> {
  const { cwd, directories } = session.state;
  const params = {
    cwd,
    mcpServers: [...mcpServers],
    // The agent may then use the files there, too.
    ...(directories.length > 0 ? { additionalDirectories: directories } : {}),
  };
  const options = { timeoutMs, timeoutText: `${name} did not open a session in time` };
  if (opening.how === 'new') return connection.request('session/new', params, options);
  const { how, sessionId } = opening;
  if (!canOpen(capabilities, how)) throw new Error(`${name} cannot ${how} sessions`);
  if (how === 'fork') return fork(connection, session, { ...params, sessionId }, options);
  if (sessions.has(sessionId)) throw new Error('this session is open already');
  // The history comes before the answer, for some agents after it (docs/agents.md, 23).
  sessions.set(sessionId, session);
  // Some agents replay on resume, too.
  session.expectHistory();
  try {
    const method = how === 'load' ? 'session/load' : 'session/resume';
    const answer = await connection.request(method, { ...params, sessionId }, options);
    if (how === 'resume') session.expectNoHistory();
    return { ...answer, sessionId };
  } catch (error) {
    sessions.delete(sessionId);
    session.loseHistory();
    throw error;
  }
}

/** The copy's id is not known before the answer: what is replayed until then is kept with the early updates. */
async function fork(
  connection: AgentConnection,
  session: OpenedSession,
  params: ForkSessionRequest,
  options: RequestOptions,
): Promise<NewSessionResponse> {
  session.expectHistory();
  try {
    return await connection.request('session/fork', params, options);
  } catch (error) {
    session.loseHistory();
    throw error;
  }
}
