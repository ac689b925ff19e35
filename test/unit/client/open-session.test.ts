import { describe, expect, it } from 'vitest';
import { canOpen, type Opening, requestSession } from '../../../src/client/open-session';
import { SessionRouter } from '../../../src/client/session-router';
import type { AgentCapabilities } from '../../../src/protocol/schema.gen';
import { testSession } from '../../support/session';
import { wire } from '../../support/wire';

const ALL: AgentCapabilities = {
  loadSession: true,
  sessionCapabilities: { resume: {}, fork: {}, additionalDirectories: {} },
};
const SERVER = { name: 'm', command: 'm', args: [], env: [] };

function open(opening: Opening, capabilities: AgentCapabilities, timeoutMs = 5000) {
  const w = wire();
  const sessions = new SessionRouter(w.log);
  const session = testSession({ agent: 'fake', cwd: '/p' });
  session.grantFolders(['/lib']);
  const { connection } = w;
  const start = (): Promise<unknown> =>
    requestSession(
      { connection, name: 'fake', capabilities, sessions, timeoutMs },
      session,
      [SERVER],
      opening,
    );
  const answer = async (said: object): Promise<unknown> => {
    const { id, params } = await w.sentMethod(method);
    w.say({ jsonrpc: '2.0', id, ...said });
    return params;
  };
  const method = `session/${opening.how}`;
  return { w, session, sessions, start, answer };
}
const chunk = {
  sessionUpdate: 'user_message_chunk',
  content: { type: 'text', text: 'x' },
} as const;

describe('a way to open a session', () => {
  it.each<[Opening['how'], AgentCapabilities, boolean]>([
    ['new', {}, true],
    ['load', ALL, true],
    ['load', { loadSession: false }, false],
    ['load', {}, false],
    ['resume', ALL, true],
    ['resume', { loadSession: true }, false],
    ['fork', ALL, true],
    ['fork', { sessionCapabilities: { resume: {} } }, false],
  ])('%s, for an agent with %j: %s', (how, capabilities, can) => {
    expect(canOpen(capabilities, how)).toBe(can);
  });

  it('is refused with a message when the agent does not have it', async () => {
    const { w, session, start } = open({ how: 'load', sessionId: 'old' }, {});
    await expect(start()).rejects.toThrow('fake cannot load sessions');
    expect(session.replaying).toBe(false);
    expect(w.sent).toEqual([]);
  });
});

describe('a new session', () => {
  it('is asked for with its folder, its servers, and the folders beside it', async () => {
    const { session, sessions, start, answer } = open({ how: 'new' }, ALL);
    const opened = start();
    expect(await answer({ result: { sessionId: 's' } })).toEqual({
      cwd: '/p',
      mcpServers: [SERVER],
      additionalDirectories: ['/lib'],
    });
    expect(await opened).toEqual({ sessionId: 's' });
    expect(session.replaying).toBe(false);
    expect(sessions.all).toEqual([]);
  });

  it('names no folders where there are none beside its own', async () => {
    const { session, start, answer } = open({ how: 'new' }, ALL);
    session.grantFolders([]);
    const opened = start();
    expect(await answer({ result: { sessionId: 's' } })).toEqual({
      cwd: '/p',
      mcpServers: [SERVER],
    });
    await opened;
  });

  it('is given up with a message when it takes too long', async () => {
    const { start } = open({ how: 'new' }, ALL, 10);
    await expect(start()).rejects.toThrow('fake did not open a session in time');
  });
});

describe('a stored session', () => {
  it.each(['load', 'resume'] as const)('gets its history while it is opened by %s', async (how) => {
    const { session, sessions, start, answer } = open({ how, sessionId: 'old' }, ALL);
    const opened = start();
    expect(sessions.has('old')).toBe(true);
    expect(session.replaying).toBe(true);
    expect(await answer({ result: {} })).toMatchObject({ sessionId: 'old', cwd: '/p' });
    expect(await opened).toMatchObject({ sessionId: 'old' });
    // An agent that resumes has replayed nothing by then, and will not.
    expect(session.replaying).toBe(how === 'load');
  });

  it('that the agent refuses is not open, and its updates are ignored', async () => {
    const { session, sessions, start, answer } = open({ how: 'load', sessionId: 'old' }, ALL);
    const opened = start();
    sessions.update({ sessionId: 'old', update: chunk });
    expect([...session.state.entries]).toHaveLength(1);
    await answer({ error: { code: -32002, message: 'no such session' } });
    await expect(opened).rejects.toThrow('no such session');
    expect(sessions.has('old')).toBe(false);
    expect(session.replaying).toBe(false);
    expect([...session.state.entries]).toEqual([]);
  });

  it('is not opened twice', async () => {
    const { w, session, sessions, start } = open({ how: 'resume', sessionId: 'old' }, ALL);
    sessions.set('old', session);
    await expect(start()).rejects.toThrow('this session is open already');
    expect(w.sent).toEqual([]);
  });
});

describe('a copy of a session', () => {
  it('has the id that the agent gives it, and the history of the other', async () => {
    const { session, sessions, start, answer } = open({ how: 'fork', sessionId: 'old' }, ALL);
    const opened = start();
    expect(session.replaying).toBe(true);
    expect(await answer({ result: { sessionId: 'copy' } })).toMatchObject({ sessionId: 'old' });
    expect(await opened).toMatchObject({ sessionId: 'copy' });
    expect(sessions.has('old')).toBe(false);
    expect(session.replaying).toBe(true);
  });

  it('has none when the agent refuses', async () => {
    const { session, start, answer } = open({ how: 'fork', sessionId: 'old' }, ALL);
    const opened = start();
    await answer({ error: { code: -32603, message: 'no copies' } });
    await expect(opened).rejects.toThrow('no copies');
    expect(session.replaying).toBe(false);
  });
});
