/** Which way a session comes to a chat: new, stored by the agent, or the one that was there before the agent ended. */

import type { Agent } from '../../client/agent';
import type { Opening } from '../../client/open-session';
import { AgentGoneError, describeError, isAuthRequired } from '../../protocol/errors';
import type { McpServer } from '../../protocol/schema.gen';
import type { Session } from '../../session/session';

/**
 * `fork`: a copy of the session. `continue`: the history shall be seen, so loading is better than resuming. `recover`:
 * the same, and a new session where the agent can do neither, because the host died.
 */
export type OpenRequest =
  | { readonly how: 'new' }
  | {
      readonly how: 'load' | 'resume' | 'continue' | 'fork';
      readonly sessionId: string;
      readonly title?: string;
    }
  | Recovered;

interface Recovered {
  readonly how: 'recover';
  readonly sessionId: string;
  readonly title?: string;
  /** How the host ended. */
  readonly why: string;
}

/** A session that gets an agent. */
type OpeningSession = Parameters<Agent['open']>[0] & Pick<Session, 'notice'>;

/** Rejects with what the agent said, or a message for the user. */
export async function openSession(
  agent: Agent,
  session: OpeningSession,
  servers: readonly McpServer[],
  request: OpenRequest,
): Promise<void> {
  await agent.ready;
  if (session.state.id !== '') return reopen(agent, session, servers);
  if (request.how === 'recover') return recover(agent, session, servers, request);
  await agent.open(session, servers, firstOpening(agent, request));
  if (request.how !== 'new') setTitle(session, request.title);
}

/** Says whether the agent can continue a session at all. */
export function canContinue(agent: Pick<Agent, 'can'>): boolean {
  return agent.can('load') || agent.can('resume');
}

function firstOpening(agent: Agent, request: Exclude<OpenRequest, Recovered>): Opening {
  if (request.how === 'new') return { how: 'new' };
  const { sessionId } = request;
  if (request.how === 'resume' && !agent.can('resume') && agent.can('load')) {
    throw new Error(`${agent.name} cannot resume sessions; :Acp load opens them`);
  }
  if (request.how !== 'continue') return { how: request.how, sessionId };
  if (!canContinue(agent)) throw new Error(`${agent.name} cannot open stored sessions`);
  return { how: agent.can('load') ? 'load' : 'resume', sessionId };
}

/** The agent was ended or died. What was said is on screen: no need to hear it again, so resuming is better. */
async function reopen(
  agent: Agent,
  session: OpeningSession,
  servers: readonly McpServer[],
): Promise<void> {
  const { id, turns, entries, continued } = session.state;
  if (turns > 0 || continued) {
    const { found, problem } = await find(agent, session, servers, id, ['resume', 'load']);
    if (found) return;
    if (problem) session.notice('warn', problem);
  }
  if (continued || entries.some(({ kind }) => kind === 'agent' || kind === 'tool')) {
    noticeNew(session);
  }
  await agent.open(session, servers);
}

/** The host died: only the agent still has the conversation. Success is reported once the history is there. */
async function recover(
  agent: Agent,
  session: OpeningSession,
  servers: readonly McpServer[],
  { sessionId, title, why }: Recovered,
): Promise<void> {
  const { found, problem } = await find(agent, session, servers, sessionId, ['load', 'resume']);
  if (found) {
    setTitle(session, title);
    return;
  }
  session.notice('warn', hostEnded(why));
  if (problem) session.notice('warn', problem);
  noticeNew(session);
  await agent.open(session, servers);
}

/** The same session, in the first way that works. */
async function find(
  agent: Agent,
  session: OpeningSession,
  servers: readonly McpServer[],
  sessionId: string,
  ways: readonly ('load' | 'resume')[],
): Promise<{ readonly found: boolean; readonly problem?: string }> {
  let problem: string | undefined;
  for (const how of ways.filter((way) => agent.can(way))) {
    try {
      await agent.open(session, servers, { how, sessionId });
      return { found: true };
    } catch (error) {
      if (error instanceof AgentGoneError || isAuthRequired(error)) throw error;
      problem ??= `The session could not be continued: ${describeError(error)}`;
    }
  }
  return { found: false, ...(problem ? { problem } : {}) };
}

/** What the transcript says after the host was started again. */
export function hostEnded(why: string): string {
  return `The host ended (${why}) and was started again`;
}

function setTitle(session: OpeningSession, title: string | undefined): void {
  if (title && !session.state.title) {
    session.update({ sessionUpdate: 'session_info_update', title });
  }
}

function noticeNew(session: OpeningSession): void {
  const { title, updatedAt } = session.state;
  if (title ?? updatedAt) {
    session.update({ sessionUpdate: 'session_info_update', title: null, updatedAt: null });
  }
  session.notice('info', 'This is a new session: the agent does not know what was said above');
}
