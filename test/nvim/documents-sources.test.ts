import { spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

/** How an agent's text gets in. */
const SOURCES = {
  fs: (desk: Desk, text: string, _?: BufferEncoding) => desk.write('file.txt', text),
  disk: (desk: Desk, text: string, encoding: BufferEncoding = 'utf8') =>
    desk.tool('file.txt', Buffer.from(text, encoding)),
} as const;
type Source = keyof typeof SOURCES;

const LINES = Array.from({ length: 40 }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[], ending = '\n'): string =>
  lines.map((line) => `${line}${ending}`).join('');
const changed = (text: string): string => text.replace('line 30', 'agent');

interface State {
  readonly name: string;
  /** What the file holds. */
  readonly bytes?: Buffer;
  /** The same as the agent sees it, and after its change. */
  readonly text?: string;
  /** Lua that brings about the state. */
  readonly lua?: string;
  readonly keys?: string;
  /** The mode that the keys end in. */
  readonly mode?: string;
  /** What the user's part of the buffer is, line by line. */
  readonly mine?: Readonly<Record<number, string>>;
  /** The buffer stays as it is and the source `fs` is refused. */
  readonly refused?: RegExp;
  readonly unloaded?: boolean;
}

const latin1 = textOf(['café', ...LINES]);
const STATES: readonly State[] = [
  { name: 'clean' },
  {
    name: 'dirty',
    lua: `vim.api.nvim_buf_set_lines(0, 4, 5, true, { 'mine' })`,
    mine: { 5: 'mine' },
  },
  { name: 'hidden', lua: `vim.o.hidden = true vim.cmd.edit('other.txt')` },
  {
    name: 'hidden and dirty',
    lua: `vim.o.hidden = true
      vim.api.nvim_buf_set_lines(0, 4, 5, true, { 'mine' }) vim.cmd.edit('other.txt')`,
    mine: { 5: 'mine' },
  },
  {
    name: 'unloaded',
    lua: `vim.cmd.edit('other.txt') vim.cmd('bunload file.txt')`,
    unloaded: true,
  },
  { name: 'readonly', lua: 'vim.bo.readonly = true', refused: /read-only/ },
  { name: 'nomodifiable', lua: 'vim.bo.modifiable = false', refused: /locked/ },
  { name: 'dos', text: textOf(LINES, '\r\n') },
  { name: 'with a byte order mark', text: `\uFEFF${textOf(LINES)}` },
  { name: 'without a final newline', text: textOf(LINES).slice(0, -1) },
  { name: 'latin1', text: latin1, bytes: Buffer.from(latin1, 'latin1') },
  { name: 'saved by the user meanwhile', lua: `vim.cmd('silent write')` },
  {
    name: 'in insert mode',
    keys: '5GAmine',
    mode: 'i',
    mine: { 5: 'line 5mine' },
  },
  { name: 'in the command line', keys: '5G:delete', mode: 'c' },
  { name: 'in visual mode', keys: '5Gvjj', mode: 'v' },
  { name: 'while a macro is recorded', keys: '5Gqa', mode: 'n' },
  { name: 'in two windows', lua: `vim.cmd('split')` },
  { name: 'in another tab', lua: `vim.cmd('tabnew other.txt')` },
  { name: 'in diff mode', lua: `vim.cmd('diffthis | vsplit other.txt | diffthis | wincmd p')` },
  {
    name: 'folded',
    lua: `vim.wo.foldmethod = 'manual' vim.cmd('10,20fold')`,
  },
];

async function open(state: State, config?: string): Promise<Desk> {
  const desk = await openDesk({ files: { 'other.txt': 'other\n' }, ...(config ? { config } : {}) });
  desk.setDisk('file.txt', state.bytes ?? state.text ?? textOf(LINES));
  await desk.edit('file.txt');
  await desk.read('file.txt');
  await desk.begin();
  if (state.lua) await desk.lua(state.lua);
  if (state.keys) await desk.editor.feed(state.keys);
  if (state.mode) await wait(async () => (await modeOf(desk)) === state.mode, `mode ${state.mode}`);
  return desk;
}

const modeOf = async (desk: Desk): Promise<string> =>
  ((await desk.editor.request('nvim_get_mode')) as { mode: string }).mode;

const buffer = (desk: Desk): Promise<{ lines: string[]; modified: boolean }> =>
  desk.lua(`local bufnr = vim.fn.bufnr('file.txt')
    return { lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false),
      modified = vim.bo[bufnr].modified }`);

async function expectText(desk: Desk, source: Source, state: State): Promise<void> {
  const before = state.text ?? textOf(LINES);
  const isDirty = state.mine !== undefined;
  // The user's unsaved text is not saved; what the agent wrote itself is there.
  const onDisk = source === 'fs' && isDirty ? before : changed(before);
  const encoding = state.bytes ? 'latin1' : 'utf8';
  expect(readFileSync(desk.path('file.txt'), encoding)).toBe(onDisk);
  const { lines, modified } = await buffer(desk);
  const expected = changed(before.replace('\uFEFF', '')).split(/\r?\n/);
  if (expected.at(-1) === '') expected.pop();
  for (const [row, text] of Object.entries(state.mine ?? {})) expected[Number(row) - 1] = text;
  expect(lines).toEqual(state.unloaded ? [] : expected);
  expect(modified).toBe(isDirty);
}

describe.each(Object.keys(SOURCES) as Source[])('by the source %s, a file that is', (source) => {
  test.each(STATES)('$name', async (state) => {
    await using desk = await open(state);
    const text = changed(state.text ?? textOf(LINES));
    const writing = SOURCES[source](desk, text, state.bytes && 'latin1');
    if (source === 'fs' && state.refused) {
      await expect(writing).rejects.toThrow(state.refused);
      expect((await buffer(desk)).lines).toEqual(LINES);
    } else {
      await writing;
      await expectText(desk, source, state);
    }
    await desk.editor.expectNotBlocked();
    if (state.mode) expect(await modeOf(desk)).toBe(state.mode);
    // Neovim neither asks about it nor reports it, now or later.
    await desk.editor.feed('<C-\\><C-n>');
    await desk.lua(`vim.cmd('checktime')`);
    await desk.editor.expectNotBlocked();
    expect(await desk.editor.messages()).not.toMatch(/\bW1\d:|changed/);
  });

  test.each([
    ['linewise', '10GVjj', 'V', 'd', /^line 1[012]\n/gm, ''],
    ['upwards', '12GVkk', 'V', 'd', /^line 1[012]\n/gm, ''],
    ['characterwise', '10Gwvjj0', 'v', 'd', /line (10\nline 11\nl)ine 12/, 'line ine 12'],
    ['blockwise to the line ends', '10G<C-v>jj$', '\x16', 'Ax<Esc>', /^line 1[012]$/gm, '$&x'],
    ['in Select mode', '10GVjj<C-g>', 'S', 'x<Esc>', /line 10\nline 11\nline 12\n/, 'x'],
  ])('selected below the change: %s', async (_, keys, mode, then, selected, becomes) => {
    await using desk = await open({ name: 'selected', keys, mode });
    const text = textOf(LINES).replace('line 3\n', 'line 3\nnew\nnew\n');
    await SOURCES[source](desk, text);
    expect(await modeOf(desk)).toBe(mode);
    await desk.editor.feed(then);
    await wait(async () => (await modeOf(desk)) === 'n', 'it is done');
    expect((await buffer(desk)).lines).toEqual(
      text.replace(selected, becomes).trimEnd().split('\n'),
    );
  });

  test('completed below the change', async () => {
    await using desk = await open({ name: 'completed', keys: '10Gcc<C-x><C-l>' });
    await wait(() => desk.lua('return vim.fn.pumvisible() == 1'), 'there is something to choose');
    const mine = (await desk.lines())[9] as string;
    const text = textOf(LINES).replace('line 3\n', 'line 3\nnew\nnew\n');
    await SOURCES[source](desk, text);
    await desk.editor.feed('<C-n> more<Esc>');
    await wait(async () => (await modeOf(desk)) === 'n', 'it is done');
    const { lines } = await buffer(desk);
    const others = text.trimEnd().split('\n');
    expect(lines.filter((_, row) => row !== 11)).toEqual(others.filter((_, row) => row !== 11));
    expect(lines[11]).toContain(mine);
    expect(lines[11]).toContain(' more');
  });

  test('while a mapping waits for a key and no text may be changed', async () => {
    const lua = `vim.keymap.set('n', 'W', function() return 'Amine' .. vim.fn.getcharstr() .. '<Esc>' end,
      { expr = true }) vim.fn.cursor(5, 1)`;
    await using desk = await open({ name: 'locked', lua });
    await desk.editor.feed('W');
    const locked = `return not pcall(vim.api.nvim_buf_set_lines, 0, 0, 0, true, {})`;
    await wait(() => desk.lua(locked), 'nothing may be changed');
    const writing = SOURCES[source](desk, changed(textOf(LINES)));
    await desk.editor.expectNotBlocked();
    expect(await buffer(desk)).toMatchObject({ lines: LINES });
    await desk.lua('vim.wait(300)');
    await desk.editor.feed('!');
    await writing;
    const [there, mine] = [changed(textOf(LINES)).trimEnd().split('\n'), 'line 5mine!'];
    const merged = there.map((line, row) => (row === 4 ? mine : line));
    await wait(async () => (await buffer(desk)).lines.join() === merged.join(), 'both are there');
    expect((await buffer(desk)).modified).toBe(true);
    await desk.lua(`vim.cmd('checktime | silent write')`);
    await desk.editor.expectNotBlocked();
    expect(await desk.editor.messages()).toBe('');
  });

  test('open in another Neovim (swap file)', async () => {
    await using other = await openDesk();
    const folder = `${other.editor.dir}//`;
    const swapping = `vim.o.updatecount = 100 vim.o.directory = '${folder}' vim.o.shortmess = 'A'`;
    await using desk = await open({ name: 'swap' }, swapping);
    await other.lua(`${swapping} vim.cmd.edit(...) vim.cmd('preserve')`, desk.path('file.txt'));
    await SOURCES[source](desk, changed(textOf(LINES)));
    await expectText(desk, source, { name: 'swap' });
    await desk.editor.expectNotBlocked();
  });

  test('deleted on disk', async () => {
    await using desk = await open({ name: 'deleted' });
    rmSync(desk.path('file.txt'));
    await SOURCES[source](desk, changed(textOf(LINES)));
    await expectText(desk, source, { name: 'deleted' });
    await desk.editor.expectNotBlocked();
  });

  test('changed on disk by others', async () => {
    await using desk = await open({ name: 'changed' });
    const theirs = textOf(LINES).replace('line 10', 'git');
    writeFileSync(desk.path('file.txt'), theirs);
    await SOURCES[source](desk, changed(theirs));
    await expectText(desk, source, { name: 'changed', text: theirs });
    await desk.editor.expectNotBlocked();
  });
});

describe('by the disk', () => {
  test('a deleted file leaves the buffer, dirty or not, and no message', async () => {
    for (const state of STATES.filter(({ name }) => name === 'clean' || name === 'dirty')) {
      await using desk = await open(state);
      const { lines } = await buffer(desk);
      await desk.tool('file.txt', null);
      expect((await buffer(desk)).lines).toEqual(lines);
      expect(desk.changes).toMatchObject([{ before: textOf(LINES), after: null }]);
      await desk.lua(`vim.cmd('checktime')`);
      expect(await desk.editor.messages()).toBe('');
      await desk.editor.expectNotBlocked();
    }
  });

  test('a file that is deleted and then made anew is merged with what it held before', async () => {
    await using desk = await open({ name: 'dirty', lua: `vim.fn.setline(5, 'mine')` });
    await desk.tool('file.txt', null);
    await desk.tool('file.txt', changed(textOf(LINES)));
    const merged = changed(textOf(LINES)).replace('line 5\n', 'mine\n');
    expect(await desk.lines()).toEqual(merged.trimEnd().split('\n'));
    expect(desk.changes).toMatchObject([
      { before: textOf(LINES), after: null, unsaved: true },
      { before: null, after: changed(textOf(LINES)) },
    ]);
    expect(desk.changes[1]?.conflict).toBeUndefined();
    await desk.lua(`vim.cmd('checktime | silent write')`);
    await desk.editor.expectNotBlocked();
    expect(desk.disk('file.txt')).toBe(merged);
  });

  test('one undo takes back what came, in a clean buffer and in a dirty one', async () => {
    for (const state of STATES.filter(({ name }) => name === 'clean' || name === 'dirty')) {
      await using desk = await open(state);
      const { lines } = await buffer(desk);
      await desk.tool('file.txt', textOf(LINES).replace('line 30', 'a').replace('line 9\n', ''));
      await desk.lua('vim.cmd.undo()');
      expect(await buffer(desk)).toEqual({ lines, modified: true });
    }
  });

  test.each([
    ['merged', '', 'undo 0'],
    ['merged, and undone by steps', '', 'undo | undo'],
    ['taken over', 'undo', 'undo 0'],
    ['taken over, with another branch', 'undo', 'undo | redo | undo | earlier 10'],
  ])('undoing to before what was %s is a change of the user', async (_, before, after) => {
    await using desk = await open({ name: 'dirty', lua: `vim.fn.setline(5, 'mine')` });
    await desk.lua(`vim.cmd('silent! ' .. ...)`, before);
    await desk.tool('file.txt', changed(textOf(LINES)).replace('line 8\n', ''));
    await desk.lua(`vim.cmd('silent! ' .. ...)`, after);
    expect(await buffer(desk)).toEqual({ lines: LINES, modified: true });
    await desk.read('file.txt');
    expect((await buffer(desk)).lines).toEqual(LINES);
    await desk.lua(`vim.cmd('silent write')`);
    expect(desk.disk('file.txt')).toBe(textOf(LINES));
    await desk.editor.expectNotBlocked();
  });

  test('what was merged is written without a question, with the autocommands of a write', async () => {
    await using desk = await open({ name: 'dirty', lua: `vim.fn.setline(5, 'mine')` });
    await desk.tool('file.txt', changed(textOf(LINES)));
    await desk.lua(`Pre = 0
      vim.api.nvim_create_autocmd('BufWritePre', { callback = function() Pre = Pre + 1 end })
      vim.cmd('silent write')`);
    expect(desk.disk('file.txt')).toBe(changed(textOf(LINES)).replace('line 5\n', 'mine\n'));
    expect(
      await desk.lua(`return { Pre, #vim.api.nvim_get_autocmds({
      event = 'BufWriteCmd', buffer = 0 }) }`),
    ).toEqual([1, 0]);
    await desk.lua(`vim.fn.setline(6, 'more') vim.cmd('silent write')`);
    await desk.editor.expectNotBlocked();
  });

  test.each([':wall', ':xit', ':wq', 'ZZ', ':write! ++ff=dos', ':write other name.txt | write'])(
    'what was merged is written by %s, too',
    async (keys) => {
      await using desk = await open({ name: 'dirty', lua: `vim.fn.setline(5, 'mine')` });
      await desk.tool('file.txt', changed(textOf(LINES)));
      const wanted = changed(textOf(LINES)).replace('line 5\n', 'mine\n');
      await desk.lua(`vim.cmd('split')`);
      const typed = keys.replace('other name', 'other\\ name');
      await desk.editor.feed(keys.startsWith(':') ? `${typed}<CR>` : typed);
      const dos = keys.includes('dos') ? wanted.replaceAll('\n', '\r\n') : wanted;
      await wait(() => desk.disk('file.txt') === dos, 'it is written');
      await wait(async () => !(await buffer(desk)).modified, 'it is not modified any more');
      if (keys.includes('other')) expect(desk.disk('other name.txt')).toBe(wanted);
      await desk.editor.expectNotBlocked();
      expect(await desk.editor.messages()).not.toMatch(/\b(E\d+|W1\d):/);
    },
  );

  test('what the file’s encoding lacks is not written as question marks', async () => {
    const text = textOf(['café', ...LINES]);
    await using desk = await open({ name: 'latin1', text, bytes: Buffer.from(text, 'latin1') });
    await desk.lua(`vim.fn.setline(5, 'mine')`);
    await desk.tool('file.txt', Buffer.from(changed(text), 'latin1'));
    await desk.lua(`vim.fn.setline(6, '→')`);
    await desk.editor.feed(':write<CR>');
    await wait(async () => /E513/.test(await desk.editor.messages()), 'it is refused');
    await desk.editor.expectNotBlocked();
    expect((await buffer(desk)).modified).toBe(true);
    expect(Buffer.from(desk.disk64('file.txt'), 'base64')).toEqual(
      Buffer.from(changed(text), 'latin1'),
    );
  });

  test('text in the lines of the user’s is a conflict; the rest is merged', async () => {
    await using desk = await open({ name: 'dirty', lua: `vim.fn.setline(5, 'mine')` });
    const theirs = changed(textOf(LINES)).replace('line 5\n', 'theirs\n');
    await desk.tool('file.txt', theirs);
    const { lines, modified } = await buffer(desk);
    expect([lines[4], lines[29], modified]).toEqual(['mine', 'agent', true]);
    expect(desk.changes).toMatchObject([
      { conflict: { places: ['5'], fresh: 1, theirs: theirs.trimEnd().split('\n') } },
    ]);
  });

  test.each([
    ['dirty', `vim.fn.setline(5, 'mine')`, ''],
    ['clean', '', `vim.fn.setline(5, 'mine')`],
    [
      'clean, and looked at by Neovim at once',
      '',
      `vim.cmd('checktime') vim.fn.setline(5, 'mine')`,
    ],
  ])('a file that is touched only is no change, and asks nothing: %s', async (name, lua, later) => {
    await using desk = await open({ name, lua });
    await desk.tool('file.txt', textOf(LINES));
    await desk.lua(later);
    expect(desk.changes).toEqual([]);
    await desk.editor.feed(':write<CR>');
    await wait(async () => !(await buffer(desk)).modified, 'it is written');
    await desk.editor.expectNotBlocked();
  });

  test.each([
    ['clean', ''],
    ['dirty', `vim.fn.setline(5, 'mine')`],
  ])('a tool that writes bit by bit asks nothing: %s', async (name, lua) => {
    await using desk = await open({ name, lua });
    await desk.tool('file.txt', textOf(LINES));
    // Written while the editor takes over what was written before, again and again.
    const writer = spawn(process.execPath, [
      '-e',
      `const fs = require('fs'); let n = 0;
      (function more() {
        fs.appendFileSync(process.argv[1], 'bit ' + n++ + '\\n');
        if (n < 400) setTimeout(more, n % 4);
      })()`,
      desk.path('file.txt'),
    ]);
    while (writer.exitCode === null) {
      await desk.editor.expectNotBlocked();
      await desk.check();
    }
    await desk.check();
    const { lines } = await buffer(desk);
    const written = desk.disk('file.txt').trimEnd().split('\n');
    expect(lines).toHaveLength(LINES.length + 400);
    expect(lines).toEqual(written.map((line, row) => (lua && row === 4 ? 'mine' : line)));
    await desk.lua(`vim.cmd('checktime') vim.cmd('silent write')`);
    await desk.editor.expectNotBlocked();
    expect(await desk.editor.messages()).toBe('');
  });

  test('text that the user has typed as well leaves nothing to save', async () => {
    await using desk = await open({ name: 'dirty', lua: `vim.fn.setline(30, 'agent')` });
    await desk.tool('file.txt', changed(textOf(LINES)).replace('line 5\n', 'five\n'));
    const { lines, modified } = await buffer(desk);
    expect([lines[4], lines[29], modified]).toEqual(['five', 'agent', false]);
    await desk.lua(`vim.cmd('checktime | silent undo')`);
    expect((await buffer(desk)).modified).toBe(true);
    await desk.editor.expectNotBlocked();
  });

  const become = {
    'a link becomes a file': (desk: Desk, text: string): void => {
      writeFileSync(desk.path('made.txt'), text);
      renameSync(desk.path('made.txt'), desk.path('link.txt'));
    },
    'a link leads to another file': (desk: Desk, text: string): void => {
      writeFileSync(desk.path('made.txt'), text);
      rmSync(desk.path('link.txt'));
      symlinkSync('made.txt', desk.path('link.txt'));
    },
  };
  test.each([
    ['a link becomes a file', 'clean', '', true],
    ['a link becomes a file', 'dirty', `vim.fn.setline(5, 'mine')`, false],
    ['a link becomes a file', 'dirty', `vim.fn.setline(5, 'mine')`, true],
    ['a link leads to another file', 'dirty', `vim.fn.setline(5, 'mine')`, true],
  ] as const)('%s under a buffer that is %s', async (how, _, lua, isNamed) => {
    await using desk = await openDesk();
    desk.setDisk('target.txt', textOf(LINES));
    symlinkSync('target.txt', desk.path('link.txt'));
    await desk.edit('link.txt');
    await desk.begin();
    await desk.lua(lua);
    become[how](desk, changed(textOf(LINES)));
    if (isNamed) await desk.tool('link.txt', changed(textOf(LINES)));
    await desk.check();
    const merged = changed(textOf(LINES)).replace('line 5\n', lua ? 'mine\n' : 'line 5\n');
    expect(await desk.lines()).toEqual(merged.trimEnd().split('\n'));
    // No file has changed from the one text to the other one; what became of the link is found in its folder.
    expect(desk.changes).toEqual([]);
    await desk.end();
    await desk.lua(`vim.cmd('checktime | silent write')`);
    await desk.editor.expectNotBlocked();
    expect(desk.disk('link.txt')).toBe(merged);
    expect(desk.disk('target.txt')).toBe(textOf(LINES));
    expect(await desk.editor.messages()).toBe('');
  });

  test('a new buffer takes over the file that comes to be under it', async () => {
    await using desk = await open({ name: 'clean' });
    await desk.edit('fresh.txt');
    await desk.tool('fresh.txt', 'one\n');
    expect(await desk.lines()).toEqual(['one']);
    await desk.lua(`vim.cmd('checktime')`);
    await desk.editor.expectNotBlocked();
    await desk.lua(`vim.fn.setline(1, 'two') vim.cmd('silent write')`);
    expect(desk.disk('fresh.txt')).toBe('two\n');
    await desk.editor.expectNotBlocked();
  });

  test('a new buffer with a draft keeps it when the file comes to be under it', async () => {
    await using desk = await open({ name: 'clean' });
    await desk.edit('fresh.txt');
    await desk.lua(`vim.fn.setline(1, { 'my', 'draft' })`);
    await desk.tool('fresh.txt', 'one\n');
    expect(await desk.lines()).toEqual(['my', 'draft']);
    expect(desk.changes).toMatchObject([{ before: null, after: 'one\n', conflict: {} }]);
    await desk.lua(`vim.cmd('checktime') vim.cmd('silent write')`);
    expect(desk.disk('fresh.txt')).toBe('my\ndraft\n');
    await desk.editor.expectNotBlocked();
  });

  test.each([
    ['that the file repeats', ['my', 'draft'], 'top\nmy\ndraft\n', ['top', 'my', 'draft'], 2],
    ['of other lines', ['my', 'draft'], 'one\n', ['my', 'draft'], 1],
  ])('what is attached to a draft %s stays', async (_, draft, text, wanted, row) => {
    await using desk = await open({ name: 'clean' });
    await desk.edit('fresh.txt');
    await desk.lua(
      `vim.fn.setline(1, ...)
      NS = vim.api.nvim_create_namespace('test')
      vim.api.nvim_buf_set_extmark(0, NS, 1, 2, { id = 7, end_col = 4, hl_group = 'Error',
        virt_text = { { 'note', 'Comment' } }, sign_text = '!' })`,
      draft,
    );
    await desk.tool('fresh.txt', text);
    expect(await desk.lines()).toEqual(wanted);
    expect(
      await desk.lua('return vim.api.nvim_buf_get_extmarks(0, NS, 0, -1, { details = true })'),
    ).toMatchObject([
      [
        7,
        row,
        2,
        { end_col: 4, hl_group: 'Error', virt_text: [['note', 'Comment']], sign_text: '! ' },
      ],
    ]);
    expect((await desk.lua('return vim.bo.modified')) as boolean).toBe(text === 'one\n');
    await desk.lua(`vim.cmd('checktime') vim.cmd('silent write')`);
    expect(desk.disk('fresh.txt')).toBe(wanted.map((line) => `${line}\n`).join(''));
    await desk.editor.expectNotBlocked();
  });

  test('a binary file, a folder and a very large file do no harm', async () => {
    await using desk = await open({ name: 'clean' });
    await desk.tool('binary', Buffer.from([0, 1, 2]));
    await desk.tool('large.txt', 'x'.repeat(9 * 1024 * 1024));
    await desk.tool('file.txt', changed(textOf(LINES)));
    expect(desk.changes.map(({ path }) => path)).toEqual([
      desk.path('large.txt'),
      desk.path('file.txt'),
    ]);
  });

  test('what the source fs reports is reported once', async () => {
    await using desk = await open({ name: 'clean' });
    await desk.write('file.txt', changed(textOf(LINES)));
    await desk.write('new.txt', 'new\n');
    await desk.tool('other.txt', 'changed\n');
    expect(desk.changes.map(({ path }) => path)).toEqual([desk.path('other.txt')]);
  });
});
