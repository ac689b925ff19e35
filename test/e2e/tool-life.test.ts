/** What listeners of tool calls get, in a real editor. */
import { describe, expect, it } from 'vitest';
import { agentThat, ask, say, scriptAgent, toolCall, toolCallUpdate } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

const ended = (nvim: Nvim): Promise<void> =>
  wait(() => nvim.lua('return _G.done == true'), 'the turn ended');

const RECORD = `
  _G.calls = {}
  require('acp').on_tool_call(function(call)
    if call.state ~= call.previous then table.insert(_G.calls, call) end
  end)
  require('acp').prompt('go', {}, function() _G.done = true end)`;

interface Call {
  readonly state: string;
  readonly previous?: string;
  readonly [field: string]: unknown;
}

describe('on_tool_call', () => {
  it('says all about a call that was asked about and denied, whatever comes after', async () => {
    const steps = [
      toolCall('t', {
        name: 'Bash',
        kind: 'execute',
        rawInput: { command: 'ls' },
        _meta: { own: { n: 1 } },
      }),
      ask('t', { _meta: { own: { m: 2 } } }),
      toolCallUpdate('t', { status: 'completed', rawOutput: 'out' }),
      say('all done'),
    ];
    // The reason is the next prompt.
    const agent = scriptAgent({ prompts: [{ match: 'go', steps }, { steps: [say('I see')] }] });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(RECORD);
    await readable(nvim);
    await nvim.lua(`
      local acp = require('acp')
      acp.respond(acp.permissions()[1].id, 'no', { reason = 'not here' })`);
    await ended(nvim);
    const calls: Call[] = await nvim.lua('return _G.calls');
    expect(calls.map(({ state }) => state)).toEqual([
      'input-streaming',
      'input-available',
      'approval-requested',
      'approval-responded',
      'output-denied',
    ]);
    expect(calls.map(({ previous }) => previous)).toEqual([
      undefined,
      ...calls.slice(0, -1).map(({ state }) => state),
    ]);
    const approval = {
      approved: false,
      optionId: 'no',
      optionName: 'Reject',
      by: 'user',
      reason: 'not here',
    };
    expect(calls.at(-1)).toMatchObject({
      toolCallId: 't',
      name: 'Bash',
      dynamic: false,
      executor: 'agent',
      input: { command: 'ls' },
      approval,
      meta: { own: { n: 1, m: 2 } },
    });
    const { tools } = await nvim.lua(`return require('acp').state()`);
    expect(tools.t).toMatchObject({
      state: 'output-denied',
      status: 'completed',
      output: 'out',
      rawOutput: 'out',
      approval,
    });
    await nvim.screen.toContain('⊘ denied', { without: '◐' });
  });

  it('has the input as it grows, and the text of an error', async () => {
    const agent = agentThat(
      toolCall('t', { rawInput: {} }),
      toolCallUpdate('t', { rawInput: { path: 'x' } }),
      { do: 'gate', name: 'settled' },
      toolCallUpdate('t', { status: 'failed', rawOutput: { error: { message: 'no such file' } } }),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(RECORD);
    await wait(
      () => nvim.lua(`return (_G.calls[2] or {}).state == 'input-available'`),
      'the input is complete after a while',
    );
    agent.open('settled');
    await ended(nvim);
    expect(await nvim.lua('return _G.calls')).toMatchObject([
      { state: 'input-streaming', dynamic: true },
      { state: 'input-available', input: { path: 'x' } },
      { state: 'output-error', errorText: 'no such file' },
    ]);
  });

  it('calls its listeners in their order, each with data of its own, and no one who has left', async () => {
    const agent = agentThat(toolCall('t', { status: 'completed', rawInput: { n: 1 } }));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`
      local acp = require('acp')
      _G.heard = {}
      local leave = {}
      for n = 1, 12 do
        leave[n] = acp.on_tool_call(function(call)
          table.insert(_G.heard, { n, call.input.n })
          call.input.n = 'mine'
          leave[n % 3 == 1 and n + 1 or n]()
        end)
      end
      vim.api.nvim_create_autocmd('User', { pattern = 'AcpToolCall', callback = function(event)
        table.insert(_G.heard, { 'autocommand', event.data.input.n })
      end })
      acp.prompt('go', {}, function() _G.done = true end)`);
    await ended(nvim);
    const heard = (await nvim.lua('return _G.heard')) as [number | string, unknown][];
    expect(heard.slice(0, 9)).toEqual([
      ...[1, 3, 4, 6, 7, 9, 10, 12].map((n) => [n, 1]),
      ['autocommand', 1],
    ]);
  });

  it('that throws or is slow is reported once, by its place, and the transcript goes on', async () => {
    const updates = Array.from({ length: 10 }, (_, n) =>
      toolCallUpdate('t', {
        status: 'in_progress',
        content: [{ type: 'content', content: { type: 'text', text: `tick ${n}` } }],
      }),
    );
    const agent = agentThat(...updates, say('all done'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`
      _G.notices, _G.drawn = {}, {}
      vim.notify = function(text) table.insert(_G.notices, text) end
      local acp = require('acp')
      acp.open()
      acp.on_tool_call(function() error('oh no') end)
      acp.on_tool_call(function()
        vim.uv.sleep(250)
        for _, buf in ipairs(vim.api.nvim_list_bufs()) do
          if vim.bo[buf].filetype == 'acpchat' then
            table.insert(_G.drawn, table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\\n'))
          end
        end
      end)
      acp.prompt('go', {}, function() _G.done = true end)`);
    await ended(nvim);
    const notices: string[] = await nvim.lua('return _G.notices');
    const about = (word: string) => notices.filter((text) => text.includes(word));
    expect(about('oh no')).toEqual([
      expect.stringMatching(/the listener of AcpToolCall \(.+:\d+\) failed/),
    ]);
    expect(about('is slow')).toEqual([
      expect.stringMatching(/the listener of AcpToolCall \(.+:\d+\) is slow/),
    ]);
    // What came meanwhile was drawn between two calls.
    expect((await nvim.lua('return _G.drawn')).at(-1)).toContain('all done');
  });
});
