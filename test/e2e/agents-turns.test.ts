/** How published agents begin and end their turns: the odd behaviours 16 to 23 that were seen on the wire. */
import { describe, expect, it, vi } from 'vitest';
import {
  agentThat,
  ask,
  type Script,
  type Step,
  say,
  scriptAgent,
  toolCall,
  toolCallUpdate,
} from '../support/agent';
import { startNvim } from '../support/nvim';
import { transcript } from '../support/summary';
import { talkTo } from '../support/talk';
import { wait } from '../support/wait';

const usage: Step = { do: 'update', update: { sessionUpdate: 'usage_update', used: 7, size: 100 } };

const output = (text: string): Step =>
  toolCallUpdate('t', { content: [{ type: 'content', content: { type: 'text', text } }] });

describe('16. late updates', () => {
  it('usage and titles after the answer to the prompt', async () => {
    const agent = scriptAgent({
      prompts: [{ steps: [say('answer')] }],
      replies: {
        'session/prompt': {
          after: [
            usage,
            { do: 'update', update: { sessionUpdate: 'session_info_update', title: 'A title' } },
          ],
        },
      },
    });
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    await talk.until(({ title }) => title === 'A title', 'the late title is there');
    expect(talk.session.state.usage).toEqual({ used: 7, size: 100 });
    expect(transcript(talk.session.state)).toEqual(['user: go', 'agent: answer']);
  });

  it('output of a command that runs on after a cancelled turn', async () => {
    const agent = scriptAgent({
      prompts: [{ steps: [toolCall('t', { status: 'in_progress' }), { do: 'silence' }] }],
      replies: { 'session/prompt': { after: [output('tick 6'), output('tick 7')] } },
    });
    await using talk = await talkTo(agent);
    const turn = talk.prompt('go');
    await talk.until(({ entries }) => entries.length === 2, 'the command runs');
    talk.session.cancel();
    expect(await turn).toEqual({ ok: true, stopReason: 'cancelled' });
    await talk.until(
      ({ entries }) => JSON.stringify(entries).includes('tick 7'),
      'the output came',
    );
    expect(talk.session.state.turn).toEqual({ phase: 'idle', stopReason: 'cancelled' });
    expect(transcript(talk.session.state)[1]).toBe('tool other "t": cancelled');
  });

  it('commands after session/new', async () => {
    const availableCommands = [{ name: 'init', description: 'Set up', input: null }];
    const agent = scriptAgent({
      replies: {
        'session/new': {
          after: [
            {
              do: 'update',
              update: { sessionUpdate: 'available_commands_update', availableCommands },
            },
          ],
        },
      },
    });
    await using talk = await talkTo(agent);
    await talk.until(({ commands }) => commands.length === 1, 'the commands are there');
  });
});

describe('17. a rejection ends the turn', () => {
  it.each([
    ['end_turn', 'tool other "t": output-denied'],
    ['cancelled', 'info: Cancelled'],
  ])('with %s and no text', async (stopReason, last) => {
    await using talk = await talkTo(agentThat(ask('t'), { do: 'end', stopReason }));
    const turn = talk.prompt('go');
    await talk.until(({ permissions }) => permissions.length === 1, 'asked');
    talk.session.answer(talk.session.state.permissions[0]?.id ?? '', 'no');
    expect(await turn).toEqual({ ok: true, stopReason });
    expect(transcript(talk.session.state).at(-1)).toBe(last);
  });
});

it('18. updates for a session that is not known yet', async () => {
  const early = (sessionId: string, text: string): Step => ({
    do: 'update',
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });
  const agent = scriptAgent({
    replies: {
      'session/new': {
        before: [early('session-1', '1 '), early('another', 'lost'), early('session-1', '2 ')],
        after: [early('session-1', '3')],
      },
    },
  });
  await using talk = await talkTo(agent);
  await talk.until(
    ({ entries }) => transcript({ ...talk.session.state, entries })[0] === 'agent: 1 2 3',
    'all is there, in order',
  );
  expect(transcript(talk.session.state)).toEqual(['agent: 1 2 3']);
});

describe('19. cancelling', () => {
  it('with a permission open that the agent does not wait for: it is answered all the same', async () => {
    const agent = agentThat(
      ask('t', {}, false),
      { do: 'waitCancel' },
      { do: 'send', message: { method: '$/cancel_request', params: { requestId: '{{request}}' } } },
      { do: 'end', stopReason: 'cancelled' },
    );
    await using talk = await talkTo(agent);
    const turn = talk.prompt('go');
    await talk.until(({ permissions }) => permissions.length === 1, 'asked');
    talk.session.cancel();
    expect(await turn).toEqual({ ok: true, stopReason: 'cancelled' });
    const answer = await agent.answered('session/request_permission');
    expect(answer.result).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(agent.answers('session/request_permission')).toHaveLength(1);
    const methods = agent.received().map(({ method }) => method ?? 'answer');
    expect(methods.slice(-2).sort()).toEqual(['answer', 'session/cancel']);
  });

  it('of a question that the agent withdraws in the middle of its turn', async () => {
    const agent = agentThat(
      ask('t', {}, false),
      { do: 'send', message: { method: '$/cancel_request', params: { requestId: '{{request}}' } } },
      { do: 'answers' },
      say('never mind'),
    );
    await using talk = await talkTo(agent);
    expect(await talk.prompt('go')).toEqual({ ok: true, stopReason: 'end_turn' });
    expect(talk.session.state.permissions).toEqual([]);
    expect(agent.answers('session/request_permission')[0]?.error?.code).toBe(-32800);
  });

  it('with the question open when the agent ends the turn by itself', async () => {
    const agent = agentThat(ask('t', {}, false), { do: 'end', stopReason: 'end_turn' });
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    const answer = await agent.answered('session/request_permission');
    expect(answer.result).toEqual({ outcome: { outcome: 'cancelled' } });
  });

  it('with nothing running sends nothing and does no harm', async () => {
    const agent = agentThat(say('fine'));
    await using talk = await talkTo(agent);
    expect(talk.session.cancel()).toBe(false);
    expect(await talk.prompt('go')).toEqual({ ok: true, stopReason: 'end_turn' });
    expect(agent.calls('session/cancel')).toEqual([]);
  });
});

describe('20. errors of the model', () => {
  it.each([
    [
      'an HTTP number and raw JSON',
      { code: 500, message: '{"error":{"message":"overloaded"}}' },
      'overloaded',
    ],
    [
      'JSON after words',
      { code: 400, message: 'got status 400: {"error":{"message":"bad key"}}' },
      'bad key',
    ],
    [
      'the cause in data',
      { code: -32603, message: 'Internal error', data: { details: 'quota' } },
      'quota',
    ],
  ])('as %s', async (_, error, text) => {
    await using talk = await talkTo(agentThat({ do: 'error', error }));
    expect(await talk.prompt('go')).toEqual({ ok: false, error: expect.stringContaining(text) });
    expect(transcript(talk.session.state).at(-1)).toMatch(new RegExp(`^error: .*${text}`));
  });

  it('as a silent end of the turn', async () => {
    await using talk = await talkTo(agentThat());
    await talk.prompt('go');
    expect(transcript(talk.session.state).at(-1)).toMatch(/^warn: The agent ended the turn/);
  });

  it('as text, then the end of the turn', async () => {
    await using talk = await talkTo(agentThat(say('Error: 429 too many requests')));
    await talk.prompt('go');
    expect(transcript(talk.session.state)).toEqual([
      'user: go',
      'agent: Error: 429 too many requests',
    ]);
  });

  it('as a silent retry, which cancel ends', async () => {
    const agent = agentThat({ do: 'waitCancel' }, { do: 'end', stopReason: 'end_turn' });
    await using talk = await talkTo(agent);
    const turn = talk.prompt('go');
    await agent.called('session/prompt');
    expect(talk.session.state.turn.phase).toBe('running');
    talk.session.cancel();
    expect(await turn).toEqual({ ok: true, stopReason: 'cancelled' });
  });
});

describe('21. a prompt that is never answered', () => {
  const deaf: Script = {
    prompts: [
      { match: 'hang', steps: [{ do: 'ignoreCancel' }, { do: 'silence' }] },
      { steps: [say('well again')] },
    ],
  };

  it('says what else there is when cancel is not answered, and fails when the agent is ended', async () => {
    const agent = scriptAgent(deaf);
    await using talk = await talkTo(agent);
    const turn = talk.prompt('hang');
    const queued = talk.prompt('next');
    await agent.called('session/prompt');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    talk.session.cancel();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(transcript(talk.session.state).join('\n')).toMatch(/does not answer the cancel/);
    await talk.agent.stop();
    expect(await turn).toMatchObject({ ok: false });
    expect(await queued).toMatchObject({ ok: false });
    expect(talk.session.state.turn.phase).toBe('idle');
  });

  it('is left by restarting the agent', async () => {
    const agent = scriptAgent(deaf);
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('hang<C-s>');
    await agent.called('session/prompt');
    await nvim.press('<C-c>');
    await agent.called('session/cancel');
    await nvim.lua(`vim.cmd('Acp restart')`);
    await agent.called('session/new', 2);
    await nvim.lua(`require('acp').prompt('hello')`);
    await nvim.screen.toContain('well again');
  });

  it('an empty prompt, which drives some agents into this, is not sent', async () => {
    const agent = agentThat(say('never'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`
      _G.errors = {}
      for _, content in ipairs({ '', ' \\n ', {}, { { type = 'text', text = ' ' } } }) do
        require('acp').prompt(content, {}, function(err) table.insert(_G.errors, err or 'sent') end)
      end`);
    await wait(async () => (await nvim.lua('return #_G.errors')) === 4, 'all have been answered');
    expect(await nvim.lua('return _G.errors')).not.toContain('sent');
    expect(agent.calls('session/prompt')).toEqual([]);
  });
});

it('22. a second prompt while one runs waits in the client', async () => {
  const agent = scriptAgent({
    prompts: [
      { match: 'first', steps: [{ do: 'gate', name: 'first' }, say('one')] },
      { steps: [say('two')] },
    ],
  });
  await using talk = await talkTo(agent);
  const turns = [talk.prompt('first'), talk.prompt('second')];
  await agent.called('session/prompt');
  expect(talk.session.state.queue).toHaveLength(1);
  expect(agent.calls('session/prompt')).toHaveLength(1);
  agent.open('first');
  await Promise.all(turns);
  expect(transcript(talk.session.state)).toEqual([
    'user: first',
    'agent: one',
    'user: second',
    'agent: two',
  ]);
});

it.each([
  ['max_turn_requests', /^warn: The agent reached its limit of steps/],
  ['cancelled', /^info: Cancelled/],
  ['brand_new_reason', /^warn: The agent stopped: brand_new_reason/],
])('23. the stop reason %s, which nobody asked for', async (stopReason, said) => {
  await using talk = await talkTo(agentThat(say('text'), { do: 'end', stopReason }));
  expect(await talk.prompt('go')).toEqual({ ok: true, stopReason });
  expect(transcript(talk.session.state).at(-1)).toMatch(said);
});
