import { describe, expect, it } from 'vitest';
import {
  agentThat,
  ask,
  say,
  scriptAgent,
  think,
  toolCall,
  toolCallUpdate,
} from '../support/agent';
import { startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

describe('a conversation', () => {
  it('shows the windows at once, sends what is typed and streams the answer', async () => {
    const agent = agentThat(think('Let me see.'), say('Hello, **'), say('{{prompt}}**!'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('scripted');
    await nvim.feed('hi there<C-s>');
    await nvim.screen.toContain('▎hi there');
    await nvim.screen.toContain('Hello, ');
    await nvim.screen.toContain('hi there');
    await nvim.screen.toContain('▸ Thought', { without: 'Let me see.\n' });
    await nvim.expectNotBlocked();
    const prompts = agent.calls('session/prompt');
    expect(prompts).toHaveLength(1);
    expect(prompts[0]?.params.prompt).toEqual([{ type: 'text', text: 'hi there' }]);
  });

  it('shows its end also when its window loses or gains rows', async () => {
    const parts = Array.from({ length: 60 }, (_, n) => `## Part ${n}\n\nwords\n\n`);
    const agent = agentThat(say(parts.join('')));
    await using nvim = await startNvim({ config: agent.setup(), size: [100, 30] });
    await nvim.feed(':vert AcpChat<CR>go<C-s>');
    await nvim.screen.toContain(/Part 58\b[\s\S]*Part 59/);
    await nvim.feed('<Esc>:copen<CR>');
    await nvim.screen.toContain('Quickfix');
    await nvim.screen.toContain(/Part 58\b[\s\S]*Part 59/);
    await nvim.feed(':cclose<CR>');
    await nvim.screen.toContain(/Part 56\b[\s\S]*Part 59/);
  });

  it('sends only what the schema allows', async () => {
    const agent = agentThat(ask('t1'), say('done'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').prompt('go')`);
    await wait(async () => (await nvim.lua(`return #require("acp").permissions()`)) === 1, 'asked');
    await nvim.lua(`require("acp").respond(require("acp").permissions()[1].id, "once")`);
    const answer = await agent.answered('session/request_permission');
    expectValid('RequestPermissionResponse', answer.result);
    expectValid('InitializeRequest', (await agent.called('initialize')).params);
    expectValid('NewSessionRequest', (await agent.called('session/new')).params);
    expectValid('PromptRequest', (await agent.called('session/prompt')).params);
  });

  it('queues a second prompt and never sends an empty one', async () => {
    const agent = scriptAgent({
      prompts: [
        { match: 'first', steps: [{ do: 'gate', name: 'first' }, say('one')] },
        { match: 'second', steps: [say('two')] },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('<C-s>   <C-s><C-u>first<C-s>');
    await agent.called('session/prompt');
    await nvim.feed('second<C-s>');
    await wait(
      async () => (await nvim.lua(`return #require('acp').state().queue`)) === 1,
      'the second prompt waits',
    );
    expect(agent.calls('session/prompt')).toHaveLength(1);
    agent.open('first');
    await nvim.screen.toContain('two');
    expect(agent.calls('session/prompt').map((call) => call.params.prompt[0].text)).toEqual([
      'first',
      'second',
    ]);
  });

  it('cancels on <C-c>, answers what was asked with cancelled, and goes on', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          match: 'wait',
          steps: [toolCall('t', { status: 'in_progress' }), ask('p', {}, false), { do: 'silence' }],
        },
        { steps: [say('fine')] },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('wait<C-s>');
    await nvim.screen.toContain('Allow once');
    await nvim.press('<C-c>');
    const answer = await agent.answered('session/request_permission');
    expect(answer.result).toEqual({ outcome: { outcome: 'cancelled' } });
    await agent.called('session/cancel');
    await nvim.screen.toContain('Cancelled');
    await nvim.screen.toLose('Allow once');
    await nvim.feed('again<C-s>');
    await nvim.screen.toContain('fine');
  });

  it('shows tool calls as they go', async () => {
    const agent = agentThat(
      toolCall('t1', { title: 'Read app.js', kind: 'read', status: 'in_progress' }),
      { do: 'gate', name: 'go' },
      toolCallUpdate('t1', { status: 'completed' }),
      say('that was it'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain(/Read app\.js {2}◐/);
    agent.open('go');
    await nvim.screen.toContain('→ Read app.js', { without: '◐' });
  });

  it('neutralises what could reach the terminal or the editor', async () => {
    const agent = agentThat(
      say('\u001b]0;owned\u0007\u001b[31mred\u001b[0m vim: set ma tw=3:\u0000'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('red vim: set ma');
    const lines: string = await nvim.lua(`
      local chat = vim.iter(vim.api.nvim_list_bufs()):find(function(b) return vim.bo[b].filetype == 'acpchat' end)
      return table.concat(vim.api.nvim_buf_get_lines(chat, 0, -1, false), '\\n')`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
    expect(lines).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
  });
});

describe('the Lua API', () => {
  it('prompts without a window and calls back at the end of the turn', async () => {
    const agent = agentThat(say('ok'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`
      _G.ends = {}
      vim.api.nvim_create_autocmd('User', { pattern = 'Acp*', callback = function(e) table.insert(_G.ends, e.match) end })
      require('acp').prompt('hi', {}, function(err, result) _G.result = { err = err, result = result } end)`);
    await wait(() => nvim.lua('return _G.result ~= nil'), 'the callback was called');
    expect(await nvim.lua('return _G.result')).toEqual({ result: { stopReason: 'end_turn' } });
    expect(await nvim.lua('return _G.ends')).toEqual(
      expect.arrayContaining(['AcpAgentStart', 'AcpSessionNew', 'AcpTurnStart', 'AcpTurnEnd']),
    );
    const state = await nvim.lua(`return require('acp').state()`);
    expect(state).toMatchObject({
      agent: 'scripted',
      turn: { phase: 'idle', stopReason: 'end_turn' },
      entries: [
        { kind: 'user', text: 'hi' },
        { kind: 'agent', text: 'ok' },
      ],
    });
    const sessions = await nvim.lua(`return require('acp').sessions()`);
    expect(sessions).toMatchObject([{ agent: 'scripted', current: true, pending: 0 }]);
  });

  it('answers permissions by id, in any order', async () => {
    const agent = agentThat(
      ask('a', {}, false),
      ask('b', {}, false),
      { do: 'answers' },
      say('done'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').prompt('go')`);
    await wait(
      async () => (await nvim.lua(`return #require('acp').permissions()`)) === 2,
      'two permissions are pending',
    );
    await nvim.lua(`
      local open = require('acp').permissions()
      require('acp').respond(open[2].id, 'no')
      require('acp').respond(open[1].id, 'always')`);
    await wait(
      () => agent.answers('session/request_permission').every(Boolean),
      'both are answered',
    );
    expect(agent.answers('session/request_permission').map((answer) => answer?.result)).toEqual([
      { outcome: { outcome: 'selected', optionId: 'always' } },
      { outcome: { outcome: 'selected', optionId: 'no' } },
    ]);
  });

  it('reports every change of a tool call', async () => {
    const agent = agentThat(
      toolCall('t', { rawInput: {} }),
      toolCallUpdate('t', { rawInput: { path: 'x' } }),
      toolCallUpdate('t', { status: 'in_progress' }),
      toolCallUpdate('t', { status: 'failed' }),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`
      _G.states = {}
      require('acp').on_tool_call(function(call)
        if call.state ~= call.previous then table.insert(_G.states, call.state) end
      end)
      require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(() => nvim.lua('return _G.done'), 'the turn ended');
    expect(await nvim.lua('return _G.states')).toEqual([
      'input-streaming',
      'input-available',
      'running',
      'output-error',
    ]);
  });
});
