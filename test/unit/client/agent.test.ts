import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { AgentHandlers } from '../../../src/protocol/connection';
import { AcpError } from '../../../src/protocol/errors';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';
import type { Session } from '../../../src/session/session';
import { commands, connect } from '../../support/piped-agent';
import { wait } from '../../support/wait';

const chunk = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

const texts = (session: Session): string[] =>
  session.state.entries.map((entry) =>
    'content' in entry
      ? entry.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
      : entry.kind,
  );

describe('starting', () => {
  it('opens a session after initialize', async () => {
    const { agent, session } = connect();
    await agent.open(session, []);
    expect(session.state.id).toBe('s');
    expect(session.linked).toBe(true);
    expect(session.state.continued).toBe(false);
  });

  it('refuses another version of the protocol, with a message', async () => {
    const { agent, session } = connect({
      initialize: async () => ({ protocolVersion: 2 }),
    });
    await expect(agent.open(session, [])).rejects.toThrow(/version 2 .* version 1/);
  });

  it.each([
    [
      { requested: 1, supported: [2] },
      /^fake speaks version 2 of the protocol, this client version 1/,
    ],
    [{ supported: [2, 3] }, /version 2, 3 of/],
    [undefined, /version other than 1 of/],
    ['odd', /version other than 1 of/],
  ])('says the same when the agent refuses our version: %j', async (data, text) => {
    const { agent, session } = connect({
      initialize: async () => {
        throw new AcpError(-32022, 'Unsupported protocol version', data);
      },
    });
    await expect(agent.open(session, [])).rejects.toThrow(text);
  });

  it('says what it waited for when the agent is silent', async () => {
    const silent = { initialize: () => new Promise<never>(() => {}) };
    const { agent, session } = connect(silent, {}, 200);
    await expect(agent.open(session, [])).rejects.toThrow(/did not answer in 0.2 s/);
  });

  it('reports exit code and last words of an agent that dies at once', async () => {
    const { agent, session, end } = connect({ initialize: () => new Promise(() => {}) });
    const opening = agent.open(session, []);
    end(3);
    await expect(opening).rejects.toMatchObject({
      message: 'fake exited with code 3',
      detail: 'last words',
    });
  });
});

it('an answer that comes while the agent is being ended makes no session', async () => {
  const asked = new Deferred<void>();
  const answer = new Deferred<void>();
  const { agent, session, process } = connect({
    'session/new': async () => {
      asked.resolve();
      await answer.promise;
      return { sessionId: 's' };
    },
  });
  const opening = agent.open(session, []);
  await asked.promise;
  const ended = new Deferred<void>();
  const stop = process.stop;
  process.stop = () => ended.promise.then(stop);
  const stopping = agent.stop();
  answer.resolve();
  await expect(opening).rejects.toThrow('fake was stopped');
  expect(session.linked).toBe(false);
  ended.resolve();
  await stopping;
});

describe('updates', () => {
  it('that come before the session has a name are kept, in order', async () => {
    const { agent, client, session } = connect({
      'session/new': async () => {
        client.notify('session/update', { sessionId: 's', update: chunk('1') });
        client.notify('session/update', { sessionId: 's', update: chunk('2') });
        return { sessionId: 's' };
      },
    });
    await agent.open(session, []);
    client.notify('session/update', { sessionId: 's', update: chunk('3') });
    await wait(() => texts(session)[0] === '123', 'all three pieces are there');
  });

  it('between turns, after a turn and for unknown sessions do no harm', async () => {
    const { agent, client, session } = connect({
      'session/prompt': async () => {
        client.notify('session/update', { sessionId: 's', update: chunk('in ') });
        setImmediate(() =>
          client.notify('session/update', { sessionId: 's', update: chunk('late') }),
        );
        return { stopReason: 'end_turn' };
      },
    });
    await agent.open(session, []);
    client.notify('session/update', { sessionId: 'nobody', update: chunk('lost') });
    expect(await session.prompt([{ type: 'text', text: 'go' }])).toMatchObject({ ok: true });
    await wait(
      () => texts(session).join('|') === 'go|in |late',
      () => texts(session).join('|'),
    );
  });
});

const FORM = {
  mode: 'form',
  message: 'Which team?',
  requestId: 7,
  requestedSchema: { properties: { team: { type: 'string' } } },
} as const;

describe('what the agent asks for', () => {
  it('is answered: files, terminals, permissions', async () => {
    const { agent, client, session, files } = connect();
    await agent.open(session, []);
    const read = await client.request('fs/read_text_file', { sessionId: 's', path: '/project/a' });
    expect(read.content).toBe('text of a');
    await client.request('fs/write_text_file', {
      sessionId: 's',
      path: '/project/b',
      content: 'b',
    });
    expect(files.get('/project/b')).toBe('b');

    const { terminalId } = await client.request('terminal/create', {
      sessionId: 's',
      command: 'make',
      env: [{ name: 'A', value: '1' }],
    });
    expect(commands.at(-1)).toMatchObject({ command: 'make', cwd: '/project', env: { A: '1' } });
    const waiting = client.request('terminal/wait_for_exit', { sessionId: 's', terminalId });
    expect(await client.request('terminal/output', { sessionId: 's', terminalId })).toMatchObject({
      output: 'so far',
    });
    const abort = new AbortController();
    const { signal } = abort;
    const withdrawn = client.request(
      'terminal/wait_for_exit',
      { sessionId: 's', terminalId },
      { signal },
    );
    abort.abort();
    await expect(withdrawn).rejects.toMatchObject({ code: -32800 });
    await client.request('terminal/kill', { sessionId: 's', terminalId });
    expect(await waiting).toMatchObject({ signal: 'SIGTERM' });
    await client.request('terminal/release', { sessionId: 's', terminalId });
    await expect(
      client.request('terminal/output', { sessionId: 's', terminalId }),
    ).rejects.toMatchObject({ code: -32602 });
    expect(session.state.terminals.get(terminalId)?.output).toBe('so far');

    const asked = client.request('session/request_permission', {
      sessionId: 's',
      toolCall: { toolCallId: 't' },
      options: [{ optionId: 'o', name: 'O', kind: 'allow_once' }],
    });
    await wait(() => session.state.permissions.length === 1, 'the question is open');
    session.answer(session.state.permissions[0]?.id ?? '', 'o');
    expect(await asked).toMatchObject({ outcome: { outcome: 'selected', optionId: 'o' } });
  });

  it('a form that belongs to a request is asked where the session is being made', async () => {
    let answer: unknown;
    const made: ReturnType<typeof connect> = connect({
      'session/new': async () => {
        answer = await made.client.request('elicitation/create', FORM);
        return { sessionId: 's' };
      },
    });
    const { agent, session } = made;
    const opening = agent.open(session, []);
    await wait(() => session.state.elicitations.length === 1, 'the form is open');
    const id = session.state.elicitations[0]?.id ?? '';
    session.elicitations.fill(id, 'team', 'red');
    session.elicitations.accept(id);
    await opening;
    expect(answer).toEqual({ action: 'accept', content: { team: 'red' } });
  });

  it('a form of an unknown session is refused, one that nobody can see is cancelled', async () => {
    const { agent, client, session } = connect();
    await expect(client.request('elicitation/create', FORM)).resolves.toEqual({ action: 'cancel' });
    await agent.open(session, []);
    await expect(
      client.request('elicitation/create', {
        ...FORM,
        requestId: undefined,
        sessionId: 'x',
      } as never),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it('what is open ends with the agent', async () => {
    const { agent, client, session, end } = connect();
    await agent.open(session, []);
    client.request('elicitation/create', FORM).catch(() => {});
    await wait(() => session.state.elicitations.length === 1, 'the form is open');
    end(1);
    await agent.gone;
    expect(session.state.elicitations).toEqual([]);
  });

  it('of an unknown session is refused by name', async () => {
    const { agent, client, session } = connect();
    await agent.open(session, []);
    await expect(
      client.request('fs/read_text_file', { sessionId: 'x', path: '/project/a' }),
    ).rejects.toMatchObject({ code: -32602, message: 'unknown session "x"' });
  });

  it('a missing file is -32002, or the empty text for agents known to need that', async () => {
    const missing = { sessionId: 's', path: '/project/none' };
    const strict = connect();
    await strict.agent.open(strict.session, []);
    await expect(strict.client.request('fs/read_text_file', missing)).rejects.toMatchObject({
      code: -32002,
    });
    const kind = connect({}, { missingFileReadsEmpty: true });
    await kind.agent.open(kind.session, []);
    expect((await kind.client.request('fs/read_text_file', missing)).content).toBe('');
  });
});

describe('stored sessions', () => {
  const able = (sessionCapabilities: object, more: object = {}): AgentHandlers['requests'] => ({
    initialize: async () => ({
      protocolVersion: 1,
      agentCapabilities: { loadSession: true, sessionCapabilities, ...more },
    }),
  });
  const info = (sessionId: string) => ({ sessionId, cwd: '/project' });

  it('are listed page by page, and a list without end is cut', async () => {
    const cursors: unknown[] = [];
    const { agent } = connect({
      ...able({ list: {} }),
      'session/list': async ({ cursor }) => {
        cursors.push(cursor);
        return { sessions: [info(`after ${cursor}`)], nextCursor: cursor ? null : 'p2' };
      },
    });
    expect((await agent.list('/project')).map(({ sessionId }) => sessionId)).toEqual([
      'after undefined',
      'after p2',
    ]);
    expect(cursors).toEqual([undefined, 'p2']);
    let page = 0;
    const endless = connect({
      ...able({ list: {} }),
      'session/list': async () => ({ sessions: [info(`${++page}`)], nextCursor: `${page}` }),
    });
    expect(await endless.agent.list('/project')).toHaveLength(100);
  });

  it('that come again and again, with the same cursor, are listed once', async () => {
    let asked = 0;
    const { agent } = connect({
      ...able({ list: {} }),
      'session/list': async () => {
        asked++;
        return { sessions: [info('a'), info('b'), info('a')], nextCursor: 'same' };
      },
    });
    expect((await agent.list('/project')).map(({ sessionId }) => sessionId)).toEqual(['a', 'b']);
    expect(asked).toBe(2);
  });

  it('are not asked for what the agent has not advertised', async () => {
    const { agent, session } = connect();
    await expect(agent.list('/project')).rejects.toThrow('fake cannot list its sessions');
    await expect(agent.delete('s')).rejects.toThrow('fake cannot delete sessions');
    await expect(agent.logout()).rejects.toThrow('fake cannot sign out');
    for (const how of ['load', 'resume', 'fork'] as const) {
      await expect(agent.open(session, [], { how, sessionId: 's' })).rejects.toThrow(
        `fake cannot ${how} sessions`,
      );
    }
  });

  it('are opened once', async () => {
    const { agent, session, newSession } = connect({
      ...able({ resume: {} }),
      'session/resume': async () => ({}),
    });
    await agent.open(session, [], { how: 'resume', sessionId: 'old' });
    expect(session.state.id).toBe('old');
    expect(session.state.continued).toBe(true);
    const second = newSession('v2');
    await expect(agent.open(second, [], { how: 'load', sessionId: 'old' })).rejects.toThrow(
      'open already',
    );
  });

  it('take further folders along where the agent wants them', async () => {
    const asked: unknown[] = [];
    const { agent, session, client } = connect({
      ...able({ additionalDirectories: {} }),
      'session/load': async (params) => {
        asked.push(params.additionalDirectories);
        return {};
      },
    });
    await agent.ready;
    session.grantFolders(agent.takenFolders(['/lib']));
    await agent.open(session, [], { how: 'load', sessionId: 'old' });
    expect(asked).toEqual([['/lib']]);
    client.notify('session/update', { sessionId: 'old', update: chunk('hello') });
    await wait(() => texts(session).join() === 'hello', 'the update is there');
  });
});

it('a sign-in can be given up though the agent never answers', async () => {
  const { agent } = connect({ authenticate: () => new Promise(() => {}) });
  const abort = new AbortController();
  const signingIn = agent.authenticate('m', abort.signal);
  await agent.ready;
  abort.abort();
  await expect(signingIn).rejects.toMatchObject({ code: -32800 });
});

it('an agent that dies in the middle of a turn fails it with exit code and last words', async () => {
  const { agent, session, end } = connect({ 'session/prompt': () => new Promise(() => {}) });
  await agent.open(session, []);
  const result = session.prompt([{ type: 'text', text: 'go' }]);
  end(7);
  expect(await result).toEqual({ ok: false, error: 'fake exited with code 7' });
  await agent.gone;
  expect(session.linked).toBe(false);
  const errors = session.state.entries.filter((entry) => entry.kind === 'notice');
  expect(errors).toMatchObject([{ level: 'error', detail: 'last words' }]);
});
