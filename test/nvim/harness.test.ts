import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { neovimUnderTest } from '../support/neovim';
import { startNvim } from '../support/nvim';
import { expectNoneLeft, marked } from '../support/process';
import { wait } from '../support/wait';

test('the harness shows the screen of a real Neovim', async () => {
  await using editor = await startNvim({ size: [40, 10], files: { 'a.txt': 'one\ntwo\n' } });
  await editor.feed(':edit a.txt<CR>Gosome 日本 text<Esc>');
  await editor.screen.toContain('some 日本 text');
  expect(editor.screen.text().split('\n').slice(0, 4)).toEqual([
    'one',
    'two',
    'some 日本 text',
    '~',
  ]);
  await editor.request('nvim_set_hl', 0, 'Loud', { bold: true });
  await editor.lua(`vim.fn.matchadd('Loud', 'two')`);
  await wait(() => editor.screen.styleOf('two')?.bold, 'bold text');
});

test('the harness folds scrolling', async () => {
  await using editor = await startNvim({ size: [20, 8] });
  await editor.lua(`
    local lines = {}
    for i = 1, 50 do lines[i] = 'line ' .. i end
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  `);
  await editor.feed('20<C-e>');
  await editor.screen.until((text) => text.startsWith('line 21\nline 22\n'), 'scrolled down');
  await editor.feed('3<C-y>');
  await editor.screen.until((text) => text.startsWith('line 18\nline 19\n'), 'scrolled up');
});

test('a Neovim that waits for a key is found out, and ended', async () => {
  const editor = await startNvim();
  await editor.expectNotBlocked();
  await editor.feed(':echo "a\\nb\\nc"<CR>');
  await editor.screen.toContain('Press ENTER');
  await expect(editor.expectNotBlocked()).rejects.toThrow('waits for a key');
  expect(marked(editor.mark)).toHaveLength(1);
  await editor[Symbol.asyncDispose]();
  await expectNoneLeft(editor.mark);
});

test('what has not come yet is not gone, nor what came and went before', async () => {
  await using editor = await startNvim();
  await expect(editor.screen.toLose('late')).rejects.toThrow('it was not there before: late');
  await editor.feed('ilate');
  await editor.screen.toContain('late');
  await editor.feed('<C-u>');
  await editor.screen.toLose('late');
  await expect(editor.screen.toLose('late')).rejects.toThrow('it was not there before: late');
  await editor.feed('late<C-u>instead');
  await editor.screen.toContain('instead', { without: 'late' });
  const both = editor.screen.toContain('instead', { without: 'stead', timeout: 100 });
  await expect(both).rejects.toThrow('still not: on screen: instead, without stead');
});

test('the Neovim under test is named as a program of a shell is', () => {
  expect(neovimUnderTest('nvim', '/nowhere')).toBe('nvim');
  expect(neovimUnderTest('/opt/nvim', '/nowhere')).toBe('/opt/nvim');
  expect(neovimUnderTest('./bin/nvim', '/nowhere')).toBe(resolve('bin/nvim'));
  expect(neovimUnderTest(undefined, '/nowhere')).toBe('nvim');
});
