import { expect, it } from 'vitest';
import { agentThat, ask, say, toolCall } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

/** From where the text of a buffer was read has to be known before anybody asks. */
const ORIGIN = ['BufFilePost', 'BufNewFile', 'BufReadPost', 'BufWipeout', 'BufWritePost'];

/** Everything global that a user could notice: options, maps, autocommands, windows, buffers. */
const SNAPSHOT = `
  local options = {}
  for name, info in pairs(vim.api.nvim_get_all_options_info()) do
    if info.scope == 'global' or info.global_local then
      -- Some are listed and yet unknown in this build.
      local ok, value = pcall(vim.api.nvim_get_option_value, name, { scope = 'global' })
      options[name] = ok and tostring(value) or nil
    end
  end
  local maps = {}
  for _, mode in ipairs({ 'n', 'i', 'x', 's', 'o', 'c', 't' }) do
    for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
      table.insert(maps, mode .. ' ' .. map.lhs)
    end
  end
  local autocommands = {}
  for _, one in ipairs(vim.api.nvim_get_autocmds({})) do
    if not one.buflocal then
      table.insert(autocommands, ('%s %s %s'):format(one.group_name or '', one.event, one.pattern))
    end
  end
  local listed = vim.iter(vim.api.nvim_list_bufs()):filter(function(b) return vim.bo[b].buflisted end)
  local buffers = listed:map(vim.api.nvim_buf_get_name):totable()
  table.sort(maps)
  table.sort(autocommands)
  return {
    options = options,
    maps = maps,
    autocommands = autocommands,
    buffers = buffers,
    windows = #vim.api.nvim_list_wins(),
    layout = vim.fn.winlayout(),
    cwd = vim.fn.getcwd(),
    register = vim.fn.getreg('"'),
    search = vim.fn.getreg('/'),
    jumps = #vim.fn.getjumplist()[1],
  }`;

interface Snapshot {
  readonly autocommands: readonly string[];
}

const snapshot = (nvim: Nvim): Promise<Snapshot> => nvim.lua(SNAPSHOT);

it('a whole conversation leaves no trace in the rest of the editor', async () => {
  const agent = agentThat(
    toolCall('t', { status: 'completed', locations: [{ path: '{{cwd}}/a.txt', line: 2 }] }),
    ask('p'),
    say('finished'),
  );
  await using nvim = await startNvim({
    config: agent.setup(),
    files: { 'a.txt': 'one\ntwo\n' },
    args: ['a.txt'],
  });
  await nvim.lua(`require('acp')`);
  const before = await snapshot(nvim);
  await nvim.feed(':AcpChat<CR>');
  await nvim.feed('hello<C-s>');
  await nvim.screen.toContain('Allow once');
  await readable(nvim);
  await nvim.lua(`vim.cmd('Acp allow')`);
  await nvim.screen.toContain('finished');
  await nvim.feed('<Esc>:Acp close<CR>');
  await nvim.screen.toLose('finished');
  await agent.called('session/prompt');
  // The files are watched until a moment after the turn.
  const watched = `return #vim.api.nvim_get_autocmds({ group = 'acp.guard' })`;
  await wait(async () => (await nvim.lua(watched)) === 0, 'nothing is watched any more');
  const after = await snapshot(nvim);
  const added = after.autocommands.filter((one) => !before.autocommands.includes(one));
  const loads = await nvim.lua(`return vim.fn.exists('##SessionLoadPre')`);
  // They only listen; Neovim's own treesitter adds one as well.
  expect(added.filter((one) => !one.startsWith('nvim.'))).toEqual([
    'acp.attention FocusGained *',
    'acp.attention FocusLost *',
    'acp.highlight WinClosed *',
    'acp.hl ColorScheme *',
    'acp.hl OptionSet background',
    'acp.host VimLeavePre *',
    ...ORIGIN.map((event) => `acp.origin ${event} *`),
    `acp.restoring ${loads === 1 ? 'SessionLoadPre' : 'BufFilePre'} *`,
  ]);
  expect({ ...after, autocommands: [] }).toEqual({ ...before, autocommands: [] });
  await nvim.expectNotBlocked();
});
