import { expect, test } from 'vitest';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const mode = 'return vim.api.nvim_get_mode()';

test('a message that comes while the user types is seen when they have finished', async () => {
  await using editor = await startNvim();
  await editor.feed('iabc');
  await wait(async () => (await editor.lua(mode)).mode === 'i', 'the user types');
  // As the host's notices come: between two keys.
  await editor.lua(`
    vim.defer_fn(function()
      require('acp.ui.notify').show('warn', 'the first thing')
      require('acp.ui.notify').show('error', 'the other thing')
      _G.reported = true
    end, 10)`);
  await wait(async () => editor.lua('return _G.reported'), 'it is reported');
  await editor.screen.toContain('-- INSERT --');
  await editor.feed('d');
  await editor.screen.toContain('abcd', { without: 'the other thing' });
  await editor.feed('<Esc>');
  await editor.screen.toContain('acp: the other thing');
  expect(await editor.lua(mode)).toEqual({ mode: 'n', blocking: false });
  const history = await editor.lua(`return vim.fn.execute('messages')`);
  expect(history.match(/the other thing/g)).toHaveLength(1);
  expect(history).toContain('the first thing');
});

test('a message that was seen is not shown again', async () => {
  await using editor = await startNvim();
  await editor.lua(`require('acp.ui.notify').show('warn', 'seen at once')`);
  await editor.screen.toContain('seen at once');
  await editor.feed('iabc<Esc>:echo "other"<CR>');
  await editor.screen.toContain('other');
  await editor.screen.toLose('seen at once');
});

test.each([
  [':Acp frob', 'acp: got "frob", expected one of add, allow, ask'],
  [':Acp', 'acp: expected one of add, allow, ask'],
  [':AcpChat frob', 'acp: got "frob", expected one of amp'],
  [':Acp new frob', 'acp: got "frob", expected one of amp'],
  [':Acp install frob', 'acp: got "frob", expected one of amp'],
  [':Acp cancel now', 'acp: :Acp cancel: expected no argument, got "now"'],
])('%s says what is wrong and what was expected, and does nothing', async (command, reported) => {
  await using editor = await startNvim();
  await editor.feed(`${command}<CR>`);
  await editor.screen.toContain(reported);
  expect(await editor.lua(`return #vim.api.nvim_list_wins()`)).toBe(1);
  expect(await editor.lua(`return require('acp.host').channel()`)).toBeNull();
  await editor.expectNotBlocked();
});

test('a long message leaves room for the ruler when the current window is a float', async () => {
  await using editor = await startNvim({ size: [80, 24] });
  await editor.lua(`
    vim.o.ruler = true
    vim.api.nvim_open_win(0, true, { relative = 'editor', row = 2, col = 2, width = 40, height = 5 })`);
  await editor.screen.atRest();
  await editor.lua(`require('acp.ui.notify').show('error', ('word '):rep(40))`);
  await editor.screen.toContain(/acp: word [^\n]*… /);
});

test('a message that comes while keys go to a terminal is seen when they do not any more', async () => {
  await using editor = await startNvim();
  await editor.feed(':terminal cat<CR>i');
  await editor.screen.toContain('-- TERMINAL --');
  await editor.lua(`require('acp.ui.notify').show('error', 'what went wrong')`);
  await editor.feed('x');
  await editor.screen.toContain('-- TERMINAL --');
  await editor.feed('<C-\\><C-n>');
  await editor.screen.toContain('acp: what went wrong');
  await editor.expectNotBlocked();
});

test('an error that comes while the user is asked something does not end that', async () => {
  await using editor = await startNvim();
  await editor.feed(
    `:try | let g:answer = input('Why: ') | catch | let g:answer = v:exception | endtry<CR>`,
  );
  await editor.screen.toContain(/^Why:/m);
  await editor.lua(`require('acp.ui.notify').show('error', 'went wrong elsewhere')`);
  await editor.feed('so<CR>');
  await wait(() => editor.lua('return vim.g.answer'), 'answered');
  expect(await editor.lua('return vim.g.answer')).toBe('so');
  await editor.expectNotBlocked();
});
