import { describe, expect, it } from 'vitest';
import { agentThat, type ScriptedAgent, type Step, say } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { answer } from '../support/permission';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

const CREATE = 'elicitation/create';

function elicit(params: Record<string, unknown>, wait = true): Step {
  return { do: 'request', method: CREATE, params, wait };
}

const FORM = elicit({
  mode: 'form',
  message: 'Tell me about the project',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', minLength: 3 },
      count: { type: 'integer', title: 'Count', default: 2, maximum: 9 },
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [
          { const: 'lib', title: 'A library' },
          { const: 'app', title: 'An application' },
        ],
      },
      parts: { type: 'array', title: 'Parts', items: { type: 'string', enum: ['docs', 'tests'] } },
    },
    required: ['name'],
  },
});

const LINK = elicit(
  {
    mode: 'url',
    message: 'Please sign in',
    elicitationId: 'e1',
    url: 'https://login.example.org/start?session=1234567890',
  },
  false,
);

/** The card is on screen while the user types on; then the user goes there. */
async function goToCard(nvim: Nvim, agent: ScriptedAgent, text: string): Promise<void> {
  await nvim.feed(':AcpChat<CR>');
  await nvim.feed('go<C-s>typing on');
  await nvim.screen.toContain(text);
  await nvim.screen.toContain('typing on');
  expect(await nvim.lua('return vim.bo.filetype')).toBe('acpprompt');
  expect(agent.answers(CREATE)[0]).toBeUndefined();
  await nvim.feed('<C-g>');
  await wait(
    async () => (await nvim.lua('return vim.bo.filetype')) === 'acppermission',
    'the float has the focus',
  );
}

async function press(nvim: Nvim, key: string, done: () => unknown): Promise<void> {
  await answer(nvim, key);
  await wait(done, () => `${key} has its effect\n${nvim.screen.framed()}`);
}

const insert = { layout: { insert: true } };

describe('a form', () => {
  it('is filled in step by step after a key, seen again, and only then sent', async () => {
    const agent = agentThat(FORM, say('thanks: {{answer}}'));
    await using nvim = await startNvim({
      config: `${agent.setup(insert)}
        _G.asked, _G.texts = {}, { 'ab', 'my project', '3' }
        vim.ui.input = function(opts, done)
          table.insert(_G.asked, opts.prompt .. (opts.default or ''))
          done(table.remove(_G.texts, 1))
        end
        vim.ui.select = function(items, opts, done)
          table.insert(_G.asked, opts.prompt .. #items)
          if opts.prompt:find('^Parts') then
            _G.round = (_G.round or 0) + 1
            done(items[_G.round == 1 and 3 or 1])
          else
            done(items[2])
          end
        end`,
    });
    await goToCard(nvim, agent, 'Tell me about the project');
    expect(await nvim.lua('return #_G.asked')).toBe(0);
    await nvim.screen.toContain('1 question to answer');
    await nvim.screen.toContain('Name *: not set');
    await nvim.screen.toContain('Count: 2');
    await press(nvim, 'a', async () => (await nvim.lua('return #_G.asked')) > 0);
    await nvim.screen.toContain('Parts: tests');
    await nvim.screen.toContain('Name *: my project');
    await nvim.screen.toContain('Kind: An application');
    // A value that will not do was asked for again.
    expect(await nvim.lua('return _G.asked')).toEqual([
      'Name *: ',
      'Name *: ab',
      'Count: 2',
      'Kind:3',
      'Parts:3',
      'Parts:3',
    ]);
    expect(agent.answers(CREATE)[0]).toBeUndefined();
    await press(nvim, 's', () => agent.answers(CREATE)[0]);
    const { result } = await agent.answered(CREATE);
    expectValid('CreateElicitationResponse', result);
    expect(result).toEqual({
      action: 'accept',
      content: { name: 'my project', count: 3, kind: 'app', parts: ['tests'] },
    });
    await nvim.screen.toContain('thanks:');
    await nvim.screen.toLose('Send as shown');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpprompt');
    await nvim.expectNotBlocked();
  });

  it('is declined by a key, and sending without what is needed says so', async () => {
    const agent = agentThat(FORM, say('well: {{answer}}'));
    await using nvim = await startNvim({
      config: `${agent.setup(insert)}
        _G.notes = {} vim.notify = function(text) table.insert(_G.notes, text) end`,
    });
    await goToCard(nvim, agent, 'Tell me about the project');
    // A key that comes too early says so.
    const said = 'acp: Name: a value is needed';
    await press(nvim, 's', () => nvim.lua('return vim.tbl_contains(_G.notes, ...)', said));
    await press(nvim, 'r', () => agent.answers(CREATE)[0]);
    expect((await agent.answered(CREATE)).result).toEqual({ action: 'decline' });
  });

  it('is answered with cancel when the turn is cancelled', async () => {
    const agent = agentThat(FORM);
    await using nvim = await startNvim({ config: agent.setup(insert) });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('Tell me about the project');
    await nvim.lua(`require('acp').cancel()`);
    expect((await agent.answered(CREATE)).result).toEqual({ action: 'cancel' });
    await agent.called('session/cancel');
    const methods = agent
      .received()
      .map((message) => message.method ?? (message.result?.action === 'cancel' ? 'answer' : ''));
    expect(methods.indexOf('answer')).toBeLessThan(methods.indexOf('session/cancel'));
    await nvim.screen.toLose('Send as shown');
  });
});

describe('the keys in a form', () => {
  const QUESTION = elicit({
    mode: 'form',
    message: 'Which one?',
    requestedSchema: {
      type: 'object',
      properties: {
        q0: {
          type: 'string',
          title: 'Which one?',
          oneOf: [
            { const: 'x5', title: 'The fifth' },
            { const: 'x6', title: 'The sixth' },
          ],
        },
      },
      required: ['q0'],
    },
  });
  const MIXED = elicit({
    mode: 'form',
    message: 'Set it up',
    requestedSchema: {
      type: 'object',
      properties: {
        kind: { type: 'string', title: 'Kind', enum: ['lib', 'app'] },
        parts: {
          type: 'array',
          title: 'Parts',
          items: {
            anyOf: [
              { const: 'd', title: 'docs' },
              { const: 't', title: 'tests' },
            ],
          },
          minItems: 2,
        },
        strict: { type: 'boolean', title: 'Strict', default: false },
        name: { type: 'string', title: 'Name', minLength: 3 },
      },
      required: ['kind', 'name'],
    },
  });

  it('answer a question with options at once', async () => {
    const agent = agentThat(QUESTION, say('well: {{answer}}'));
    await using nvim = await startNvim({ config: agent.setup(insert) });
    await goToCard(nvim, agent, 'Which one?');
    await nvim.screen.toContain('[1] The fifth');
    await nvim.screen.toContain('[2] The sixth');
    await press(nvim, '2', () => agent.answers(CREATE)[0]);
    const { result } = await agent.answered(CREATE);
    expectValid('CreateElicitationResponse', result);
    expect(result).toEqual({ action: 'accept', content: { q0: 'x6' } });
    await nvim.screen.toContain('well:');
  });

  it('leave those that they are too few for to the picker of the user', async () => {
    const options = Array.from({ length: 25 }, (_, at) => `option ${at + 1}`);
    const agent = agentThat(
      elicit({
        mode: 'form',
        message: 'Which one?',
        requestedSchema: {
          type: 'object',
          properties: { pick: { type: 'string', title: 'Pick', enum: options } },
          required: ['pick'],
        },
      }),
      say('thanks: {{answer}}'),
    );
    await using nvim = await startNvim({
      size: [80, 50],
      config: `${agent.setup(insert)}
        vim.ui.select = function(items, _, done)
          _G.offered = #items
          done(items[25], 25)
        end`,
    });
    await goToCard(nvim, agent, '… 7 more: [a]');
    await press(nvim, 'a', () => nvim.lua('return _G.offered ~= nil'));
    expect(await nvim.lua('return _G.offered')).toBe(25);
    await nvim.screen.toContain('Pick *: option 25');
    await press(nvim, 's', () => agent.answers(CREATE)[0]);
    expect(agent.answers(CREATE)[0]?.result).toMatchObject({ content: { pick: 'option 25' } });
  });

  it('fill in, switch and choose; what is wrong stands at its field', async () => {
    const agent = agentThat(MIXED, say('well: {{answer}}'));
    await using nvim = await startNvim({
      size: [100, 40],
      config: `${agent.setup(insert)}
        _G.texts = { 'ab', 'abc' }
        vim.ui.input = function(_, done) done(table.remove(_G.texts, 1)) end`,
    });
    await goToCard(nvim, agent, 'Set it up');
    await nvim.screen.toContain('[1] lib  [2] app');
    await press(nvim, 's', () => nvim.screen.text().includes('✗ a value is needed'));
    await press(nvim, '2', () => nvim.screen.text().includes('Kind *: app'));
    await nvim.feed('3');
    await nvim.screen.toContain('✗ at least 2 must be chosen');
    await nvim.feed('4');
    await nvim.screen.toLose('✗ at least 2 must be chosen');
    await nvim.feed('5');
    await nvim.screen.toContain('Strict: yes');
    await nvim.lua(`vim.fn.search('Name')`);
    await nvim.feed('<CR>');
    await nvim.screen.toContain('Name *: abc');
    await nvim.screen.toLose('✗ a value is needed');
    await press(nvim, 's', () => agent.answers(CREATE)[0]);
    const { result } = await agent.answered(CREATE);
    expectValid('CreateElicitationResponse', result);
    expect(result).toEqual({
      action: 'accept',
      content: { kind: 'app', parts: ['d', 't'], strict: true, name: 'abc' },
    });
  });
});

describe('an address', () => {
  const OPENED = `vim.ui.open = function(url) _G.opened = url return nil, nil end`;

  it('is shown in full with its host, opened only on yes, and its end is reported', async () => {
    const agent = agentThat(
      LINK,
      { do: 'answers' },
      { do: 'send', message: { method: 'elicitation/complete', params: { elicitationId: 'e1' } } },
      say('signed in: {{answer}}'),
    );
    await using nvim = await startNvim({ config: `${agent.setup(insert)}\n${OPENED}` });
    await goToCard(nvim, agent, 'login.example.org');
    await nvim.screen.toContain('https://login.example.org/start?session=1234567890');
    expect(await nvim.lua('return _G.opened')).toBeNull();
    await press(nvim, 'o', () => agent.answers(CREATE)[0]);
    expect((await agent.answered(CREATE)).result).toEqual({ action: 'accept' });
    await wait(async () => await nvim.lua('return _G.opened'), 'it is opened');
    expect(await nvim.lua('return _G.opened')).toBe(
      'https://login.example.org/start?session=1234567890',
    );
    await nvim.screen.toContain('What was opened in the browser is done');
    await nvim.screen.toContain('signed in:');
  });

  it('disappears when the agent withdraws it, and was never opened', async () => {
    const agent = agentThat(
      LINK,
      { do: 'gate', name: 'withdraw' },
      { do: 'send', message: { method: '$/cancel_request', params: { requestId: '{{request}}' } } },
      { do: 'answers' },
      say('never mind'),
    );
    await using nvim = await startNvim({ config: `${agent.setup(insert)}\n${OPENED}` });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('login.example.org');
    agent.open('withdraw');
    await nvim.screen.toContain('never mind');
    await nvim.screen.toLose('login.example.org');
    expect((await agent.answered(CREATE)).error?.code).toBe(-32800);
    expect(await nvim.lua('return _G.opened')).toBeNull();
  });
});

describe('with the editor’s own input', () => {
  const TEXTS = elicit(
    {
      mode: 'form',
      message: 'Two words',
      requestedSchema: {
        properties: { one: { type: 'string' }, two: { type: 'string', default: 'second' } },
      },
    },
    false,
  );

  it('a form is filled in on the command line', async () => {
    const agent = agentThat(TEXTS, { do: 'answers' }, say('read'));
    await using nvim = await startNvim({ config: agent.setup(insert) });
    await goToCard(nvim, agent, 'Two words');
    const mode = () => nvim.lua('return vim.api.nvim_get_mode().mode');
    await press(nvim, 'a', async () => (await mode()) === 'c');
    await nvim.screen.toContain('one: ');
    await nvim.feed('<C-u>first<CR>');
    await wait(
      async () => (await nvim.lua('return vim.fn.getcmdline()')) === 'second',
      'the next field is asked for',
    );
    await nvim.screen.toContain('one: first');
    await nvim.feed('!<CR>');
    await nvim.screen.toContain('two: second!');
    await nvim.screen.toContain('one: first');
    await press(nvim, 's', () => agent.answers(CREATE)[0]);
    expect((await agent.answered(CREATE)).result).toEqual({
      action: 'accept',
      content: { one: 'first', two: 'second!' },
    });
  });

  it('a form withdrawn while it is filled in leaves nothing behind', async () => {
    const agent = agentThat(
      TEXTS,
      { do: 'gate', name: 'withdraw' },
      { do: 'send', message: { method: '$/cancel_request', params: { requestId: '{{request}}' } } },
      { do: 'answers' },
      say('never mind'),
    );
    await using nvim = await startNvim({ config: agent.setup(insert) });
    await goToCard(nvim, agent, 'Two words');
    const mode = () => nvim.lua('return vim.api.nvim_get_mode().mode');
    await press(nvim, 'a', async () => (await mode()) === 'c');
    agent.open('withdraw');
    await agent.answered(CREATE);
    await nvim.feed('<C-u>late<CR>');
    await nvim.screen.toContain('never mind');
    await wait(async () => (await mode()) !== 'c', 'the command line is left');
    await nvim.screen.toLose('Send as shown');
    await nvim.expectNotBlocked();
  });
});
