/** What published agents do to JSON-RPC and to their processes: the odd behaviours 27 to 32 that were seen. */
import { describe, expect, it } from 'vitest';
import { agentThat, type Step, say, scriptAgent, toolCall } from '../support/agent';
import { startNvim } from '../support/nvim';
import { expectNoneLeft, marked } from '../support/process';
import { transcript } from '../support/summary';
import { talkTo } from '../support/talk';
import { wait } from '../support/wait';

const send = (message: object): Step => ({ do: 'send', message: message as never });

describe('27. messages that no client knows', () => {
  it('requests are answered "method not found", with an underscore and without', async () => {
    const methods = ['craft/drainMidTurnQueue', '_qwencode/start_turn', 'constructor', '__proto__'];
    const steps = methods.map((method): Step => ({ do: 'request', method, params: {} }));
    const agent = agentThat(...steps, say('went on'));
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    for (const method of methods) {
      expect(agent.answers(method)[0]?.error?.code, method).toBe(-32601);
    }
    expect(transcript(talk.session.state)).toEqual(['user: go', 'agent: went on']);
  });

  it('notifications are dropped, also before session/new is answered', async () => {
    const status = send({ method: '_auth/status_update', params: { state: 'ok' } });
    const mode = send({ method: 'qwen/notify/session/mode-update', params: { mode: 'plan' } });
    const agent = scriptAgent({
      replies: { 'session/new': { before: [status] } },
      prompts: [{ steps: [mode, send({ method: '_qwencode/end_turn' }), say('went on')] }],
    });
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    expect(transcript(talk.session.state)).toEqual(['user: go', 'agent: went on']);
    expect(agent.received().filter(({ error }) => error)).toEqual([]);
  });
});

describe('28. ids of requests', () => {
  it('numbers from 0 that are our own ids too, and texts, each get their one answer', async () => {
    const uuid = '4a6dd7e2-0000-4000-8000-2f6b3f2b1a9c';
    const ids = [0, 1, 2, 3, '0', '1', uuid];
    const agent = agentThat(
      ...ids.map((id) => send({ id, method: 'terminal/output', params: { terminalId: 'none' } })),
    );
    await using talk = await talkTo(agent);
    expect(await talk.prompt('go')).toEqual({ ok: true, stopReason: 'end_turn' });
    const answers = () => agent.received().filter(({ method }) => method === undefined);
    await wait(() => answers().length >= ids.length, 'all are answered');
    expect(answers().map(({ id }) => id)).toEqual(ids);
  });

  it('at the end of the message', async () => {
    const agent = agentThat(
      { do: 'raw', line: '{"method":"_odd/order","params":{},"jsonrpc":"2.0","id":"last"}' },
      { do: 'request', method: '_the/end', params: {} },
    );
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    expect(agent.received().find(({ id }) => id === 'last')?.error?.code).toBe(-32601);
  });
});

it('29. errors without an id, or with id null', async () => {
  const error = { code: -32601, message: 'Method not found' };
  const agent = agentThat(
    send({ error }),
    send({ id: null, error: { code: -32700, message: 'Parse error' } }),
    send({ id: 9999, result: {} }),
    { do: 'raw', line: '' },
    say('went on'),
  );
  await using talk = await talkTo(agent);
  expect(await talk.prompt('go')).toEqual({ ok: true, stopReason: 'end_turn' });
  expect(transcript(talk.session.state)).toEqual(['user: go', 'agent: went on']);
  expect(agent.received().filter((message) => message.error)).toEqual([]);
});

it('30. hundreds of lines on stderr, with colours and objects, are no messages and no protocol', async () => {
  const line = '\u001b[33mWARN\u001b[0m {\n  jsonrpc: "2.0",\n "method": "x"\n}\n';
  const agent = agentThat(
    { do: 'repeat', times: 300, steps: [{ do: 'stderr', text: line }] },
    say('went on'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('went on', { without: 'WARN' });
  await nvim.expectNotBlocked();
  expect(await nvim.messages()).not.toContain('WARN');
});

describe('31. processes that outlive what they should', () => {
  it('a daemon in the group of an agent that exits by itself', async () => {
    const agent = agentThat({ do: 'grandchild', ignoreTerm: true }, say('started'));
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    expect(marked(talk.mark).length).toBeGreaterThanOrEqual(2);
    await talk.agent.stop();
    await expectNoneLeft(talk.mark);
  });

  it('an agent that stays after the end of its input', async () => {
    await using talk = await talkTo(agentThat({ do: 'ignoreEof' }, say('here to stay')));
    await talk.prompt('go');
    await talk.agent.stop();
    await expectNoneLeft(talk.mark);
    expect((await talk.agent.gone).exit).toMatchObject({ signal: 'SIGTERM' });
  });

  it('an agent that is deaf to SIGTERM as well', async () => {
    const agent = agentThat({ do: 'ignoreEof' }, { do: 'ignoreTerm' }, say('never'));
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    await talk.agent.stop();
    await expectNoneLeft(talk.mark);
    expect(agent.log().some(({ signal }) => signal === 'SIGTERM')).toBe(true);
  });
});

it('32. extras and nulls on almost anything', async () => {
  const availableCommands = [
    { name: 'init', description: 'Set up', input: null, _meta: { a: 1 } },
    { name: 'ask', description: 'Ask', input: { hint: 'what' } },
  ];
  const configOptions = [
    {
      type: 'select',
      id: 'model',
      name: 'Model',
      description: null,
      category: 'model',
      currentValue: 'a',
      options: [{ value: 'a', name: 'A', description: null, _meta: {} }],
    },
  ];
  const agent = scriptAgent({
    replies: {
      initialize: { result: { _meta: { piAcp: { version: 3 } } } },
      'session/new': { result: { configOptions, modes: null, _meta: { quota: {} }, extra: [1] } },
      'session/prompt': {
        result: { usage: { totalTokens: 5 }, _meta: { 'github.com/copilot': { x: 1 } } },
      },
    },
    prompts: [
      {
        steps: [
          {
            do: 'update',
            update: { sessionUpdate: 'available_commands_update', availableCommands },
          },
          toolCall('t', { status: 'completed', _meta: { claudeCode: {} }, later: true }),
          say('went on'),
        ],
      },
    ],
  });
  await using talk = await talkTo(agent);
  expect(await talk.prompt('go')).toEqual({ ok: true, stopReason: 'end_turn' });
  const { commands, configOptions: options } = talk.session.state;
  expect(commands.map(({ name }) => name)).toEqual(['init', 'ask']);
  expect(options).toMatchObject([{ id: 'model', currentValue: 'a' }]);
  expect(transcript(talk.session.state)).toEqual([
    'user: go',
    'tool other "t": output-available',
    'agent: went on',
  ]);
  expect(talk.log.of('error')).toEqual([]);
});

it('the first version of the protocol is asked for and any other refused', async () => {
  const agent = scriptAgent({ replies: { initialize: { result: { protocolVersion: 2 } } } });
  await using talk = await talkTo(agent, { open: false });
  await expect(talk.agent.open(talk.session, [])).rejects.toThrow(/version 2/);
  expect((await agent.called('initialize')).params.protocolVersion).toBe(1);
  expect(agent.calls('session/new')).toEqual([]);
});
