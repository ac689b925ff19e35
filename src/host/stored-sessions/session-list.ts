/** The sessions that agents have stored: listing and deleting them. */

import type { AgentChoice } from '../../agents/choose';
import { oneLine } from '../../base/text';
import { within } from '../../base/timeout';
import type { Agent } from '../../client/agent';
import { realPathOrSame } from '../../files/paths/real-path';
import { sessionTitle } from '../../model/title';
import { describeError } from '../../protocol/errors';
import type { SessionInfo } from '../../protocol/schema.gen';
import type { Agents } from '../agents/agents';
import type { LoginChat, Logins } from '../agents/logins';
import type { Remembered } from './session-store';

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

export interface SessionListTools {
  readonly agents: Pick<Agents, 'listed' | 'choose' | 'start' | 'stop'>;
  readonly logins: Pick<Logins, 'authorized'>;
  readonly remembered: Pick<Remembered, 'last' | 'forget'>;
  readonly chats: { readonly all: readonly LoginChat[] };
}

/** The sessions of a folder: of the agent, or of all agents that are configured or run. */
export async function listSessions(
  tools: SessionListTools,
  cwd: string,
  agent: string | undefined,
): Promise<StoredSessions> {
  const problems: string[] = [];
  const choices = choicesOf(tools, agent === undefined ? tools.agents.listed() : [agent], problems);
  const lists = await Promise.all(
    choices.map(async (choice) => {
      try {
        return await listOf(tools, choice, cwd);
      } catch (error) {
        problems.push(`${choice.title}: ${describeError(error)}`);
        return [];
      }
    }),
  );
  const stored = lists.flat();
  const known = new Set(stored.map(({ id, agent: by }) => `${by} ${id}`));
  const open = openSessions(tools, cwd).filter(
    ({ id, agent: by }) => !known.has(`${by} ${id}`) && (agent === undefined || by === agent),
  );
  return { sessions: [...open, ...stored].sort(newestFirst), problems };
}

/** One that cannot be had must not keep the others' sessions from the user. */
function choicesOf(
  tools: SessionListTools,
  names: readonly (string | undefined)[],
  problems: string[],
): AgentChoice[] {
  const choices = new Map<string, AgentChoice>();
  for (const name of names) {
    try {
      const choice = tools.agents.choose(name);
      choices.set(choice.name, choice);
    } catch (error) {
      problems.push(describeError(error));
    }
  }
  return [...choices.values()];
}

/** The session of this id, or the last one of the folder; not asked of the agent. */
export function findSession(
  tools: SessionListTools,
  cwd: string,
  agent: string | undefined,
  sessionId: string | undefined,
): StoredSession | undefined {
  const choice = tools.agents.choose(agent);
  const last = tools.remembered.last(cwd, choice.name);
  const id = sessionId ?? last?.id;
  if (id === undefined) return undefined;
  const open = openSessions(tools, cwd).find((one) => one.id === id && one.agent === choice.name);
  if (open) return open;
  const title = last?.id === id ? last.title : undefined;
  return { id, agent: choice.name, by: choice.title, ...(title ? { title } : {}) };
}

export async function deleteSession(
  tools: SessionListTools,
  agent: string,
  sessionId: string,
): Promise<void> {
  if (tools.chats.all.some(({ session }) => session.state.id === sessionId)) {
    throw new Error('this session is open; :Acp close ends it');
  }
  tools.remembered.forget(agent, sessionId);
  await withAgent(tools, tools.agents.choose(agent), (running) => running.delete(sessionId));
}

async function listOf(
  tools: SessionListTools,
  choice: AgentChoice,
  cwd: string,
): Promise<StoredSession[]> {
  const found = await withAgent(tools, choice, async (agent) => {
    await agent.ready;
    if (!agent.capabilities.sessionCapabilities?.list) return [];
    return within(LIST_MS, agent.list(cwd), 'did not list its sessions in time');
  });
  const here = realPathOrSame(cwd);
  // Some agents list the sessions of all folders, whatever they are asked for.
  return found
    .filter((info) => realPathOrSame(info.cwd) === here)
    .map((info) => storedSession(tools, choice, info));
}

function storedSession(
  tools: SessionListTools,
  choice: AgentChoice,
  info: SessionInfo,
): StoredSession {
  const { sessionId, title, updatedAt } = info;
  const open = tools.chats.all.find(
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
function signedIn<T>(
  tools: SessionListTools,
  choice: AgentChoice,
  work: () => Promise<T>,
): Promise<T> {
  const chat = tools.chats.all.find((one) => one.choice.name === choice.name);
  return chat ? tools.logins.authorized(chat, work) : work();
}

/** Also those that their agents do not list. */
function openSessions(tools: SessionListTools, cwd: string): StoredSession[] {
  const here = realPathOrSame(cwd);
  return tools.chats.all
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
  tools: SessionListTools,
  choice: AgentChoice,
  work: (agent: Agent) => Promise<T>,
): Promise<T> {
  try {
    return await signedIn(tools, choice, () => work(tools.agents.start(choice)));
  } finally {
    if (!tools.chats.all.some((chat) => chat.choice.name === choice.name)) {
      void tools.agents.stop(choice.name);
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
