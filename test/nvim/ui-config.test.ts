import { expect, test } from 'vitest';
import { reported } from '../support/chat-status';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

/** Collects the user's notices, as `level: text`. */
const COLLECT = `
  _G.reported = {}
  vim.notify = function(text, level) table.insert(_G.reported, level .. ' ' .. text) end`;

test('mistakes in options are reported by name, and the rest is taken', async () => {
  await using editor = await startNvim({ config: COLLECT });
  const layout = await editor.lua(`
    require('acp').setup({
      agnet = 'x',
      follow = 'yes',
      layout = { kind = 'sideways', width = 50 },
      agents = { mine = { args = {} } },
      keys = { send = 5, jump = 'x' },
      log = { level = 'loud' },
    })
    return require('acp.config').get().layout`);
  const [reported] = await editor.lua('return reported');
  for (const part of [
    'unknown option "agnet"',
    'follow: expected boolean, got "yes"',
    'layout.kind: expected one of float',
    'agents.mine.command',
    'keys.send: expected string, list of strings or false, got number',
    'unknown option "keys.jump"',
    'log.level: expected one of trace',
  ]) {
    expect(reported).toContain(part);
  }
  expect(layout).toMatchObject({ kind: 'float', width: 50 });
});

test('a right configuration is silent, and a second setup adds to the first', async () => {
  await using editor = await startNvim({
    config: `${COLLECT}
      vim.g.acp = { agent = 'mine', follow = true, layout = { kind = 'left' } }
      require('acp').setup({ agents = { mine = { command = 'a', args = { '-x' }, env = {} } } })
      require('acp').setup({ layout = { width = 40 } })
      require('acp').setup()`,
  });
  expect(await editor.lua('return reported')).toEqual([]);
  expect(await editor.lua(`return require('acp.config').get()`)).toMatchObject({
    agent: 'mine',
    agents: { mine: { command: 'a', args: ['-x'] } },
    follow: true,
    layout: { kind: 'left', width: 40 },
  });
});

test('setup survives what is no table', async () => {
  await using editor = await startNvim({ config: `${COLLECT} require('acp').setup('float')` });
  expect(await editor.lua('return reported')).toHaveLength(1);
  expect(await editor.lua(`return require('acp.config').get().layout.kind`)).toBe('float');
});

test('setup starts nothing and loads little', async () => {
  await using editor = await startNvim({ config: `require('acp').setup({ follow = false })` });
  const state = await editor.lua(`
    return { jobs = #vim.api.nvim_list_chans(), chat = package.loaded['acp.chat'] ~= nil }`);
  // One channel is the test's own.
  expect(state.chat).toBe(false);
  expect(state.jobs).toBeLessThanOrEqual(2);
});

test('opening a chat loads only what it shows at once', async () => {
  await using editor = await startNvim();
  const later = await editor.lua(`
    vim.cmd('AcpChat demo')
    local names = {
      'acp.chat.rejoin', 'acp.chat.splits', 'acp.chat.stored', 'acp.commands', 'acp.commands.list',
      'acp.config.validate', 'acp.context.anchors', 'acp.prompt.chips', 'acp.prompt.completion',
      'acp.surface.folds', 'acp.surface.ranges', 'acp.transcript.highlight', 'acp.transcript.motions',
      'acp.transcript.yank',
    }
    return vim.tbl_filter(function(name) return package.loaded[name] ~= nil end, names)`);
  expect(later).toEqual([]);
});

test('loading the plugin costs next to nothing and changes nothing of the user’s', async () => {
  await using editor = await startNvim();
  const facts = await editor.lua(`
    vim.g.loaded_acp = nil
    local function picture()
      local options = {}
      for name, info in pairs(vim.api.nvim_get_all_options_info()) do
        -- Some names are known but have no value any more.
        local ok, value = pcall(vim.api.nvim_get_option_value, name, {})
        options[name] = ok and value or nil
      end
      local maps = {}
      for _, mode in ipairs({ 'n', 'i', 'x', 't', 'c', 'o' }) do
        for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
          if not map.lhs:find('^<Plug>') then table.insert(maps, mode .. map.lhs) end
        end
      end
      return { options = options, maps = maps, autocmds = #vim.api.nvim_get_autocmds({}) }
    end
    local file = vim.api.nvim_get_runtime_file('plugin/acp.lua', false)[1]
    local chunk = loadfile(file)
    local before = picture()
    chunk()
    local loaded = {}
    for name in pairs(package.loaded) do
      if name:find('^acp') then table.insert(loaded, name) end
    end
    return { same = vim.deep_equal(before, picture()), loaded = loaded }`);
  expect(facts.same).toBe(true);
  expect(facts.loaded).toEqual([]);
});

test('every highlight group of the views has a link, and the user’s own colours win', async () => {
  const { GROUPS } = await import('../../src/view/groups');
  await using editor = await startNvim({
    config: `vim.api.nvim_set_hl(0, 'AcpPath', { fg = 0x123456 })`,
  });
  const links = await editor.lua(`
    require('acp.ui.hl').setup()
    return require('acp.ui.hl').links`);
  for (const group of GROUPS) expect(Object.keys(links)).toContain(group);
  const colour = `return vim.api.nvim_get_hl(0, { name = 'AcpPath' }).fg`;
  expect(await editor.lua(colour)).toBe(0x123456);
  await editor.lua(`vim.cmd.colorscheme('habamax')`);
  const link = await editor.lua(`return vim.api.nvim_get_hl(0, { name = 'AcpMuted' }).link`);
  expect(link).toBe('Comment');
});

test('texts in the frame change with the colour scheme and with the background', async () => {
  await using editor = await startNvim();
  await editor.lua(`
    vim.o.background = 'dark'
    require('acp.ui.hl').setup()
    require('acp.ui.hl').on_frame('AcpTitle')`);
  const fg = (name: string): Promise<number> =>
    editor.lua(`return vim.api.nvim_get_hl(0, { name = ..., link = false }).fg`, name);
  const dark = await fg('AcpTitleOnFrame');
  await editor.lua(`vim.o.background = 'light'`);
  expect(await fg('AcpTitleOnFrame')).toBe(await fg('AcpTitle'));
  expect(await fg('AcpTitleOnFrame')).not.toBe(dark);
  await editor.lua(`vim.cmd.colorscheme('retrobox')`);
  expect(await fg('AcpTitleOnFrame')).toBe(await fg('AcpTitle'));
  expect(await fg('AcpTitleOnFrame')).toBeGreaterThan(0);
});

test('a notice is one short line that never asks for Enter', async () => {
  await using editor = await startNvim({ size: [80, 20] });
  const text = `first\nsecond\u001b[31m ${'very long '.repeat(50)}`;
  await editor.lua(`require('acp.ui.notify').show('warn', ...)`, text);
  await editor.screen.toContain('acp: first second');
  await editor.expectNotBlocked();
  await editor.lua(COLLECT);
  await editor.lua(`require('acp.ui.notify').show('warn', ...)`, text);
  const [reported] = await editor.lua('return reported');
  // A notifier of the user's has room for all of it.
  expect(reported.length).toBeGreaterThan(400);
});

test('events reach autocommands and listeners; a listener that fails is reported once and disturbs no other', async () => {
  await using editor = await startNvim({ config: COLLECT });
  await editor.lua(`
    _G.heard = {}
    vim.api.nvim_create_autocmd('User', { pattern = 'AcpTurnEnd', callback = function(args)
      table.insert(heard, 'autocmd ' .. args.data.stopReason)
    end })
    require('acp').on('AcpTurnEnd', function() error('oops') end)
    _G.off = require('acp').on('AcpTurnEnd', function(data) table.insert(heard, 'on ' .. data.stopReason) end)
    local fire = require('acp.events').fire
    fire('AcpTurnEnd', { stopReason = 'a' })
    fire('AcpTurnEnd', { stopReason = 'b' })
    off()
    fire('AcpTurnEnd', { stopReason = 'c' })`);
  const heard: string[] = await editor.lua('return heard');
  expect(heard.toSorted()).toEqual(
    ['on a', 'on b', 'autocmd a', 'autocmd b', 'autocmd c'].toSorted(),
  );
  const reported: string[] = await editor.lua('return reported');
  expect(reported.filter((line) => line.includes('oops'))).toHaveLength(1);
  expect(reported).toHaveLength(1);
});

test('an autocommand that fails is reported in one line', async () => {
  await using editor = await startNvim({ config: COLLECT });
  await editor.lua(`
    vim.api.nvim_create_autocmd('User', { pattern = 'AcpPlan', callback = function() error('bad day') end })
    require('acp.events').fire('AcpPlan', { session = 's' })`);
  await wait(async () => (await editor.lua('return reported')).length === 1, 'it was reported');
  expect((await editor.lua('return reported'))[0]).toContain('bad day');
  await editor.expectNotBlocked();
});

test('the statusline is empty without a session and short with one', async () => {
  await using editor = await startNvim();
  const line = `return require('acp').statusline()`;
  expect(await editor.lua(line)).toBe('');
  expect(await editor.lua(`return require('acp').status()`)).toMatchObject({ phase: 'off' });
  const facts = { agent: '100% Agent\n', pending: 2, queued: 1 } as const;
  const said = reported({ ...facts, phase: 'running', follow: 'paused' });
  await editor.lua(`require('acp.status').set(...)`, ...said);
  expect(await editor.lua(line)).toBe(
    "● 100%% Agent %@v:lua.require'acp.surface.dock'.click@?2%X +1 follow paused",
  );
});
