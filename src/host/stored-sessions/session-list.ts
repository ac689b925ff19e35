/** The sessions that agents have stored: listing and deleting them. */

import type { AgentChoice } from '../../agents/choose';
import { oneLine } from '../../base/text';
import { within } from '../../base/timeout';
import type { Agent } from '../../client/agent';
import { realPathOrSame } from '../../files/paths/real-path';
import { sessionTitle } from '../../model/title';
import { describeError } from '../../protocol/errors';
import type { SessionInfo } from '../../protocol/schema.gen';
import type { App } from '../app';

/** What `list_sessions` answers: newest first, and what kept an agent from answering. */
export interface StoredSessions {
  readonly sessions: readonly StoredSession[];
  readonly problems: readonly string[];
}

export interface StoredSession {
  readonly id: string;
  readonly agent: string;
  /** Title of the agent. */
  readonly by: string;
  readonly title?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  /** The chat in which it is open. */
  readonly view?: number;
}

/** An agent that does not answer must not keep the others' sessions from the user. */
const LIST_MS = 20_000;

/** The sessions of a folder: of the agent, or of all agents that are configured or run. */
export async function listSessions(
  app: App,
  cwd: string,
  agent: string | undefined,
): Promise<StoredSessions> {
  const problems: string[] = [];
  const choices = choicesOf(app, agent === undefined ? app.agents.listed() : [agent], problems);
  const lists = await Promise.all(
    choices.map(async (choice) => {
      try {
        return await listOf(app, choice, cwd);
      } catch (error) {
        problems.push(`${choice.title}: ${describeError(error)}`);
        return [];
      }
    }),
  );
  const stored = lists.flat();
  const known = new Set(stored.map(({ id, agent: by }) => `${by} ${id}`));
  const open = openSessions(app, cwd).filter(
    ({ id, agent: by }) => !known.has(`${by} ${id}`) && (agent === undefined || by === agent),
  );
  return { sessions: [...open, ...stored].sort(newestFirst), problems };
}

/** One that cannot be had must not keep the others' sessions from the user. */
function choicesOf(
  app: App,
  names: readonly (string | undefined)[],
  problems: string[],
): AgentChoice[] {
  const choices = new Map<string, AgentChoice>();
  for (const name of names) {
    try {
      const choice = app.agents.choose(name);
      choices.set(choice.name, choice);
    } catch (error) {
      problems.push(describeError(error));
    }
  }
  return [...choices.values()];
}

/** The session of this id, or the last one of the folder; not asked of the agent. */
export function findSession(
  app: App,
  cwd: string,
  agent: string | undefined,
  sessionId: string | undefined,
): StoredSession | undefined {
  const choice = app.agents.choose(agent);
  const last = app.remembered.last(cwd, choice.name);
  const id = sessionId ?? last?.id;
  if (id === undefined) return undefined;
  const open = openSessions(app, cwd).find((one) => one.id === id && one.agent === choice.name);
  if (open) return open;
  const title = last?.id === id ? last.title : undefined;
  return { id, agent: choice.name, by: choice.title, ...(title ? { title } : {}) };
}

export async function deleteSession(app: App, agent: string, sessionId: string): Promise<void> {
  if (app.chats.some(({ session }) => session.state.id === sessionId)) {
    throw new Error('this session is open; :Acp close ends it');
  }
  app.remembered.forget(agent, sessionId);
  await withAgent(app, app.agents.choose(agent), (running) => running.delete(sessionId));
}

async function listOf(app: App, choice: AgentChoice, cwd: string): Promise<StoredSession[]> {
  const found = await withAgent(app, choice, async (agent) => {
    await agent.ready;
    if (!agent.capabilities.sessionCapabilities?.list) return [];
    return within(LIST_MS, agent.list(cwd), 'did not list its sessions in time');
  });
  const here = realPathOrSame(cwd);
  // Some agents list the sessions of all folders, whatever they are asked for.
  return found
    .filter((info) => realPathOrSame(info.cwd) === here)
    .map((info) => storedSession(app, choice, info));
}

function storedSession(app: App, choice: AgentChoice, info: SessionInfo): StoredSession {
  const { sessionId, title, updatedAt } = info;
  const open = app.chats.find(
    (chat) => chat.choice.name === choice.name && chat.session.state.id === sessionId,
  );
  const name = oneLine((open && sessionTitle(open.session.state)) ?? title ?? '');
  return {
    id: sessionId,
    agent: choice.name,
    by: choice.title,
    ...(name ? { title: name } : {}),
    ...(updatedAt ? { updatedAt } : {}),
    ...(open ? { view: open.view } : {}),
  };
}

/** Once more after a sign-in, when there is a chat in which to ask for that. */
function signedIn<T>(app: App, choice: AgentChoice, work: () => Promise<T>): Promise<T> {
  const chat = app.chats.find((one) => one.choice.name === choice.name);
  return chat ? app.logins.authorized(chat, work) : work();
}

/** Also those that their agents do not list. */
function openSessions(app: App, cwd: string): StoredSession[] {
  const here = realPathOrSame(cwd);
  return app.chats
    .filter(({ session }) => session.state.id !== '' && realPathOrSame(session.state.cwd) === here)
    .map(({ view, choice, session: { state } }) => {
      const title = sessionTitle(state);
      return {
        id: state.id,
        agent: choice.name,
        by: choice.title,
        view,
        ...(title ? { title } : {}),
        ...(state.updatedAt ? { updatedAt: state.updatedAt } : {}),
      };
    });
}

/** An agent that was started only for this is ended again. */
async function withAgent<T>(
  app: App,
  choice: AgentChoice,
  work: (agent: Agent) => Promise<T>,
): Promise<T> {
  try {
    return await signedIn(app, choice, () => work(app.agents.start(choice)));
  } finally {
    if (!app.chats.some((chat) => chat.choice.name === choice.name)) {
      void app.agents.stop(choice.name);
    }
  }
}

/** What is open and tells no time counts as just used. */
function newestFirst(a: StoredSession, b: StoredSession): number {
  return timeOf(b).localeCompare(timeOf(a));
}

function timeOf({ updatedAt, view }: StoredSession): string {
  return updatedAt ?? (view === undefined ? '' : '9');
}
