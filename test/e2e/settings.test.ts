import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

const MODE = {
  id: 'm',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'ask',
  options: [
    { value: 'ask', name: 'Ask first' },
    { value: 'code', name: 'Just code' },
  ],
};
const FAST = { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false };
const EFFORT = {
  id: 'effort',
  name: 'Effort',
  category: 'thought_level',
  type: 'select',
  currentValue: 'low',
  options: [
    { group: 'g', name: 'Usual', options: [{ value: 'low', name: 'Low' }] },
    { group: 'h', name: 'Slow', options: [{ value: 'high', name: 'High' }] },
  ],
};
const UNKNOWN = { id: 'odd', name: 'Odd', type: 'slider', currentValue: 7 };

const PICK_LAST = `vim.ui.select = function(items, opts, done)
  _G.asked = vim.tbl_map(opts.format_item or tostring, items)
  done(items[#items])
end`;

const NOTES = `_G.notes = {} vim.notify = function(text) table.insert(_G.notes, text) end`;

async function open(agent: ScriptedAgent, more = ''): Promise<Nvim> {
  const nvim = await startNvim({ config: `${agent.setup()}\n${more}` });
  await nvim.lua(`require('acp').open()`);
  return nvim;
}

describe('config options', () => {
  it('are set by command, completed, picked and shown in the frame, also during a turn', async () => {
    const agent = scriptAgent({
      replies: {
        'session/new': { result: { configOptions: [MODE, FAST, EFFORT, UNKNOWN] } },
        'session/set_config_option': {
          result: {
            configOptions: [
              { ...MODE, currentValue: 'code' },
              { ...FAST, currentValue: true },
              { ...EFFORT, currentValue: 'high' },
            ],
          },
        },
      },
      prompts: [{ steps: [say('working'), { do: 'gate', name: 'on' }] }],
    });
    await using nvim = await open(agent, PICK_LAST);
    await nvim.screen.toContain('Ask first · Low');
    expectValid('InitializeRequest', (await agent.called('initialize')).params);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('working');
    expect(await nvim.lua(`return vim.fn.getcompletion('Acp mode ', 'cmdline')`)).toEqual([
      'ask',
      'code',
    ]);
    expect(await nvim.lua(`return vim.fn.getcompletion('Acp config ', 'cmdline')`)).toEqual([
      'm',
      'fast',
      'effort',
    ]);
    expect(await nvim.lua(`return vim.fn.getcompletion('Acp config fast o', 'cmdline')`)).toEqual([
      'on',
      'off',
    ]);
    await nvim.lua(`vim.cmd('Acp mode code')`);
    const set = await agent.called('session/set_config_option');
    expect(set.params).toMatchObject({ configId: 'm', value: 'code' });
    expectValid('SetSessionConfigOptionRequest', set.params);
    await nvim.screen.toContain('Just code · High');
    await nvim.lua(`vim.cmd('Acp config effort')`);
    const picked = await agent.called('session/set_config_option', 2);
    expect(await nvim.lua('return _G.asked')).toEqual(['  Usual: Low', '● Slow: High']);
    expect(picked.params).toMatchObject({ configId: 'effort', value: 'high' });
    await nvim.lua(`require('acp').set_config('fast', false)`);
    const off = await agent.called('session/set_config_option', 3);
    expect(off.params).toMatchObject({ configId: 'fast', type: 'boolean', value: false });
    expectValid('SetSessionConfigOptionRequest', off.params);
    agent.open('on');
  });

  it('a wrong id or value is named with what was expected, and nothing is sent', async () => {
    const agent = scriptAgent({
      replies: { 'session/new': { result: { configOptions: [MODE, FAST] } } },
    });
    await using nvim = await open(agent, NOTES);
    await nvim.screen.toContain('Ask first');
    const note = (text: string) =>
      wait(
        async () => (await nvim.lua(`return table.concat(_G.notes, '|')`)).includes(text),
        `reported: ${text}`,
      );
    await nvim.lua(`vim.cmd('Acp mode cook')`);
    await note('expected one of ask, code, got "cook"');
    await nvim.lua(`vim.cmd('Acp config slow on')`);
    await note('expected an option: m, fast, got "slow"');
    await nvim.lua(`vim.cmd('Acp config fast maybe')`);
    await note('expected one of on, off, got "maybe"');
    await nvim.lua(`vim.cmd('Acp model big')`);
    await note('the agent offers no choice of models');
    expect(agent.calls('session/set_config_option')).toEqual([]);
  });
});

describe('agents without options', () => {
  it('get modes and models in the old way, and a model that cannot be set is reported clearly', async () => {
    const agent = scriptAgent({
      replies: {
        'session/new': {
          result: {
            modes: {
              currentModeId: 'ask',
              availableModes: [
                { id: 'ask', name: 'Ask me' },
                { id: 'yolo', name: 'Go on' },
              ],
            },
            models: {
              currentModelId: 'small',
              availableModels: [
                { modelId: 'small', name: 'Small one', description: null },
                { modelId: 'big', name: 'Big one' },
              ],
            },
          },
        },
        'session/set_mode': { result: {} },
      },
    });
    await using nvim = await open(agent, NOTES);
    await nvim.screen.toContain('Ask me · Small one');
    await nvim.lua(
      `require('acp').set_mode('yolo', function(err) _G.mode_error = err or 'none' end)`,
    );
    expect((await agent.called('session/set_mode')).params).toMatchObject({ modeId: 'yolo' });
    await nvim.lua(`vim.cmd('Acp model big')`);
    expect((await agent.called('session/set_model')).params).toMatchObject({ modelId: 'big' });
    await wait(
      async () =>
        (await nvim.lua(`return table.concat(_G.notes, '|')`)).includes(
          'scripted lists models but cannot switch between them',
        ),
      'reported that it cannot',
    );
  });
});

it('notices are shown by severity and fired as an event; compaction, context and cost are shown', async () => {
  const notice = (severity: string, title: string, description?: string) =>
    ({ do: 'update', update: { sessionUpdate: 'notice', severity, title, description } }) as const;
  const agent = scriptAgent({
    prompts: [
      {
        steps: [
          notice('warning', 'Slow today', 'try later'),
          notice('strange', 'Something'),
          {
            do: 'update',
            update: {
              sessionUpdate: 'usage_update',
              used: 12_345,
              size: 200_000,
              cost: { amount: 0.042, currency: 'USD' },
            },
          },
          {
            do: 'update',
            update: {
              sessionUpdate: 'compaction_update',
              compactionId: 'c',
              status: 'in_progress',
            },
          },
          { do: 'gate', name: 'compacted' },
          {
            do: 'update',
            update: { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' },
          },
        ],
      },
    ],
  });
  await using nvim = await open(
    agent,
    `_G.notes = {} vim.notify = function(text, level) table.insert(_G.notes, level .. ' ' .. text) end
    _G.events = {} require('acp').on('AcpNotice', function(data) table.insert(_G.events, data) end)`,
  );
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('Compacting the context…');
  expect(await nvim.lua('return _G.notes')).toEqual([
    '3 acp: Slow today: try later',
    '2 acp: Something',
  ]);
  expect(await nvim.lua('return _G.events')).toMatchObject([
    { session: 'session-1', severity: 'warning', title: 'Slow today' },
    { severity: 'strange' },
  ]);
  await nvim.screen.toContain('12k/200k $0.04');
  agent.open('compacted');
  await nvim.screen.toContain('The context was compacted');
});

it.each(['insert', 'normal'])(
  'several messages at once never ask for Enter in %s mode',
  async (mode) => {
    const notice = (title: string, severity: string) =>
      ({ do: 'update', update: { sessionUpdate: 'notice', severity, title } }) as const;
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            notice('long '.repeat(100), 'fatal'),
            notice('first', 'error'),
            notice('second', 'error'),
            notice('third', 'info'),
            notice('fourth', 'warning'),
            say('told you'),
          ],
        },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    if (mode === 'normal') await nvim.feed('<Esc>');
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('told you');
    // Neovim itself draws over messages in insert mode.
    if (mode === 'normal') await nvim.screen.toContain('acp: fourth');
    await nvim.expectNotBlocked();
    const messages = await nvim.messages();
    for (const title of ['long', 'first', 'second', 'third']) expect(messages).toContain(title);
  },
);
