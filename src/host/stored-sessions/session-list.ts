import type { AgentChoice } from '../../agents/choose';
import { Emitter } from '../../base/emitter';
import { oneLine } from '../../base/text';
import { within } from '../../base/timeout';
import type { Agent } from '../../client/agent';
import { realPathSync } from '../../files/paths/real-path';
import { sessionTitle } from '../../model/title';
import { describeError } from '../../protocol/errors';
import { sessionStatus } from '../../view/status';
import type { ListedSession, OpenSession, SessionsModel } from '../../view/surfaces/sessions';
import type { Agents } from '../agents/agents';
import type { LoginChat, Logins } from '../agents/logins';

/** Where sessions are known: in the chats that are open, and by the agents. */
export interface SessionSources {
  readonly agents: Pick<Agents, 'choose' | 'find' | 'listed' | 'running' | 'start' | 'stop'>;
  readonly chats: () => readonly LoginChat[];
  readonly logins: Pick<Logins, 'authorized'>;
}

/** A session as its agent lists it (`session/list`). */
type StoredSession = Omit<ListedSession, 'open'>;

/** An agent that does not answer must not keep the others' sessions from the user. */
const LIST_MS = 20_000;

/** The sessions of a folder: those that are open are known at once, stored ones when their agents have answered. */
export class SessionList {
  readonly #sources: SessionSources;
  readonly #cwd: string;
  readonly #stored = new Map<string, readonly StoredSession[]>();
  readonly #asking = new Map<string, AgentChoice>();
  readonly #changed = new Emitter<void>();
  #problems: readonly string[] = [];
  readonly onChange = this.#changed.on;

  constructor(sources: SessionSources, cwd: string) {
    this.#sources = sources;
    this.#cwd = cwd;
  }

  /** Newest first. */
  get sessions(): readonly ListedSession[] {
    const open = openSessions(this.#sources.chats(), this.#cwd);
    const stored = [...this.#stored.values()].flat();
    const isStored = (session: ListedSession): boolean => stored.some((one) => same(one, session));
    const merged = stored.map((session) => {
      const known = open.find((one) => same(one, session));
      // The agent knows better when it was used, we know better what it is about.
      return known
        ? { ...known, ...session, ...titleOf(known.title ?? session.title), open: known.open }
        : session;
    });
    return [...open.filter((session) => !isStored(session)), ...merged].sort(newestFirst);
  }

  /** @param current the chat that the user came from */
  model(current: number | undefined): SessionsModel {
    return {
      sessions: this.sessions,
      asking: [...this.#asking.values()].map(({ title }) => title),
      problems: this.#problems,
      ...(current === undefined ? {} : { current }),
      now: Date.now(),
    };
  }

  /** What kept agents from answering. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Asks this agent, or all that are configured or run; settles when all have answered. Never rejects. */
  async ask(agent?: string): Promise<void> {
    const { agents } = this.#sources;
    this.#problems = [];
    const choices = this.#choices(agent === undefined ? agents.listed() : [agent]).filter(
      ({ name }) => !this.#asking.has(name),
    );
    for (const choice of choices) this.#asking.set(choice.name, choice);
    this.#changed.fire();
    await Promise.all(choices.map((choice) => this.#askOne(choice)));
  }

  /** It is not there any more. */
  remove({ agent, id }: ListedSession): void {
    const left = (this.#stored.get(agent) ?? []).filter((session) => session.id !== id);
    this.#stored.set(agent, left);
    this.#changed.fire();
  }

  /** A missing agent must not keep the others' sessions from the user. */
  #choices(names: readonly (string | undefined)[]): readonly AgentChoice[] {
    const choices = new Map<string, AgentChoice>();
    for (const name of names) {
      try {
        const choice = this.#sources.agents.choose(name);
        choices.set(choice.name, choice);
      } catch (error) {
        this.#addProblem(describeError(error));
      }
    }
    return [...choices.values()];
  }

  async #askOne(choice: AgentChoice): Promise<void> {
    try {
      this.#stored.set(choice.name, await storedSessions(this.#sources, choice, this.#cwd));
    } catch (error) {
      this.#addProblem(`${choice.title}: ${describeError(error)}`);
    } finally {
      this.#asking.delete(choice.name);
      this.#changed.fire();
    }
  }

  #addProblem(text: string): void {
    this.#problems = [...this.#problems, text];
  }
}

/** Sessions that are open in chats, also those that their agents do not list. */
export function openSessions(chats: readonly LoginChat[], cwd: string): ListedSession[] {
  const here = realPathSync(cwd);
  return chats
    .filter(({ session }) => realPathSync(session.state.cwd) === here)
    .map((chat) => {
      const { state } = chat.session;
      return {
        id: state.id,
        agent: chat.choice.name,
        by: chat.choice.title,
        ...titleOf(sessionTitle(state)),
        ...(state.updatedAt ? { updatedAt: state.updatedAt } : {}),
        open: { view: chat.view, activity: activityOf(chat) },
      };
    });
}

function activityOf({ active, session: { state } }: LoginChat): OpenSession['activity'] {
  const { id, turn, turns } = state;
  if (sessionStatus(state).pending > 0) return 'asks';
  if (turn.phase !== 'idle') return 'working';
  if (id === '') return active ? 'starting' : 'failed';
  if (turn.stopReason === undefined || turns === 0) return 'idle';
  return turn.stopReason === 'error' ? 'failed' : 'done';
}

async function storedSessions(
  sources: SessionSources,
  choice: AgentChoice,
  cwd: string,
): Promise<StoredSession[]> {
  const found = await withAgent(sources, choice, async (agent) => {
    await agent.ready;
    if (!agent.capabilities.sessionCapabilities?.list) return [];
    return within(LIST_MS, agent.list(cwd), 'did not list its sessions in time');
  });
  const here = realPathSync(cwd);
  // Some agents list the sessions of all folders, whatever they are asked for.
  return found
    .filter((info) => realPathSync(info.cwd) === here)
    .map(({ sessionId, title, updatedAt }) => ({
      id: sessionId,
      agent: choice.name,
      by: choice.title,
      ...titleOf(title),
      ...(updatedAt ? { updatedAt } : {}),
    }));
}

function titleOf(title: string | null | undefined): { readonly title?: string } {
  const text = oneLine(title ?? '');
  return text ? { title: text } : {};
}

function same(a: StoredSession, b: StoredSession): boolean {
  return a.id === b.id && a.agent === b.agent;
}

/** Lets an agent do something; one that was started only for this is ended again. */
export async function withAgent<T>(
  { agents, chats, logins }: SessionSources,
  choice: AgentChoice,
  work: (agent: Agent) => Promise<T>,
): Promise<T> {
  const chat = chats().find((one) => one.choice.name === choice.name);
  const run = (): Promise<T> => work(agents.start(choice));
  try {
    // Again after a sign-in, when there is a chat in which to ask for that.
    return await (chat ? logins.authorized(chat, run) : run());
  } finally {
    if (!chats().some(({ choice: { name } }) => name === choice.name))
      void agents.stop(choice.name);
  }
}

/** A session that is open and has no time counts as just used. */
function newestFirst(a: ListedSession, b: ListedSession): number {
  return timeOf(b).localeCompare(timeOf(a));
}

function timeOf({ updatedAt, open }: ListedSession): string {
  return updatedAt ?? (open ? '9' : '');
}
