/** Which way a session comes to a chat: new, stored by the agent, or the one that was there before the agent ended. */
import { AgentGoneError, describeError, isAuthRequired } from '../protocol/errors';
import type { McpServer } from '../protocol/schema.gen';
import type { Agent, Opening } from '../session/agent';
import type { Session } from '../session/session';

/** `fork`: a copy of the session. `continue`: the history shall be seen, so loading is better than resuming. */
export type Wanted =
  | { readonly how: 'new' }
  | {
      readonly how: 'load' | 'resume' | 'continue' | 'fork';
      readonly sessionId: string;
      readonly title?: string;
    };

/** Rejects with what the agent said, or a text for the user. */
export async function openSession(
  agent: Agent,
  session: Session,
  servers: readonly McpServer[],
  wanted: Wanted,
): Promise<void> {
  await agent.ready;
  if (session.state.id !== '') return reopen(agent, session, servers);
  await agent.open(session, servers, firstOpening(agent, wanted));
  if (wanted.how !== 'new' && wanted.title && !session.state.title) {
    session.update({ sessionUpdate: 'session_info_update', title: wanted.title });
  }
}

/** Says whether the agent can continue a session at all. */
export function canContinue({ capabilities }: Agent): boolean {
  return capabilities.loadSession === true || Boolean(capabilities.sessionCapabilities?.resume);
}

function firstOpening(agent: Agent, wanted: Wanted): Opening {
  if (wanted.how === 'new') return { how: 'new' };
  const { sessionId } = wanted;
  if (wanted.how !== 'continue') return { how: wanted.how, sessionId };
  return { how: agent.capabilities.loadSession ? 'load' : 'resume', sessionId };
}

/** The agent was ended or died: the same session where it can, else a new one that knows nothing. */
async function reopen(
  agent: Agent,
  session: Session,
  servers: readonly McpServer[],
): Promise<void> {
  const { id, turns, entries } = session.state;
  if (turns > 0 && canContinue(agent)) {
    // What was said is on screen: no need to hear it again.
    const how = agent.capabilities.sessionCapabilities?.resume ? 'resume' : 'load';
    try {
      await agent.open(session, servers, { how, sessionId: id });
      return;
    } catch (error) {
      if (error instanceof AgentGoneError || isAuthRequired(error)) throw error;
      session.notice('warn', `The session could not be continued: ${describeError(error)}`);
    }
  }
  if (entries.some(({ kind }) => kind === 'agent' || kind === 'tool')) {
    session.update({ sessionUpdate: 'session_info_update', title: null, updatedAt: null });
    session.notice('info', 'This is a new session: the agent does not know what was said above');
  }
  await agent.open(session, servers);
}
