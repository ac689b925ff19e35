import { expect, test } from 'vitest';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const mode = 'return vim.api.nvim_get_mode()';

test('a message that comes while the user types is seen when they have finished', async () => {
  await using editor = await startNvim();
  await editor.feed('iabc');
  await wait(async () => (await editor.lua(mode)).mode === 'i', 'the user types');
  // As the host's news come: between two keys.
  await editor.lua(`
    vim.defer_fn(function()
      require('acp.notify').show('warn', 'the first thing')
      require('acp.notify').show('error', 'the other thing')
      _G.told = true
    end, 10)`);
  await wait(async () => editor.lua('return _G.told'), 'it is told');
  await editor.screen.toContain('-- INSERT --');
  await editor.feed('d');
  await editor.screen.notToContain('the other thing');
  await editor.feed('<Esc>');
  await editor.screen.toContain('acp: the other thing');
  expect(await editor.lua(mode)).toEqual({ mode: 'n', blocking: false });
  const history = await editor.lua(`return vim.fn.execute('messages')`);
  expect(history.match(/the other thing/g)).toHaveLength(1);
  expect(history).toContain('the first thing');
});

test('a message that was seen is not shown again', async () => {
  await using editor = await startNvim();
  await editor.lua(`require('acp.notify').show('warn', 'seen at once')`);
  await editor.screen.toContain('seen at once');
  await editor.feed('iabc<Esc>:echo "other"<CR>');
  await editor.screen.toContain('other');
  await editor.screen.notToContain('seen at once');
});
