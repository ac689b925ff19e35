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
export type Wanted =
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

/** Rejects with what the agent said, or a text for the user. */
export async function openSession(
  agent: Agent,
  session: Session,
  servers: readonly McpServer[],
  wanted: Wanted,
): Promise<void> {
  await agent.ready;
  if (session.state.id !== '') return reopen(agent, session, servers);
  if (wanted.how === 'recover') return recover(agent, session, servers, wanted);
  await agent.open(session, servers, firstOpening(agent, wanted));
  if (wanted.how !== 'new') setTitle(session, wanted.title);
}

/** Says whether the agent can continue a session at all. */
export function canContinue(agent: Agent): boolean {
  return agent.can('load') || agent.can('resume');
}

function firstOpening(agent: Agent, wanted: Exclude<Wanted, Recovered>): Opening {
  if (wanted.how === 'new') return { how: 'new' };
  const { sessionId } = wanted;
  if (wanted.how === 'resume' && !agent.can('resume') && agent.can('load')) {
    throw new Error(`${agent.name} cannot resume sessions; :Acp load opens them`);
  }
  if (wanted.how !== 'continue') return { how: wanted.how, sessionId };
  if (!canContinue(agent)) throw new Error(`${agent.name} cannot open stored sessions`);
  return { how: agent.can('load') ? 'load' : 'resume', sessionId };
}

/** The agent was ended or died. What was said is on screen: no need to hear it again, so resuming is better. */
async function reopen(
  agent: Agent,
  session: Session,
  servers: readonly McpServer[],
): Promise<void> {
  const { id, turns, entries } = session.state;
  if (turns > 0 || session.continued) {
    const { found, problem } = await find(agent, session, servers, id, ['resume', 'load']);
    if (found) return;
    if (problem) session.notice('warn', problem);
  }
  if (session.continued || entries.some(({ kind }) => kind === 'agent' || kind === 'tool')) {
    tellNew(session);
  }
  await agent.open(session, servers);
}

/** The host died: what was said is known to the agent alone. Success is told once the history is there. */
async function recover(
  agent: Agent,
  session: Session,
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
  tellNew(session);
  await agent.open(session, servers);
}

/** The same session, in the first way that works. */
async function find(
  agent: Agent,
  session: Session,
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

function setTitle(session: Session, title: string | undefined): void {
  if (title && !session.state.title) {
    session.update({ sessionUpdate: 'session_info_update', title });
  }
}

function tellNew(session: Session): void {
  const { title, updatedAt } = session.state;
  if (title ?? updatedAt) {
    session.update({ sessionUpdate: 'session_info_update', title: null, updatedAt: null });
  }
  session.notice('info', 'This is a new session: the agent does not know what was said above');
}
