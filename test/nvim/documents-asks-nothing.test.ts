import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 20 }, (_, row) => `line ${row + 1}`);
const TEXT = LINES.map((line) => `${line}\n`).join('');
const AGENT = TEXT.replace('line 15', 'agent');

/** What the user has before the agent comes. */
const BEFORE = {
  'a clean buffer': '',
  'unsaved text': `vim.fn.setline(5, 'mine')`,
  'a buffer that was made before its file': `vim.cmd('bwipeout!') vim.uv.fs_unlink((...)) vim.cmd.edit((...))`,
} as const;
type Before = keyof typeof BEFORE;

async function open(before: Before): Promise<Desk> {
  const desk = await openDesk({ files: { 'a.txt': TEXT } });
  await desk.edit('a.txt');
  await desk.lua(BEFORE[before], desk.path('a.txt'));
  await desk.begin();
  return desk;
}

const merged = (before: Before): string =>
  before === 'unsaved text' ? AGENT.replace('line 5\n', 'mine\n') : AGENT;

async function expectQuiet(desk: Desk): Promise<void> {
  await desk.editor.expectNotBlocked();
  expect(await desk.editor.messages()).not.toMatch(/\b[EW]\d+:|changed/);
}

/** Where the user is when the agent changes the disk, and the keys that end it. */
const PLACES = [
  ['the command-line window', 'q:', ':quit<CR>'],
  ['the command-line window for searching', 'q/', ':quit<CR>'],
  ['the command line', ':echo', '<Esc>'],
  ['the command line, after a completion', ':ech<Tab>', '<Esc>'],
  ['a search', '/line', '<Esc>'],
  ['the middle of a command', 'y', 'y'],
  ['the expression register', 'i<C-r>=', '<C-u><CR><Esc>'],
] as const;

const hasTaken = (desk: Desk) => async (): Promise<boolean> =>
  desk.lua(`return vim.fn.bufloaded('a.txt') == 1 and vim.list_contains(
    vim.api.nvim_buf_get_lines(vim.fn.bufnr('a.txt'), 0, -1, true), 'agent')`);

const isAtRest = (desk: Desk) => async (): Promise<boolean> =>
  desk.lua(`return vim.fn.getcmdwintype() == '' and vim.api.nvim_get_mode().mode == 'n'
    and vim.fn.state('oS') == ''`);

/** It is in the file, and can be changed and saved again. */
async function expectSaved(desk: Desk, before: Before): Promise<void> {
  await wait(async () => !(await desk.lua('return vim.bo.modified')), 'it is saved');
  await wait(() => desk.disk('a.txt') === merged(before), 'it is in the file');
  await desk.lua(`vim.cmd('checktime')`);
  await expectQuiet(desk);
  await desk.lua(`vim.fn.setline(1, 'more') vim.cmd('silent write')`);
  await expectQuiet(desk);
  expect(desk.disk('a.txt')).toBe(merged(before).replace('line 1\n', 'more\n'));
}

describe.each(Object.keys(BEFORE) as Before[])('with %s', (before) => {
  test.each(PLACES)('what came while the user was in %s is saved', async (_, keys, end) => {
    await using desk = await open(before);
    await desk.editor.feed(keys);
    desk.setDisk('a.txt', AGENT);
    // What has to wait is looked at again.
    await desk.check();
    await desk.editor.feed(end);
    await wait(isAtRest(desk), 'the user is done');
    await wait(hasTaken(desk), 'it is taken over');
    await desk.editor.feed(':write<CR>');
    await expectSaved(desk, before);
  });

  test('nothing is asked once the command-line window is closed, and nothing when the turn is over', async () => {
    await using desk = await open(before);
    await desk.editor.feed('q:');
    await desk.tool('a.txt', AGENT);
    await desk.editor.feed(':quit<CR>');
    await wait(isAtRest(desk), 'it is closed');
    await desk.end();
    await desk.lua(`vim.cmd('checktime')`);
    await expectQuiet(desk);
    expect(await desk.lines()).toEqual(merged(before).trimEnd().split('\n'));
  });
});

// Neovim takes no file that a buffer was made before (E13) as long as the window is open.
describe.each(['a clean buffer', 'unsaved text'] as const)('with %s', (before) => {
  test.each([
    ['the command-line window', 'q:', 'iwrite<CR>'],
    ['the command line', ':wri', 'te<CR>'],
  ])('what came is saved from %s', async (_, keys, then) => {
    await using desk = await open(before);
    await desk.editor.feed(keys);
    await desk.tool('a.txt', AGENT);
    expect(await hasTaken(desk)()).toBe(true);
    await desk.editor.feed(then);
    await expectSaved(desk, before);
  });
});

describe.each([
  ['eventignore', 'vim.o.eventignore = ...'],
  [
    'eventignorewin',
    `if vim.fn.exists('+eventignorewin') == 1 then vim.wo.eventignorewin = ... end`,
  ],
])('with %s', (option, set) => {
  test.each(['all', 'FileChangedShell'])(
    'set to %s nothing is asked while a turn runs',
    async (value) => {
      await using desk = await openDesk({ files: { 'a.txt': TEXT, 'b.txt': TEXT } });
      for (const file of ['b.txt', 'a.txt']) await desk.edit(file);
      await desk.begin();
      await desk.lua(set, value);
      await desk.tool('a.txt', AGENT);
      expect(await desk.lines()).toEqual(AGENT.trimEnd().split('\n'));
      await desk.editor.expectNotBlocked();
      // Written once more as it is, in a buffer that nobody sees, and with unsaved text.
      await desk.tool('a.txt', AGENT);
      await desk.read('a.txt');
      await desk.tool('b.txt', AGENT);
      await desk.lua(`vim.fn.setline(5, 'mine')`);
      await desk.tool('a.txt', AGENT.replace('line 18', 'agent'));
      await desk.write('b.txt', AGENT.replace('line 18', 'agent'));
      await desk.tool('b.txt', null);
      await desk.end();
      expect(await desk.lua(`return vim.fn.exists('+${option}') == 0 or vim.o.${option}`)).toBe(
        (await desk.lua(`return vim.fn.exists('+${option}')`)) === 1 ? value : true,
      );
      await desk.lua(`vim.o.eventignore = ''`);
      await expectQuiet(desk);
    },
  );
});

describe.each(['all', 'FileChangedShell', 'BufEnter,filechangedshell'])(
  'with eventignore set to %s',
  (value) => {
    test('Neovim loads a changed file anew, as it does without us', async () => {
      await using desk = await openDesk({ files: { 'a.txt': TEXT } });
      await desk.edit('a.txt');
      await desk.lua('vim.o.eventignore = ...', value);
      await desk.begin();
      desk.setDisk('a.txt', AGENT);
      await desk.lua(`vim.cmd('checktime')`);
      await expectQuiet(desk);
      expect(await desk.lines()).toEqual(AGENT.trimEnd().split('\n'));
      await desk.check();
      expect(desk.changes.map(({ before, after }) => [before, after])).toEqual([[TEXT, AGENT]]);
      await desk.end();
      expect(await desk.lua(`return vim.fn.getbufvar('%', '&autoread')`)).toBe(1);
    });
  },
);
