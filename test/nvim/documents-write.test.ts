import { chmodSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** A desk with one file, loaded and read by the agent. */
async function openFile(content: string | readonly string[], config = ''): Promise<Desk> {
  const text = typeof content === 'string' ? content : textOf(content);
  const desk = await openDesk({ files: { 'file.txt': text, 'other.txt': 'other\n' }, config });
  await desk.edit('file.txt');
  await desk.read('file.txt');
  return desk;
}

/** Line `row` (1-based) replaced, all else as it was. */
function withLine(lines: readonly string[], row: number, ...added: string[]): string[] {
  return [...lines.slice(0, row - 1), ...added, ...lines.slice(row)];
}

describe('writing a loaded file', () => {
  test('changes the buffer, saves it, and reports the hunks', async () => {
    await using desk = await openFile(['one', 'two', 'three']);
    await desk.write('file.txt', 'one\nTWO\nthree\n');
    expect(await desk.lines()).toEqual(['one', 'TWO', 'three']);
    expect(desk.disk('file.txt')).toBe('one\nTWO\nthree\n');
    expect(await desk.lua('return vim.bo.modified')).toBe(false);
    expect(desk.accesses.at(-1)).toMatchObject({
      kind: 'write',
      path: desk.path('file.txt'),
      bufnr: expect.any(Number),
      line: 2,
      hunks: [{ row: 1, del: 1, lines: ['TWO'] }],
    });
    await desk.editor.expectNotBlocked();
    expect(await desk.editor.messages()).toBe('');
  });

  test('is one undo step, however many hunks', async () => {
    const lines = numbered(100);
    await using desk = await openFile(lines);
    await desk.write('file.txt', textOf(lines.map((line, row) => (row % 10 ? line : `${line}!`))));
    await desk.lua('vim.cmd.undo()');
    expect(await desk.lines()).toEqual(lines);
  });

  test('keeps all of 1,000 extmarks, and those inside a changed line', async () => {
    const lines = numbered(1000);
    await using desk = await openFile(lines);
    await desk.lua(`NS = vim.api.nvim_create_namespace('test')
      for row = 0, 999 do vim.api.nvim_buf_set_extmark(0, NS, row, 5, { id = row + 1 }) end`);
    const changed = lines.map((line, row) => (row % 20 ? line : `${line} é`));
    await desk.write('file.txt', textOf(['new', 'lines', ...changed]));
    const kept = await desk.lua(`local kept = 0
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, NS, 0, -1, {})) do
        if mark[2] == mark[1] + 1 and mark[3] == 5 then kept = kept + 1 end
      end
      return kept`);
    expect(kept).toBe(1000);
  });

  test('keeps marks, manual folds, cursor, jumplist and alternate file', async () => {
    const lines = numbered(200);
    await using desk = await openFile(lines);
    await desk.lua(`
      vim.cmd.edit('other.txt') vim.cmd.edit('file.txt')
      vim.wo.foldmethod = 'manual'
      vim.cmd('50mark a') vim.cmd('60,70fold')
      vim.cmd('normal! 80G')
      vim.api.nvim_win_set_cursor(0, { 100, 3 })
      Jumps = #vim.fn.getjumplist()[1]`);
    const added = ['a', 'b', 'c', ...withLine(withLine(lines, 30, 'changed', 'more'), 150, 'x')];
    await desk.write('file.txt', textOf(added));
    expect(
      await desk.lua(`return {
        mark = vim.api.nvim_buf_get_mark(0, 'a'),
        folded = { vim.fn.foldclosed(63), vim.fn.foldclosed(64), vim.fn.foldclosedend(64) },
        cursor = vim.api.nvim_win_get_cursor(0),
        alternate = vim.fn.expand('#:t'),
        jumps = #vim.fn.getjumplist()[1] - Jumps,
      }`),
    ).toEqual({
      mark: [54, 0],
      folded: [-1, 64, 74],
      cursor: [104, 3],
      alternate: 'other.txt',
      jumps: 0,
    });
  });

  test('keeps a mark on a line that is changed, or replaced along with others', async () => {
    await using desk = await openFile(numbered(20));
    await desk.lua(
      `vim.cmd('5mark a') vim.cmd('11mark b') vim.cmd('15mark C') vim.cmd('18mark d')`,
    );
    const changed = withLine(numbered(20), 5, 'line five');
    changed.splice(9, 2, 'alpha', 'beta', 'gamma');
    changed.splice(15, 1, 'delta', 'epsilon');
    changed.splice(19, 1);
    await desk.write('file.txt', textOf(changed));
    const row = (name: string) => desk.lua('return vim.api.nvim_buf_get_mark(0, ...)[1]', name);
    expect(await Promise.all(['a', 'b', 'C', 'd'].map(row))).toEqual([5, 11, 16, 0]);
  });

  test('saving does not set the marks of the user’s own last change, yank and insertion', async () => {
    await using desk = await openFile(numbered(20));
    await desk.editor.feed('5GAtyped<Esc>');
    await wait(async () => (await desk.lines())[4] === 'line 5typed', 'the user has typed');
    await desk.lua('vim.cmd("silent write")');
    await desk.editor.feed('7Gyy');
    await wait(
      async () => (await desk.lua(`return vim.fn.line("'[")`)) === 7,
      'the user has yanked',
    );
    await desk.write('file.txt', textOf(['top', ...withLine(numbered(20), 12, 'agent')]));
    expect(
      await desk.lua(`return { vim.fn.line("'["), vim.fn.line("']"), vim.fn.line("'^") }`),
    ).toEqual([7, 7, 6]);
  });

  test('leaves the cursor at its line when that line is replaced along with others', async () => {
    await using desk = await openFile(numbered(100));
    await desk.lua(`vim.cmd('split') vim.api.nvim_win_set_cursor(0, { 52, 3 })
      vim.cmd('wincmd w') vim.api.nvim_win_set_cursor(0, { 51, 2 })`);
    const changed = numbered(100);
    changed.splice(49, 4, 'alpha');
    await desk.write('file.txt', textOf(changed));
    expect(
      await desk.lua(`return vim.tbl_map(function(win)
        return vim.api.nvim_win_get_cursor(win)[1]
      end, vim.api.nvim_list_wins())`),
    ).toEqual([50, 50]);
  });

  test('keeps what every window shows, also in other tabs', async () => {
    const lines = numbered(500);
    await using desk = await openFile(lines);
    await desk.lua(`
      vim.cmd('normal! 100Gzt')
      vim.cmd('split') vim.cmd('normal! 300Gzt')
      vim.cmd('tabnew file.txt') vim.cmd('normal! 400Gzt')`);
    const shown = () =>
      desk.lua(`local shown = {}
        for i, win in ipairs(vim.api.nvim_list_wins()) do
          shown[i] = vim.api.nvim_win_call(win, function()
            return { vim.fn.getline('w0'), vim.fn.getline('.') }
          end)
        end
        return shown`);
    const before = await shown();
    expect(before).toHaveLength(3);
    const changed = ['new', 'top', ...withLine(withLine(lines, 200, 'a', 'b', 'c'), 353)];
    await desk.write('file.txt', textOf(changed));
    await desk.lua('vim.cmd("redraw!")');
    expect(await shown()).toEqual(before);
  });

  test('reaches a buffer that no window shows', async () => {
    await using desk = await openFile(numbered(10));
    await desk.edit('other.txt');
    await desk.write('file.txt', textOf(withLine(numbered(10), 5, 'changed')));
    expect(await desk.lua(`return vim.fn.getbufline('file.txt', 5)`)).toEqual(['changed']);
    expect(desk.disk('file.txt')).toContain('changed');
    expect(await desk.lua(`return vim.fn.expand('%:t')`)).toBe('other.txt');
  });

  test('starts over when the user has typed meanwhile', async () => {
    const lines = numbered(30_000);
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, 0, true, { 'first' })`);
    const writing = desk.write('file.txt', textOf(withLine(lines, 20_000, 'agent')));
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, 1, true, { 'first, typed on' })`);
    await writing;
    const now = await desk.lines();
    expect([now[0], now[20_000]]).toEqual(['first, typed on', 'agent']);
  });

  test('makes the folders of a new buffer', async () => {
    await using desk = await openFile('');
    await desk.edit('new/folder/file.txt');
    await desk.write('new/folder/file.txt', 'text\n');
    expect(desk.disk('new/folder/file.txt')).toBe('text\n');
    expect(await desk.lines()).toEqual(['text']);
  });

  test('does nothing when the text is there already', async () => {
    await using desk = await openFile('one\n');
    const tick = await desk.lua('return vim.b.changedtick');
    await desk.write('file.txt', 'one\n');
    expect(await desk.lua('return vim.b.changedtick')).toBe(tick);
    expect(desk.accesses.at(-1)).toMatchObject({ kind: 'write', hunks: [] });
  });

  test('brings a file back that was deleted under the buffer', async () => {
    await using desk = await openFile('one\n');
    await desk.lua('vim.uv.fs_unlink(...)', desk.path('file.txt'));
    await desk.write('file.txt', 'one\n');
    expect(desk.disk('file.txt')).toBe('one\n');
  });

  test('lets formatters run on save; the agent reads what they made of it', async () => {
    await using desk = await openFile(
      'one\n',
      `vim.api.nvim_create_autocmd('BufWritePre', { callback = function()
        vim.cmd([[silent keeppatterns %s/\\s\\+$//e]])
      end })`,
    );
    await desk.write('file.txt', 'one   \ntwo\n');
    expect(desk.disk('file.txt')).toBe('one\ntwo\n');
    expect(await desk.read('file.txt')).toBe('one\ntwo\n');
    await desk.write('file.txt', 'one\ntwo\nthree\n');
    expect(desk.disk('file.txt')).toBe('one\ntwo\nthree\n');
  });

  test.each([
    ['at once', `vim.fn.system({ 'sed', '-i', 's/ *$//', vim.fn.expand('%:p') })`],
    [
      'in the background',
      `vim.fn.jobstart({ 'sed', '-i', 's/ *$//', vim.fn.expand('%:p') },
        { on_exit = function() vim.g.formatted = true end })`,
    ],
  ])('lets an external formatter rewrite the file after the save: %s', async (when, format) => {
    await using desk = await openFile(
      numbered(20),
      `vim.api.nvim_create_autocmd('BufWritePost', { callback = function() ${format} end })`,
    );
    await desk.begin();
    await desk.lua(`NS = vim.api.nvim_create_namespace('test')
      vim.api.nvim_buf_set_extmark(0, NS, 10, 3, { id = 1 })`);
    const wanted = withLine(numbered(20), 5, 'agent');
    await desk.write(
      'file.txt',
      textOf(wanted.map((line) => (line === 'agent' ? 'agent  ' : line))),
    );
    if (when !== 'at once') {
      await wait(() => desk.lua('return vim.g.formatted'), 'the formatter is done');
      await desk.check();
    }
    expect(await desk.lines()).toEqual(wanted);
    expect(await desk.read('file.txt')).toBe(textOf(wanted));
    expect(await desk.lua('return vim.api.nvim_buf_get_extmark_by_id(0, NS, 1, {})')).toEqual([
      10, 3,
    ]);
    // The agent goes on from what it has written itself.
    await desk.lua('vim.g.formatted = nil');
    await desk.write('file.txt', textOf(withLine(wanted, 8, 'more')));
    if (when !== 'at once') {
      await wait(() => desk.lua('return vim.g.formatted'), 'it is done again');
      // Until then Neovim asks about a file that is not the one which it has written.
      await desk.check();
    }
    expect(desk.disk('file.txt')).toBe(textOf(withLine(wanted, 8, 'more')));
    await desk.lua(`vim.fn.setline(1, 'mine') vim.cmd('checktime') vim.cmd('silent write')`);
    await desk.editor.expectNotBlocked();
    expect(await desk.editor.messages()).toBe('');
  });

  test('reports what a formatter has made of it', async () => {
    await using desk = await openFile(
      'one\n',
      `vim.api.nvim_create_autocmd('BufWritePre', { callback = function()
        vim.cmd([[silent keeppatterns %s/\\s\\+$//e]])
      end })`,
    );
    await desk.write('file.txt', 'one\ntwo   \n');
    expect(desk.accesses.at(-1)).toMatchObject({ before: 'one\n', after: 'one\ntwo\n' });
  });

  test('a failing save is reported; the text is in the editor', async () => {
    await using desk = await openFile('one\n');
    await desk.lua(`vim.api.nvim_create_autocmd('BufWriteCmd', {
      pattern = 'file.txt', callback = function() error('no disk today') end })`);
    await expect(desk.write('file.txt', 'two\n')).rejects.toThrow(
      /changed in the editor, but not saved: .*no disk today/,
    );
    expect(await desk.lines()).toEqual(['two']);
    await desk.editor.expectNotBlocked();
  });

  test.each([
    ['readonly', 'vim.bo.readonly = true', /read-only in the editor/],
    ['not modifiable', 'vim.bo.modifiable = false', /locked in the editor/],
  ])('a buffer that is %s is refused with a reason', async (_, code, reason) => {
    await using desk = await openFile('one\n');
    await desk.lua(code);
    await expect(desk.write('file.txt', 'two\n')).rejects.toThrow(reason);
    expect(await desk.lines()).toEqual(['one']);
    expect(desk.disk('file.txt')).toBe('one\n');
    expect(await desk.editor.messages()).toBe('');
  });
});

test.each([
  ['loaded', true],
  ['not loaded', false],
])('a file that was made read-only is left alone, %s', async (_, isLoaded) => {
  await using desk = await openDesk({ files: { 'file.txt': 'one\n' } });
  if (isLoaded) await desk.edit('file.txt');
  chmodSync(desk.path('file.txt'), 0o444);
  await expect(desk.write('file.txt', 'two\n')).rejects.toThrow(/permission denied/);
  expect(desk.disk('file.txt')).toBe('one\n');
  expect(await desk.lua('return vim.bo.modified')).toBe(false);
});

describe('writing while the user is busy', () => {
  const lines = numbered(40);
  const wanted = textOf(withLine(lines, 30, 'agent'));

  test('in insert mode the agent’s edit is an undo step of its own', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.bo.modified = false`);
    await desk.editor.feed('5GAbefore');
    await wait(async () => (await desk.lines())[4] === 'line 5before', 'the user has typed');
    await desk.write('file.txt', wanted);
    await desk.editor.feed(' after<Esc>');
    await wait(async () => (await desk.lines())[4] === 'line 5before after', 'typed on');
    const picture = async () => {
      const now = await desk.lines();
      return [now[4], now[29]];
    };
    const undone: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      await desk.lua('vim.cmd.undo()');
      undone.push(await picture());
    }
    expect(undone).toEqual([
      ['line 5before', 'agent'],
      ['line 5before', 'line 30'],
      ['line 5', 'line 30'],
    ]);
  });

  test.each([
    ['visual mode', '5Gvjj', 'd', 'v'],
    ['the command line', '5G:delete', '<CR>', 'c'],
    ['a search that shows no match', ':set noincsearch<CR>5G/line 7', '<CR>', 'c'],
    ['recording a macro', '5Gqadd', 'q', 'n'],
    ['insert mode', '5Gcc', 'typed<Esc>', 'i'],
    ['replace mode', '5GR', 'typed<Esc>', 'R'],
  ])('%s goes on undisturbed', async (_, before, after, mode) => {
    const outcome = async (agent: boolean) => {
      await using desk = await openFile(lines);
      await desk.editor.feed(before);
      const now = () => desk.editor.request('nvim_get_mode') as Promise<{ mode: string }>;
      await wait(async () => (await now()).mode === mode, `mode ${mode}`);
      if (agent) await desk.write('file.txt', textOf(withLine(lines, 30, 'agent')));
      expect((await now()).mode).toBe(mode);
      await desk.editor.expectNotBlocked();
      await desk.editor.feed(`${after}<Cmd>let g:done = 1<CR>`);
      await wait(() => desk.lua('return vim.g.done'), 'the keys are done');
      const cursor = await desk.lua('return vim.fn.getpos(".")');
      const macro = await desk.lua(`return vim.fn.getreg('a')`);
      return { lines: await desk.lines(), cursor, macro };
    };
    const alone = await outcome(false);
    const together = await outcome(true);
    const row = alone.lines.indexOf('line 30') + 1;
    expect(together).toEqual({ ...alone, lines: withLine(alone.lines, row, 'agent') });
  });

  test('a command-line window stays open', async () => {
    await using desk = await openFile(lines);
    await desk.editor.feed('q:');
    await wait(async () => (await desk.lua('return vim.fn.getcmdwintype()')) === ':', 'q: is open');
    await desk.write('file.txt', wanted);
    expect(await desk.lua('return vim.fn.getcmdwintype()')).toBe(':');
    expect(desk.disk('file.txt')).toBe(wanted);
  });

  test('windows in diff mode follow, and closed folds stay closed', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.cmd('diffthis | vsplit other.txt | diffthis | wincmd p')
      vim.wo.foldmethod = 'marker' vim.wo.foldmarker = 'line 10,line 20' vim.wo.foldlevel = 0`);
    expect(await desk.lua('return vim.fn.foldclosed(15)')).toBe(10);
    await desk.write('file.txt', textOf(['top', ...withLine(lines, 30, 'agent')]));
    expect(await desk.lua('return { vim.wo.diff, vim.fn.foldclosed(16) }')).toEqual([true, 11]);
    await desk.editor.expectNotBlocked();
  });

  test('visual mode in another file is not disturbed by a hidden one', async () => {
    await using desk = await openFile(lines);
    await desk.edit('other.txt');
    await desk.editor.feed('gg0vl');
    await wait(async () => (await desk.lua('return vim.fn.mode()')) === 'v', 'visual mode');
    await desk.write('file.txt', wanted);
    expect(
      await desk.lua('return { vim.fn.mode(), vim.fn.getpos("v")[3], vim.fn.col(".") }'),
    ).toEqual(['v', 1, 2]);
  });
});

describe('the user’s unsaved text', () => {
  const lines = numbered(10);

  test('stays; both changes are in the buffer, and nothing of it goes to the disk', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'mine' })`);
    await desk.write('file.txt', textOf(withLine(lines, 8, 'theirs')));
    expect(await desk.lines()).toEqual(withLine(withLine(lines, 2, 'mine'), 8, 'theirs'));
    expect(await desk.lua('return vim.bo.modified')).toBe(true);
    expect(desk.disk('file.txt')).toBe(textOf(lines));
    await desk.lua('vim.cmd.undo()');
    expect(await desk.lines()).toEqual(withLine(lines, 2, 'mine'));
  });

  test('in the lines that the agent changes, too: nothing is written, and the agent learns why', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'mine' })`);
    const theirs = textOf(withLine(lines, 2, 'theirs'));
    await expect(desk.write('file.txt', theirs)).rejects.toThrow(
      /was not written: .*same lines and has not saved them yet.*\(line 2 now\).*read the file again/,
    );
    await expect(desk.write('file.txt', theirs)).rejects.toThrow(/was not written/);
    expect((await desk.lines())[1]).toBe('mine');
    // After reading it knows, and may.
    expect(await desk.read('file.txt')).toContain('mine');
    await desk.write('file.txt', theirs);
    expect((await desk.lines())[1]).toBe('theirs');
  });

  test('that the agent has read is its own to change', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'mine' })`);
    expect(await desk.read('file.txt')).toContain('mine');
    await desk.write('file.txt', textOf(withLine(lines, 2, 'mine and theirs')));
    expect((await desk.lines())[1]).toBe('mine and theirs');
  });

  test('that it has read only a part of is merged as well', async () => {
    await using desk = await openFile(lines);
    await desk.as('two').read('file.txt', { line: 3, limit: 2 });
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 8, 9, true, { 'mine' })`);
    await desk.as('two').write('file.txt', textOf(withLine(lines, 3, 'theirs')));
    expect(await desk.lines()).toEqual(withLine(withLine(lines, 9, 'mine'), 3, 'theirs'));
  });

  test('stays unknown to an agent that has looked at another part since', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 8, 9, true, { 'mine' })
      vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'seen' })`);
    expect(await desk.read('file.txt', { line: 2, limit: 3 })).toContain('seen');
    await desk.write('file.txt', textOf(withLine(lines, 3, 'seen and changed')));
    expect(await desk.lines()).toEqual(withLine(withLine(lines, 9, 'mine'), 3, 'seen and changed'));
  });

  test('is merged with the disk’s text as base for an agent that never read it here', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'mine' })`);
    await desk.as('two').write('file.txt', textOf(withLine(lines, 8, 'theirs')));
    expect(await desk.lines()).toEqual(withLine(withLine(lines, 2, 'mine'), 8, 'theirs'));
  });

  test('that was saved since the agent read it is not taken back', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'mine' }) vim.cmd('silent write')`);
    await desk.write('file.txt', textOf(withLine(lines, 8, 'theirs')));
    expect(desk.disk('file.txt')).toBe(textOf(withLine(withLine(lines, 2, 'mine'), 8, 'theirs')));
  });

  test('of a buffer without a file is not overwritten', async () => {
    await using desk = await openFile(lines);
    await desk.edit('draft.txt');
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'draft' })`);
    await expect(desk.write('draft.txt', 'theirs\n')).rejects.toThrow(/was not written/);
    expect(await desk.lines()).toEqual(['draft']);
  });
});

describe('a file that the agent also changes on disk', () => {
  const lines = numbered(10);

  test('is no conflict: what came by the disk counts as known', async () => {
    await using desk = await openFile(lines);
    const formatted = lines.map((line) => `  ${line}`);
    desk.setDisk('file.txt', textOf(formatted));
    await desk.write('file.txt', textOf(withLine(formatted, 4, '  changed')));
    expect(desk.disk('file.txt')).toBe(textOf(withLine(formatted, 4, '  changed')));
    await desk.editor.expectNotBlocked();
  });

  test('keeps what the user had saved in between', async () => {
    await using desk = await openFile(lines);
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'mine' }) vim.cmd('silent write')`);
    desk.setDisk('file.txt', desk.disk('file.txt').replace('line 9', 'sed was here'));
    await desk.write('file.txt', textOf(withLine(withLine(lines, 9, 'sed was here'), 5, 'agent')));
    const expected = withLine(withLine(withLine(lines, 9, 'sed was here'), 5, 'agent'), 2, 'mine');
    expect(await desk.lines()).toEqual(expected);
    expect(desk.disk('file.txt')).toBe(textOf(expected));
  });
});

describe('the bytes on disk', () => {
  test.each([
    ['dos', 'one\r\ntwo\r\n', 'one\r\nTWO\r\n', 'one\r\nTWO\r\n'],
    [
      'dos, from an agent that writes plain lines',
      'one\r\ntwo\r\n',
      'one\nTWO\n',
      'one\r\nTWO\r\n',
    ],
    ['from unix to dos', 'one\ntwo\n', 'one\r\ntwo\r\n', 'one\r\ntwo\r\n'],
    ['mixed', 'one\r\ntwo\n', 'one\r\nTWO\n', 'one\r\nTWO\n'],
    ['no final newline any more', 'one\ntwo\n', 'one\ntwo', 'one\ntwo'],
    ['a final newline at last', 'one\ntwo', 'one\ntwo\n', 'one\ntwo\n'],
    ['still no final newline', 'one\ntwo', 'one\nTWO', 'one\nTWO'],
    ['a byte order mark', '\uFEFFone\n', '\uFEFFtwo\n', '\uFEFFtwo\n'],
    ['a byte order mark that the agent left out', '\uFEFFone\n', 'two\n', '\uFEFFtwo\n'],
    ['emptied', 'one\ntwo\n', '', ''],
    ['filled', '', 'one\ntwo\n', 'one\ntwo\n'],
    ['one newline', 'one\n', '\n', '\n'],
    ['from empty to one newline', '', '\n', '\n'],
    ['NUL', 'one\0\n', 'one\0two\n', 'one\0two\n'],
    ['half a surrogate pair', 'one\n', 'one\ud800\n', 'one\uFFFD\n'],
    ['multibyte', 'äöü\n', 'äßü\n', 'äßü\n'],
  ])('%s', async (_, before, written, after) => {
    await using desk = await openFile(before);
    await desk.write('file.txt', written);
    expect(desk.disk('file.txt')).toBe(after);
    expect(await desk.read('file.txt')).toBe(after);
    expect(await desk.lua('return vim.bo.modified')).toBe(false);
  });

  test.each([
    ['latin1', (text: string) => Buffer.from(text, 'latin1')],
    ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('stay %s, whether loaded or not', async (encoding, bytes) => {
    await using desk = await openDesk();
    const onDisk = (name: string): Buffer => Buffer.from(desk.disk64(name), 'base64');
    for (const name of ['closed.txt', 'loaded.txt']) {
      desk.setDisk(name, bytes('café\n'));
      if (name === 'loaded.txt') await desk.edit(name);
      await desk.write(name, (await desk.read(name)).replace('café', 'thé'));
      expect(onDisk(name)).toEqual(bytes('thé\n'));
    }
    expect(await desk.lua('return vim.bo.fileencoding')).toBe(encoding);
  });

  test('a character that the file’s encoding lacks is refused, loaded or not', async () => {
    await using desk = await openDesk();
    for (const name of ['closed.txt', 'loaded.txt']) {
      desk.setDisk(name, Buffer.from('café\n', 'latin1'));
      if (name === 'loaded.txt') await desk.edit(name);
      await expect(desk.write(name, 'café →\n')).rejects.toThrow(/encoded in latin1/);
      expect(desk.disk64(name)).toBe(Buffer.from('café\n', 'latin1').toString('base64'));
    }
    const wide = Buffer.from('café\n', 'utf16le');
    desk.setDisk('wide.txt', wide);
    await desk.lua(
      `vim.cmd('edit ++enc=ucs-2le ' .. vim.fn.fnameescape(...))`,
      desk.path('wide.txt'),
    );
    await expect(desk.write('wide.txt', 'café 😀\n')).rejects.toThrow(/encoded in ucs-2le/);
    expect(desk.disk64('wide.txt')).toBe(wide.toString('base64'));
    await desk.write('wide.txt', 'café →\n');
    expect(desk.disk64('wide.txt')).toBe(Buffer.from('café →\n', 'utf16le').toString('base64'));
    await desk.editor.expectNotBlocked();
  });
});

describe('writing a file that is not loaded', () => {
  test('makes it with its folders, and loads no buffer', async () => {
    await using desk = await openDesk();
    await desk.write('a/b/c.txt', 'one\r\ntwo');
    expect(desk.disk('a/b/c.txt')).toBe('one\r\ntwo');
    expect(readdirSync(desk.path('a/b'))).toEqual(['c.txt']);
    expect(await desk.lua('return #vim.api.nvim_list_bufs()')).toBe(1);
    expect(desk.accesses).toEqual([
      {
        kind: 'write',
        session: 'one',
        path: desk.path('a/b/c.txt'),
        line: 1,
        hunks: [{ row: 0, del: 0, lines: ['one', 'two'] }],
        before: null,
        after: 'one\r\ntwo',
      },
    ]);
  });

  test('goes to where a symbolic link leads, and keeps mode and line endings', async () => {
    await using desk = await openDesk({ files: { 'real.sh': 'one\r\ntwo\r\n' } });
    chmodSync(desk.path('real.sh'), 0o750);
    symlinkSync('real.sh', desk.path('link.sh'));
    symlinkSync('to-be/made.sh', desk.path('dangling.sh'));
    await desk.write('link.sh', 'one\nTWO\n');
    await desk.write('dangling.sh', 'new\n');
    expect(desk.disk('real.sh')).toBe('one\r\nTWO\r\n');
    expect(statSync(desk.path('real.sh')).mode & 0o777).toBe(0o750);
    expect(desk.disk('to-be/made.sh')).toBe('new\n');
  });

  test('keeps files with several names together', async () => {
    await using desk = await openDesk({ files: { 'one.txt': 'one\n' } });
    linkSync(desk.path('one.txt'), desk.path('two.txt'));
    await desk.write('one.txt', 'changed\n');
    expect(desk.disk('two.txt')).toBe('changed\n');
  });

  test('folders, and files below files, are refused by name', async () => {
    await using desk = await openDesk({ files: { 'file.txt': 'one\n' } });
    mkdirSync(desk.path('folder'));
    await expect(desk.write('folder', 'x')).rejects.toThrow(/folder: it is a folder/);
    await expect(desk.write('file.txt/below', 'x')).rejects.toThrow(/cannot write .*below/);
  });

  test('nothing is written outside the session’s folders, by whatever way the path leads there', async () => {
    await using desk = await openDesk();
    symlinkSync(join(desk.editor.dir, '..', 'made-outside'), desk.path('dangling'));
    symlinkSync(join(desk.editor.dir, '..'), desk.path('up'));
    for (const path of [
      '../outside',
      'dangling',
      'up/outside',
      'new/../../outside',
      'new/../up/outside',
    ]) {
      await expect(desk.write(path, 'x')).rejects.toThrow(/outside the session's folders/);
    }
    expect(readdirSync(join(desk.editor.dir, '..')).filter((name) => /outside/.test(name))).toEqual(
      [],
    );
  });

  test('the host may let a path outside pass', async () => {
    const asked: string[] = [];
    await using desk = await openDesk({
      documents: { confine: async ({ kind, realPath }) => void asked.push(`${kind} ${realPath}`) },
    });
    await desk.write('../plan.md', '# Plan\n');
    expect(await desk.read('../plan.md')).toBe('# Plan\n');
    const real = join(desk.editor.dir, '../plan.md');
    expect(asked).toEqual([`write ${real}`, `read ${real}`]);
  });
});

describe('several at once', () => {
  test('writes of one file follow one another, and a read behind them sees the last', async () => {
    await using desk = await openFile(['0']);
    const writes = [1, 2, 3, 4].map((n) => desk.write('file.txt', `${n}\n`.repeat(n)));
    const seen = desk.read('file.txt');
    await Promise.all(writes);
    expect(await seen).toBe('4\n'.repeat(4));
    for (let n = 3; n >= 0; n--) {
      await desk.lua('vim.cmd.undo()');
      expect(await desk.lines()).toEqual(n === 0 ? ['0'] : Array(n).fill(`${n}`));
    }
  });

  test('a write that was withdrawn changes nothing', async () => {
    await using desk = await openFile(['one']);
    const first = desk.write('file.txt', 'first\n');
    const second = desk.write('file.txt', 'second\n', AbortSignal.abort());
    await first;
    await expect(second).rejects.toMatchObject({ code: -32800 });
    expect(desk.disk('file.txt')).toBe('first\n');
  });

  test('sessions have their own idea of what a file holds', async () => {
    const lines = numbered(10);
    await using desk = await openFile(lines);
    await desk.as('two').read('file.txt');
    await desk.as('one').write('file.txt', textOf(withLine(lines, 2, 'by one')));
    await desk.as('two').write('file.txt', textOf(withLine(lines, 8, 'by two')));
    expect(await desk.lines()).toEqual(withLine(withLine(lines, 2, 'by one'), 8, 'by two'));
  });
});

test('many lines in many places are put in all at once, exactly', async () => {
  const old = numbered(9000);
  const more = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, n) => `${name} ${n}${n % 1000 === 0 ? ' \0 é→𝄞' : ''}`);
  const wanted = [
    ...more('first', 5000),
    ...old.slice(0, 2000),
    ...more('second', 3000),
    ...old.slice(4000, 8999),
    'x'.repeat(600_000),
    ...more('third', 4100),
  ];
  await using desk = await openFile(old);
  const steps = (): Promise<number> => desk.lua('return vim.fn.undotree().seq_last');
  const before = await steps();
  await desk.write('file.txt', textOf(wanted));
  expect(desk.disk('file.txt') === textOf(wanted)).toBe(true);
  expect(await steps()).toBe(before + 1);
  await desk.lua('vim.cmd.undo()');
  expect(await desk.lines()).toEqual(old);
});
