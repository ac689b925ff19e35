import { expect, it } from 'vitest';
import { agentThat, say } from '../support/agent';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

it(':Acp log shows the log, and nothing covers it', async () => {
  const agent = agentThat(say('hello'));
  await using nvim = await startNvim({ config: agent.setup({ log: { level: 'info' } }) });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('hi')`);
  await nvim.screen.toContain('hello');
  await nvim.feed('<Esc>:Acp log<CR>');
  await nvim.screen.toContain('INFO attached');
  await wait(
    () => nvim.lua(`return vim.api.nvim_buf_get_name(0):match('acp%-host%.log$')`),
    'focus',
  );
  const floats = await nvim.lua(`
    return #vim.tbl_filter(function(win)
      return vim.api.nvim_win_get_config(win).relative ~= ''
    end, vim.api.nvim_list_wins())`);
  expect(floats).toBe(0);
});
