import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join('\n');

const edit = (): Promise<Nvim> =>
  startNvim({ files: { 'a.txt': LINES, 'b.txt': LINES }, args: ['a.txt'] });

const go = (editor: Nvim, file: string, ...line: number[]): Promise<string> =>
  editor.lua(`return require('acp.follow').go(...)`, join(editor.dir, file), ...line);

const place = (editor: Nvim): Promise<[string, number]> =>
  editor.lua(`
    return { vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t'), vim.fn.line('.') }`);

test('the code window goes to the place, which lights up for a moment, and no jump is recorded', async () => {
  await using editor = await edit();
  const jumps = await editor.lua('return #vim.fn.getjumplist()[1]');
  expect(await go(editor, 'b.txt', 150)).toBe('moved');
  expect(await place(editor)).toEqual(['b.txt', 150]);
  await editor.screen.toContain('line 150');
  const marks = `
    local ns = vim.api.nvim_get_namespaces()['acp.follow']
    return #vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, {})`;
  expect(await editor.lua(marks)).toBe(1);
  await wait(async () => (await editor.lua(marks)) === 0, 'the light goes out');
  expect(await editor.lua('return #vim.fn.getjumplist()[1]')).toBe(jumps);
});

test('a line beyond the end is the last one, and without a line the cursor stays', async () => {
  await using editor = await edit();
  expect(await go(editor, 'a.txt', 5000)).toBe('moved');
  expect(await place(editor)).toEqual(['a.txt', 200]);
  expect(await go(editor, 'a.txt')).toBe('moved');
  expect(await place(editor)).toEqual(['a.txt', 200]);
});

test('what the user has not saved stays', async () => {
  await using editor = await edit();
  await editor.feed('Ounsaved<Esc>');
  expect(await go(editor, 'b.txt', 3)).toBe('moved');
  expect(
    await editor.lua(`
      local buf = vim.fn.bufnr('a.txt')
      return { vim.bo[buf].modified, vim.api.nvim_buf_get_lines(buf, 0, 1, false)[1] }`),
  ).toEqual([true, 'unsaved']);
});

test('it waits while the user types, selects, or has moved away', async () => {
  await using editor = await edit();
  for (const keys of ['i', 'v']) {
    await editor.feed(keys);
    await wait(
      async () => (await editor.lua('return vim.api.nvim_get_mode().mode')) === keys,
      `mode ${keys}`,
    );
    expect(await go(editor, 'b.txt', 3)).toBe('paused');
    await editor.feed('<Esc>');
  }
  await wait(
    async () => (await editor.lua('return vim.api.nvim_get_mode().mode')) === 'n',
    'normal mode',
  );
  expect(await go(editor, 'a.txt', 50)).toBe('moved');
  await editor.feed('10j');
  await wait(async () => (await place(editor))[1] === 60, 'the user moved');
  expect(await go(editor, 'b.txt', 3)).toBe('paused');
  expect(await place(editor)).toEqual(['a.txt', 60]);
});

test('only a window with a file is moved: no terminal, no quickfix, none that is fixed', async () => {
  await using editor = await edit();
  await editor.lua('vim.wo.winfixbuf = true');
  await editor.feed(':copen<CR>');
  expect(await go(editor, 'b.txt', 3)).toBe('none');
  expect(await editor.lua('return vim.bo.buftype')).toBe('quickfix');
});

test('a missing file and a folder move nothing', async () => {
  await using editor = await edit();
  expect(await go(editor, 'nowhere.txt', 1)).toBe('none');
  expect(await go(editor, '.', 1)).toBe('none');
  expect(await place(editor)).toEqual(['a.txt', 1]);
});

test('a file that another Neovim edits opens without a question', async () => {
  await using editor = await startNvim({
    files: { 'a.txt': LINES, 'b.txt': LINES },
    args: ['a.txt'],
    config: `vim.o.swapfile = true; vim.o.updatecount = 200; vim.o.directory = '.'`,
  });
  writeFileSync(join(editor.dir, '.b.txt.swp'), 'b0VIM 9.1');
  expect(await go(editor, 'b.txt', 3)).toBe('moved');
  await editor.expectNotBlocked();
});
