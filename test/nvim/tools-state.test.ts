import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getEditorState } from '../../src/mcp/tools/get_editor_state';
import { runCommandOutput } from '../../src/mcp/tools/run_command_output';
import { openToolDesk } from '../support/editor-tools';
import { wait } from '../support/wait';

const FILES = {
  'src/a.ts': 'const é = "x";\nlet b = 1;\nlast\n',
  'src/b.ts': 'b\n',
  '.env': 'KEY=1\n',
};

test('the current file comes with cursor, visible lines and whether it was changed', async () => {
  await using desk = await openToolDesk({ files: FILES, args: ['src/a.ts'] });
  await desk.editor.lua(`vim.api.nvim_win_set_cursor(0, { 1, 9 })
    vim.api.nvim_buf_set_lines(0, -1, -1, true, { 'new' })
    vim.cmd('badd src/b.ts')
    vim.fn.bufload('src/b.ts')`);
  const state = await desk.call(getEditorState);
  expect(state.folder).toBe(desk.editor.dir);
  expect(state.folders).toEqual([desk.editor.dir]);
  expect(state.current).toEqual({
    path: desk.path('src/a.ts'),
    modified: true,
    lines: 4,
    filetype: 'typescript',
    // "é" is two bytes.
    cursor: { line: 1, column: 9 },
    visible: { first_line: 1, last_line: 4 },
    selection: null,
  });
  expect(state.buffers).toEqual([
    {
      path: desk.path('src/a.ts'),
      modified: true,
      lines: 4,
      filetype: 'typescript',
      current: true,
      visible: true,
    },
    {
      path: desk.path('src/b.ts'),
      modified: false,
      lines: 1,
      filetype: 'typescript',
      current: false,
      visible: false,
    },
  ]);
});

test.each([
  ['characters', '6lvj', { line: 1, column: 7 }, { line: 2, column: 8 }, 'é = "x";\nlet b ='],
  ['lines', '6lVj', { line: 1, column: 1 }, { line: 2, column: 11 }, 'const é = "x";\nlet b = 1;'],
  ['block', '4l<C-v>jl', { line: 1, column: 5 }, { line: 2, column: 7 }, 't \nb '],
  [
    'characters',
    'jj$vgg0',
    { line: 1, column: 1 },
    { line: 3, column: 5 },
    'const é = "x";\nlet b = 1;\nlast',
  ],
])(
  'selected %s are there while they are selected, and after',
  async (kind, keys, start, end, text) => {
    await using desk = await openToolDesk({ files: FILES, args: ['src/a.ts'] });
    const selected = async () => (await desk.call(getEditorState)).current.selection;
    await desk.editor.feed(keys);
    const selection = { kind, range: { start, end }, text, truncated: false };
    await wait(async () => (await selected())?.text === text, 'it is selected');
    expect(await selected()).toEqual({ ...selection, active: true });
    await desk.editor.feed('<Esc>');
    await wait(async () => !(await selected()).active, 'it is selected no more');
    expect(await selected()).toEqual({ ...selection, active: false });
  },
);

test('a selection that was left of a shorter text is none', async () => {
  await using desk = await openToolDesk({ files: FILES, args: ['src/a.ts'] });
  await desk.editor.feed('Gvgg<Esc>:%delete<CR>');
  await wait(async () => (await desk.call(getEditorState)).current.lines === 1, 'it is deleted');
  expect((await desk.call(getEditorState)).current.selection).toBeNull();
});

test('files that the agent may not have are not there, nor what is no file', async () => {
  await using desk = await openToolDesk({
    files: { ...FILES, 'other/secret.txt': 'x\n' },
    roots: ['src'],
    deny: ['b.ts'],
    args: ['src/a.ts'],
  });
  symlinkSync(desk.path('other/secret.txt'), desk.path('src/link.txt'));
  await desk.editor.lua(`
    for _, name in ipairs({ 'src/b.ts', '.env', 'other/secret.txt', 'src/link.txt' }) do
      vim.cmd.edit(name)
    end
    vim.cmd('enew | setlocal buflisted')
    vim.cmd('help')
    vim.cmd('terminal')
    vim.cmd('new src/scratch | setlocal buftype=nofile')`);
  const { current, buffers } = await desk.call(getEditorState);
  expect(current).toBeNull();
  expect(buffers.map(({ path }: { path: string }) => path)).toEqual([desk.path('src/a.ts')]);
});

test('the chat is no buffer of the user', async () => {
  await using desk = await openToolDesk({ files: FILES, args: ['src/a.ts'] });
  await desk.editor.lua(`require('acp.chat').open({ agent = 'demo' })`);
  const { current, buffers } = await desk.call(getEditorState);
  expect(current.path).toBe(desk.path('src/a.ts'));
  expect(buffers).toHaveLength(1);
});

test('a rule that keeps the agent off a file counts as well', async () => {
  await using desk = await openToolDesk({
    files: FILES,
    args: ['src/a.ts'],
    permits: (path) => !path.endsWith('a.ts'),
  });
  expect(await desk.call(getEditorState)).toMatchObject({ current: null, buffers: [] });
});

test('of a very long selection the first lines come, with a sign', async () => {
  const files = { 'a.txt': Array.from({ length: 6000 }, (_, row) => `${row + 1}\n`).join('') };
  await using desk = await openToolDesk({ files, args: ['a.txt'] });
  await desk.editor.feed('ggVG');
  const selected = async () => (await desk.call(getEditorState)).current.selection;
  await wait(async () => (await selected())?.range.end.line === 6000, 'it is selected');
  const { text, truncated } = await selected();
  expect(text.split('\n')).toHaveLength(5000);
  expect(truncated).toBe(true);
});

test('in the command-line window it is still known where the user works', async () => {
  await using desk = await openToolDesk({ files: FILES, args: ['src/a.ts'] });
  await desk.editor.feed('q:');
  await wait(
    () => desk.editor.lua(`return vim.fn.getcmdwintype() == ':'`),
    'the command-line window is open',
  );
  expect((await desk.call(getEditorState)).current.path).toBe(desk.path('src/a.ts'));
  const { output } = await desk
    .call(runCommandOutput, { command: 'ls' })
    .catch((error: Error) => ({ output: error.message }));
  // Neovim 0.10 has no output there.
  expect(output).toMatch(/src\/a\.ts|command-line window/);
});
