import { describe, expect, it } from 'vitest';
import { AcpError } from '../../../src/protocol/errors';
import type { InitializeRequest } from '../../../src/protocol/schema.gen';
import { connect } from '../../support/piped-agent';
import { expectValid } from '../../support/schema';
import { wait } from '../../support/wait';

const never = new AbortController().signal;
const able = (agentCapabilities: object, more: object = {}) => ({
  initialize: async () => ({ protocolVersion: 1, agentCapabilities, ...more }),
});

describe('the first request', () => {
  it('says who we are and only what works', async () => {
    let asked: InitializeRequest | undefined;
    const { agent } = connect({
      initialize: async (params) => {
        asked = params;
        return { protocolVersion: 1 };
      },
    });
    await agent.ready;
    expectValid('InitializeRequest', asked);
    expect(asked).toMatchObject({
      protocolVersion: 1,
      clientInfo: { name: 'acp-host.nvim', title: 'acp-host.nvim', version: '0' },
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: true,
        elicitation: { form: {}, url: {} },
        auth: { terminal: true },
        _meta: { 'terminal-auth': true, terminal_output: true },
        session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      },
    });
  });

  it('knows what the agent can do, which is nothing before its answer', async () => {
    const { agent } = connect(
      able({ loadSession: true }, { authMethods: [{ id: 'key', name: 'By key' }] }),
    );
    expect([agent.capabilities, agent.loginMethods, agent.can('load')]).toEqual([{}, [], false]);
    expect([agent.name, agent.can('new')]).toEqual(['fake', true]);
    await agent.ready;
    expect(agent.capabilities).toMatchObject({ loadSession: true });
    expect(agent.loginMethods).toMatchObject([{ id: 'key', name: 'By key' }]);
    expect([agent.can('load'), agent.can('fork')]).toEqual([true, false]);
  });

  it('knows whether the agent takes folders beside the one of its session', async () => {
    for (const [capabilities, taken] of [
      [{}, []],
      [{ sessionCapabilities: {} }, []],
      [{ sessionCapabilities: { additionalDirectories: {} } }, ['/lib']],
    ] as const) {
      const { agent } = connect(able(capabilities));
      await agent.ready;
      expect(agent.takenFolders(['/lib'])).toEqual(taken);
    }
  });

  it('may be answered with nothing but the version', async () => {
    const { agent } = connect();
    await agent.ready;
    expect([agent.capabilities.loadSession, agent.loginMethods]).toEqual([false, []]);
  });

  it('fails with what the agent says, whatever that is', async () => {
    const { agent } = connect({
      initialize: async () => {
        throw new AcpError(-32000, 'not today', { supported: [2] });
      },
    });
    await expect(agent.ready).rejects.toMatchObject({ code: -32000, message: 'not today' });
  });

  it('notes when the agent was heard', async () => {
    const before = Date.now();
    const { agent, client, session } = connect();
    await agent.open(session, []);
    const heard = agent.heardAt;
    expect(heard).toBeGreaterThanOrEqual(before);
    await wait(() => Date.now() > heard, 'the clock goes on');
    client.notify('session/update', {
      sessionId: 's',
      update: { sessionUpdate: 'plan', entries: [] },
    });
    await wait(() => agent.heardAt > heard, 'the update is heard');
  });
});

describe('a request without a session', () => {
  it('goes out only when the agent is ready', async () => {
    const { agent } = connect({ initialize: () => Promise.reject(new AcpError(-1, 'not ready')) });
    for (const asked of [
      agent.list('/project'),
      agent.authenticate('key', never),
      agent.logout(),
      agent.delete('s'),
    ]) {
      await expect(asked).rejects.toThrow('not ready');
    }
  });

  it('signs in and out, lists and deletes', async () => {
    const asked: unknown[] = [];
    const note = async (params: object): Promise<object> => {
      asked.push(params);
      return {};
    };
    const { agent } = connect({
      ...able({ auth: { logout: {} }, sessionCapabilities: { delete: {}, list: {} } }),
      authenticate: note,
      logout: note,
      'session/delete': note,
      'session/list': async (params) => {
        asked.push(params);
        return { sessions: [] };
      },
    });
    await agent.authenticate('key', never);
    await agent.logout();
    await agent.delete('old');
    await agent.list('/project');
    expect(asked).toEqual([{ methodId: 'key' }, {}, { sessionId: 'old' }, { cwd: '/project' }]);
  });

  it('of an agent without such a capability is refused with a message', async () => {
    for (const capabilities of [{}, { auth: {}, sessionCapabilities: {} }]) {
      const { agent } = connect(able(capabilities));
      await expect(agent.list('/project')).rejects.toThrow('fake cannot list its sessions');
      await expect(agent.delete('s')).rejects.toThrow('fake cannot delete sessions');
      await expect(agent.logout()).rejects.toThrow('fake cannot sign out');
    }
  });
});

describe('the end of an agent', () => {
  it.each([
    [7, null, 'fake exited with code 7'],
    [null, 'SIGKILL', 'fake was ended by SIGKILL'],
  ])('with code %s and signal %s is reported as a message', async (code, signal, message) => {
    const { agent, session, end } = connect();
    await agent.open(session, []);
    expect(agent.sessionCount).toBe(1);
    end(code, signal);
    expect(await agent.gone).toMatchObject({
      message,
      detail: 'last words',
      exit: { code, signal },
    });
    expect([session.linked, agent.sessionCount]).toEqual([false, 0]);
  });

  it('that never began is reported with the reason', async () => {
    const { agent, end, process } = connect({ initialize: () => new Promise(() => {}) });
    process.spawnError = () => new Error('no such program');
    end(null);
    await expect(agent.ready).rejects.toThrow('fake could not be started: no such program');
  });

  it('may come without the end of its process', async () => {
    const { agent, session, process } = connect();
    await agent.open(session, []);
    process.stdout.push(null);
    expect(await agent.gone).toMatchObject({ message: 'fake closed its output' });
  });

  it('by our wish ends the process, and the connection', async () => {
    const { agent, session, process } = connect();
    await agent.open(session, []);
    let stopped = 0;
    process.stop = async () => {
      stopped++;
    };
    await agent.stop();
    expect(stopped).toBe(1);
    expect(await agent.gone).toMatchObject({ message: 'the connection was closed' });
    expect(session.linked).toBe(false);
  });
});

describe('what an agent reads', () => {
  it('is the range that it names, where it names one', async () => {
    const { agent, client, session, ranges } = connect();
    await agent.open(session, []);
    const file = { sessionId: 's', path: '/project/a' };
    await client.request('fs/read_text_file', file);
    await client.request('fs/read_text_file', { ...file, line: 2, limit: 0 });
    await client.request('fs/read_text_file', { ...file, line: null, limit: 5 });
    expect(ranges).toEqual([{}, { line: 2, limit: 0 }, { limit: 5 }]);
  });
});
