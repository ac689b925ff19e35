import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EditorTool } from '../../src/mcp/tool';
import { getQuickfix } from '../../src/mcp/tools/get_quickfix';
import { runCommandOutput } from '../../src/mcp/tools/run_command_output';
import { setQuickfix } from '../../src/mcp/tools/set_quickfix';
import { undoHistory } from '../../src/mcp/tools/undo_history';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';

const failure = (desk: ToolDesk, tool: EditorTool, input: object): Promise<string> =>
  desk.call(tool, { ...input }).then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );

const FILES = {
  'a.txt': 'é one\ntwo\nthree\n',
  'b.txt': 'b\n',
  '.env': 'KEY=1\n',
  '../out.txt': 'KEY=2\n',
};
const DENY = { files: FILES, deny: ['.env'] };

test('a list that was set is there, for the user and for the agent', async () => {
  await using desk = await openToolDesk(DENY);
  await desk.editor.lua(`vim.fn.setqflist({}, ' ', { title = 'mine', items = {} })`);
  const items = [
    { path: desk.path('a.txt'), line: 1, column: 3, text: 'here', type: 'error' },
    { path: desk.path('b.txt'), line: 1, text: '' },
  ];
  expect(await desk.call(setQuickfix, { title: 'To do', items })).toEqual({ count: 2 });
  expect(await desk.editor.lua('return vim.fn.getqflist()[1].col')).toBe(4);
  expect(await desk.call(getQuickfix)).toEqual({ title: 'To do', items, truncated: false });
  await desk.editor.lua('vim.cmd.colder()');
  expect(await desk.call(getQuickfix)).toEqual({ items: [], truncated: false });
  expect(await desk.editor.lua('return vim.fn.getqflist({ title = 1 }).title')).toBe('mine');
});

test.each(['.env', '../out.txt', 'link'])('a list with %s is not set', async (path) => {
  await using desk = await openToolDesk(DENY);
  symlinkSync(desk.path('../out.txt'), desk.path('link'));
  const items = [
    { path: 'a.txt', line: 1 },
    { path, line: 1 },
  ];
  expect(await failure(desk, setQuickfix, { items })).toContain('item 2');
  expect(await desk.editor.lua('return #vim.fn.getqflist()')).toBe(0);
});

test('nothing comes out of the list that is about other files, or about none', async () => {
  await using desk = await openToolDesk(DENY);
  symlinkSync(desk.path('.env'), desk.path('link'));
  await desk.editor.lua(`vim.fn.setqflist({}, ' ', { title = 'grep KEY .env', items = {
    { filename = '.env', lnum = 1, text = 'KEY=1' },
    { filename = 'link', lnum = 1, text = 'KEY=1' },
    { filename = '../out.txt', lnum = 1, text = 'KEY=2' },
    { text = 'KEY in no file' },
    { filename = 'a.txt', lnum = 2, col = 1, text = 'two', type = 'w' },
  } })`);
  const items = [{ path: desk.path('a.txt'), line: 2, column: 1, text: 'two', type: 'warning' }];
  expect(await desk.call(getQuickfix)).toEqual({ items, truncated: false });
});

test('a long list is cut', async () => {
  await using desk = await openToolDesk(DENY);
  await desk.editor.lua(`local items = {}
    for index = 1, 600 do items[index] = { filename = 'a.txt', lnum = 1, text = ('x'):rep(2000) } end
    vim.fn.setqflist(items)`);
  const { items, truncated } = await desk.call(getQuickfix);
  expect([items.length, items[0].text.length, truncated]).toEqual([500, 501, true]);
});

test('the undo tree has all branches', async () => {
  await using desk = await openToolDesk({ ...DENY, args: ['a.txt'] });
  await desk.editor.lua(`local function set(text)
      vim.api.nvim_buf_set_lines(0, 0, 1, true, { text })
      vim.o.undolevels = vim.o.undolevels
    end
    set('1') set('2') vim.cmd.write() vim.cmd.undo() set('3') vim.cmd('undo 0') set('4')`);
  const { entries, ...rest } = await desk.call(undoHistory, { path: 'a.txt' });
  expect(rest).toEqual({ path: desk.path('a.txt'), current: 4, saved: 2, truncated: false });
  expect(
    entries.map(({ state, parent, saved }: Record<string, unknown>) => [state, parent, saved]),
  ).toEqual([
    [1, 0, false],
    [2, 1, true],
    [3, 1, false],
    [4, 0, false],
  ]);
});

test.each([
  ['b.txt', 'is not open'],
  ['.env', 'may not use'],
  ['../out.txt', 'may not use'],
])('%s has no undo history: %s', async (path, why) => {
  await using desk = await openToolDesk({ ...DENY, args: ['.env'] });
  expect(await failure(desk, undoHistory, { path })).toContain(why);
});

test('commands that list something answer what they list', async () => {
  await using desk = await openToolDesk({ ...DENY, args: ['a.txt'] });
  const output = async (command: string): Promise<string> =>
    (await desk.call(runCommandOutput, { command })).output;
  expect(await output(':version')).toMatch(/^NVIM v0/);
  expect(await output('set shiftwidth? expandtab?')).toBe('  shiftwidth=8\nnoexpandtab');
  expect(await output('silent highlight Normal')).toContain('Normal');
  expect(await output('ls')).toContain('"a.txt"');
});

test('commands run where the user works on files, not in the chat', async () => {
  await using desk = await openToolDesk({ ...DENY, args: ['a.txt'] });
  await desk.editor.lua(`vim.bo.shiftwidth = 3
    require('acp.chat').open({ agent = 'demo' })`);
  expect(await desk.call(runCommandOutput, { command: 'setlocal sw?' })).toEqual({
    output: '  shiftwidth=3',
    truncated: false,
  });
});

test('a command that fails says why, and not where', async () => {
  await using desk = await openToolDesk({ ...DENY, args: ['a.txt'] });
  const why = await failure(desk, runCommandOutput, { command: 'marks z' });
  expect(why).toBe('E283: No marks matching "z"');
});

test('lines of an output about other files are not there', async () => {
  await using desk = await openToolDesk({ ...DENY, args: ['a.txt'] });
  symlinkSync(desk.path('../out.txt'), desk.path('link'));
  await desk.editor.lua(`vim.cmd('normal! 2Gma')
    vim.cmd('normal! 3GmA')
    for _, name in ipairs({ '.env', '../out.txt', 'link' }) do
      vim.cmd.edit(name)
      vim.cmd('normal! mB')
      vim.cmd("normal! m'")
    end
    vim.cmd('enew | setlocal buflisted')
    vim.cmd.edit('b.txt')
    vim.cmd("normal! mC")`);
  const output = async (command: string): Promise<string> =>
    (await desk.call(runCommandOutput, { command })).output;
  for (const command of [
    'ls',
    'buffers',
    'files',
    'jumps',
    'marks',
    'changes',
    'undolist',
    'oldfiles',
  ]) {
    expect(await output(command)).not.toMatch(/KEY|\.env|out\.txt|link/);
  }
  expect((await output('ls')).split('\n')).toHaveLength(2);
  expect(await output('jumps')).toContain('a.txt');
  expect(await output('marks')).toMatch(/ A {6}3.*a\.txt/);
  expect(await output('marks')).toMatch(/ C {6}1/);
  expect(await output('marks')).not.toContain(' B ');
});

test('of a file that the agent may not have nothing is listed', async () => {
  await using desk = await openToolDesk({ ...DENY, args: ['.env'] });
  await desk.editor.lua(`vim.api.nvim_buf_set_lines(0, 0, 0, true, { 'KEY=9' })
    vim.cmd('normal! mam' .. "'")`);
  for (const command of ['changes', 'jumps', 'marks', 'marks a', 'ls', 'undolist']) {
    const { output } = await desk.call(runCommandOutput, { command });
    expect(output).not.toMatch(/KEY|env|seconds/);
  }
});

test('what is the same in all windows needs none with a file', async () => {
  await using desk = await openToolDesk({ ...DENY, args: ['a.txt', '.env'] });
  await desk.editor.lua(`for _, name in ipairs({ 'a.txt', '.env' }) do vim.cmd.edit(name) end
    vim.cmd('enew | setlocal buftype=nofile')`);
  const { output } = await desk.call(runCommandOutput, { command: 'ls' });
  expect(output).toContain('a.txt');
  expect(output).not.toContain('.env');
  const why = await failure(desk, runCommandOutput, { command: 'changes' });
  expect(why).toBe('the user works in no window with a file');
});
