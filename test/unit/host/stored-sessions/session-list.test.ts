import { describe, expect, it, vi } from 'vitest';
import type { AgentChoice } from '../../../../src/agents/choose';
import { Deferred } from '../../../../src/base/deferred';
import type { Chat } from '../../../../src/host/chat/chat';
import {
  SessionList,
  type SessionSources,
} from '../../../../src/host/stored-sessions/session-list';
import { newSession } from '../../../../src/model/state';
import type { SessionInfo } from '../../../../src/protocol/schema.gen';

const CWD = '/nowhere/project';
const info = (sessionId: string, more: Partial<SessionInfo> = {}): SessionInfo => ({
  sessionId,
  cwd: CWD,
  ...more,
});

/** Agents that answer on demand, and chats that are open. */
function setup(names: readonly string[], chats: readonly Chat[] = []) {
  const answers = new Map(names.map((name) => [name, new Deferred<SessionInfo[]>()]));
  const stop = vi.fn(async () => {});
  const agents = {
    choose: (name: string | undefined) => {
      const known = name ?? 'default';
      if (!answers.has(known)) throw new Error(`there is no agent "${known}"`);
      return { name: known, title: known.toUpperCase() } as AgentChoice;
    },
    listed: () => [undefined, ...names],
    start: ({ name }: AgentChoice) => ({
      ready: Promise.resolve(),
      capabilities: { sessionCapabilities: { list: {} } },
      list: () => answers.get(name)?.promise,
    }),
    stop,
  };
  const sources = {
    agents,
    chats: () => chats,
    logins: { authorized: (_: Chat, work: () => unknown) => work() },
  } as unknown as SessionSources;
  const answer = (name: string, ...sessions: SessionInfo[]) => answers.get(name)?.resolve(sessions);
  return { list: new SessionList(sources, CWD), answers, answer, stop };
}

function chatOf(agent: string, view: number, id: string, title?: string): Chat {
  const state = { ...newSession(agent, CWD), id, ...(title ? { title } : {}) };
  return { view, choice: { name: agent, title: agent.toUpperCase() }, session: { state } } as Chat;
}

describe('the sessions of a folder', () => {
  it('are those that are open, then those of each agent that has answered', async () => {
    const { list, answer } = setup(['one', 'two'], [chatOf('one', 7, 'a', 'Open')]);
    const asked = list.ask();
    expect(list.model(7)).toMatchObject({
      sessions: [{ id: 'a', by: 'ONE', title: 'Open', open: { view: 7, activity: 'idle' } }],
      asking: ['ONE', 'TWO'],
      problems: ['there is no agent "default"'],
      current: 7,
    });
    answer('two', info('b', { title: 'Stored' }), info('c', { cwd: '/elsewhere' }));
    await vi.waitFor(() => expect(list.model(7).asking).toEqual(['ONE']));
    expect(list.sessions.map(({ id }) => id)).toEqual(['a', 'b']);
    answer('one');
    await asked;
    expect(list.model(7).asking).toEqual([]);
  });

  it('are each there once, with the title that the chat has and the time that the agent knows', async () => {
    const { list, answer } = setup(['one'], [chatOf('one', 7, 'a', 'Open')]);
    const asked = list.ask('one');
    const updatedAt = '2026-01-01T00:00:00Z';
    answer('one', info('a', { title: 'Old', updatedAt }), info('b', { updatedAt: '2026-02-01' }));
    await asked;
    expect(list.sessions).toMatchObject([
      { id: 'b' },
      { id: 'a', title: 'Open', updatedAt, open: { view: 7 } },
    ]);
  });

  it('are without one that was deleted, and an agent that only listed is ended', async () => {
    const { list, answer, stop } = setup(['one']);
    const asked = list.ask('one');
    answer('one', info('a'), info('b'));
    await asked;
    expect(stop).toHaveBeenCalledWith('one');
    list.remove({ id: 'a', agent: 'one', by: 'ONE' });
    expect(list.sessions.map(({ id }) => id)).toEqual(['b']);
  });

  it('of an agent that fails are a problem, and are asked for again', async () => {
    const { list, answers } = setup(['one']);
    answers.get('one')?.reject(new Error('out of order'));
    await list.ask('one');
    expect(list.model(undefined)).toMatchObject({ problems: ['ONE: out of order'], sessions: [] });
    answers.set('one', new Deferred());
    answers.get('one')?.resolve([info('a')]);
    await list.ask('one');
    expect(list.model(undefined)).toMatchObject({ problems: [], sessions: [{ id: 'a' }] });
  });
});
