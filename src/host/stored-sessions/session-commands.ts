/** `:Acp load` and `:Acp resume` without an id, `:Acp fork`, `:Acp delete`. */
import { type ListedSession, NO_SESSIONS, sessionLabel } from '../../view/surfaces/sessions';
import type { LoginChat } from '../agents/logins';
import {
  checkFork,
  deleteListed,
  forkListed,
  openListed,
  type SessionScope,
  type SessionTools,
} from './session-actions';
import { openSessions, SessionList } from './session-list';

/** The last session of the folder, else one that the user chooses. */
export async function loadSession(
  tools: SessionTools,
  scope: SessionScope,
  how: 'load' | 'resume',
): Promise<void> {
  const session =
    lastSession(tools, scope) ??
    (await chooseSession(tools, scope, `Session to ${how}:`, ({ open }) => !open));
  if (session) await openListed(tools, scope.cwd, session, how === 'load' ? 'continue' : how);
}

/** Rejects with a message for the user when there can be no copy. */
export async function forkSession(tools: SessionTools, chat: LoginChat): Promise<void> {
  if (!chat.active) throw new Error('the session has no agent; :Acp restart starts it');
  await chat.open();
  const { state } = chat.session;
  const session = openSessions([chat], state.cwd)[0];
  if (!session) return;
  checkFork(tools, session);
  await forkListed(tools, state.cwd, session);
}

/** `:Acp delete`: the session of this id, else the one that the user picks. */
export async function deleteSession(
  tools: SessionTools,
  scope: SessionScope,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) {
    const session = await chooseSession(tools, scope, 'Session to delete:', () => true);
    if (session) await deleteListed(tools, scope, session);
    return;
  }
  const { sessions } = await askedList(tools, scope.cwd, scope.agent);
  const session = sessions.find((one) => one.id === id);
  if (!session) throw new Error(`the agents know no session "${id}" of this folder`);
  await deleteListed(tools, scope, session);
}

/** Not the one that the user is in; whatever its agent, which says later whether it has it. */
function lastSession(
  { sources, remembered }: SessionTools,
  { cwd, view }: SessionScope,
): ListedSession | undefined {
  const current = sources.chats().find((chat) => chat.view === view)?.session.state.id;
  const last = remembered.newest(
    cwd,
    ({ id, agent }) => id !== current && sources.agents.find(agent) !== undefined,
  );
  const choice = last && sources.agents.find(last.agent);
  if (!choice) return undefined;
  const { id, title } = last;
  const open = openSessions(sources.chats(), cwd).find(
    (session) => session.id === id && session.agent === choice.name,
  );
  return open ?? { id, agent: choice.name, by: choice.title, ...(title ? { title } : {}) };
}

async function askedList(tools: SessionTools, cwd: string, agent?: string): Promise<SessionList> {
  const list = new SessionList(tools.sources, cwd);
  const asked = list.ask(agent);
  const { asking } = list.model(undefined);
  if (asking.length > 0) tools.notify('info', `asking ${asking.join(', ')} for sessions…`);
  await asked;
  if (list.problems.length > 0) tools.notify('warn', list.problems.join('; '));
  return list;
}

async function chooseSession(
  tools: SessionTools,
  { cwd, view }: SessionScope,
  prompt: string,
  fits: (session: ListedSession) => boolean,
): Promise<ListedSession | undefined> {
  const list = await askedList(tools, cwd);
  const sessions = list.sessions.filter(fits);
  if (sessions.length === 0) {
    tools.notify('info', NO_SESSIONS);
    return undefined;
  }
  const label = (session: ListedSession): string => sessionLabel(session, list.model(view));
  return tools.asks.select(prompt, 'acp_session', sessions, label);
}
