import { describe, expect, test } from 'vitest';
import { fileVersionOf } from '../../src/files/disk/disk';
import { openDesk } from '../support/documents';
import { wait } from '../support/wait';

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

describe('a buffer that takes over what came by the disk', () => {
  test('has it as an undo step of its own, also while the user types', async () => {
    await using desk = await openDesk({ files: { 'a.txt': textOf(numbered(40)) } });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.editor.feed('5GAbefore');
    await wait(async () => (await desk.lines())[4] === 'line 5before', 'the user has typed');
    await desk.tool('a.txt', textOf(numbered(40)).replace('line 30', 'agent'));
    await desk.editor.feed(' after<Esc>');
    await wait(async () => (await desk.lines())[4] === 'line 5before after', 'typed on');
    const undone: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      await desk.lua('vim.cmd.undo()');
      const lines = await desk.lines();
      undone.push([lines[4], lines[29]]);
    }
    expect(undone).toEqual([
      ['line 5before', 'agent'],
      ['line 5before', 'line 30'],
      ['line 5', 'line 30'],
    ]);
  });

  test('keeps what all windows show, cursors, marks, jumps, folds and the alternate file', async () => {
    const files = { 'a.txt': textOf(numbered(200)), 'b.txt': 'b\n' };
    await using desk = await openDesk({ files });
    await desk.edit('b.txt');
    await desk.edit('a.txt');
    await desk.begin();
    await desk.lua(`vim.cmd('normal! 150Gzt') vim.cmd('split') vim.cmd('normal! 100Gzz')
      vim.cmd('normal! 20Gma') vim.cmd('normal! 60G') vim.cmd('80,90fold') vim.cmd('tabnew b.txt')`);
    const places = (): Promise<unknown[]> =>
      desk.lua(`local bufnr = vim.fn.bufnr('a.txt')
        local wins = vim.fn.win_findbuf(bufnr)
        local function each(fn)
          return vim.tbl_map(function(win) return vim.api.nvim_win_call(win, fn) end, wins)
        end
        return {
          each(function() return { vim.fn.line('w0'), vim.fn.line('.') } end),
          each(function()
            return vim.tbl_map(function(jump) return jump.lnum end, vim.fn.getjumplist()[1])
          end),
          each(function() return vim.fn.foldclosed(vim.fn.line('$') == 200 and 85 or 86) end),
          vim.api.nvim_buf_get_mark(bufnr, 'a')[1],
          vim.fn.bufname('#'):match('[^/]*$'), vim.fn.tabpagenr(),
        }`);
    const [views, jumps, folds, mark, ...rest] = await places();
    const lines = numbered(200).flatMap((line) => (line === 'line 3' ? ['three', 'more'] : [line]));
    await desk.tool('a.txt', textOf(lines));
    await desk.lua(`vim.cmd('checktime')`);
    const down = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(down);
      return typeof value === 'number' && value > 3 ? value + 1 : value;
    };
    expect(await places()).toEqual([down(views), down(jumps), down(folds), down(mark), ...rest]);
  });

  test('does so behind the command-line window', async () => {
    await using desk = await openDesk({ files: { 'a.txt': textOf(numbered(20)) } });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.editor.feed('q:');
    const open = (): Promise<boolean> => desk.lua(`return vim.fn.getcmdwintype() == ':'`);
    await wait(open, 'the window is open');
    await desk.tool('a.txt', textOf(numbered(20)).replace('line 5\n', 'five\n'));
    expect(await desk.lua(`return vim.fn.getbufline('a.txt', 5)`)).toEqual(['five']);
    expect(await open()).toBe(true);
    await desk.editor.feed(':quit<CR>');
    await desk.lua(`vim.cmd('checktime')`);
    await desk.editor.expectNotBlocked();
  });

  test('leaves options and the list of buffers as they were', async () => {
    await using desk = await openDesk({ files: { 'a.txt': textOf(numbered(20)) } });
    await desk.edit('a.txt');
    const state = (): Promise<unknown> =>
      desk.lua(`return { vim.o.cpoptions, #vim.api.nvim_list_bufs(), vim.bo.autoread == nil,
        vim.go.autoread, vim.fn.getreg('%'), vim.fn.getreg('#') }`);
    const before = await state();
    await desk.begin();
    await desk.tool('a.txt', textOf(numbered(20)).replace('line 5\n', 'five\n'));
    await desk.end();
    expect((await desk.lines())[4]).toBe('five');
    expect(await state()).toEqual(before);
  });

  test('does so however many files are loaded', async () => {
    const names = Array.from({ length: 600 }, (_, n) => `${n}.txt`);
    const files = Object.fromEntries(names.map((name) => [name, 'old\n']));
    await using desk = await openDesk({ files });
    const paths = names.map((name) => desk.path(name));
    await desk.lua('for _, path in ipairs(...) do vim.fn.bufload(vim.fn.bufadd(path)) end', paths);
    await desk.begin();
    for (const name of names) desk.setDisk(name, 'new\n');
    await desk.check();
    const texts = await desk.lua(
      `return vim.fn.uniq(vim.tbl_map(function(path)
        return vim.fn.getbufline(vim.fn.bufnr(path), 1)[1]
      end, ...))`,
      paths,
    );
    expect(texts).toEqual(['new']);
  });

  test('does so for a file that is too large to be remembered', async () => {
    const large = textOf(numbered(900_000));
    await using desk = await openDesk({ files: { 'large.txt': large } });
    await desk.edit('large.txt');
    await desk.begin();
    await desk.tool('large.txt', large.replace('line 5\n', 'five\n'));
    await desk.lua(`vim.cmd('checktime')`);
    await desk.check();
    await desk.editor.expectNotBlocked();
    expect(await desk.lua('return vim.fn.getline(5)')).toBe('five');
  }, 60_000);
});

describe('a change on disk under unsaved text', () => {
  test('of a file too large to be remembered is left to the user: it cannot be merged', async () => {
    const large = textOf(numbered(900_000));
    await using desk = await openDesk({ files: { 'large.txt': large } });
    await desk.edit('large.txt');
    await desk.begin();
    await desk.lua(`vim.fn.setline(3, 'mine')`);
    await desk.tool('large.txt', large.replace('line 5\n', 'five\n'));
    await desk.check();
    expect(await desk.lua('return vim.fn.getline(3, 5)')).toEqual(['mine', 'line 4', 'line 5']);
    expect(await desk.lua('return vim.api.nvim_buf_line_count(0)')).toBe(900_000);
    expect(desk.changes.flatMap(({ conflict }) => conflict ?? [])).toEqual([]);
  }, 60_000);

  test('is known to the agent, though what the user saved before was reported late', async () => {
    const lines = numbered(12);
    await using desk = await openDesk({ files: { 'a.txt': textOf(lines) } });
    await desk.edit('a.txt');
    await desk.read('a.txt');
    await desk.begin();
    // The file has been looked at already, as it was saved.
    const version = await fileVersionOf(desk.path('a.txt'));
    await desk.lua(
      `local path, version = ... require('acp.host').send('file_saved', { path = path, version = version })`,
      desk.path('a.txt'),
      version,
    );
    await desk.lua(`vim.fn.setline(12, 'mine 12')`);
    await desk.tool('a.txt', textOf(lines.with(2, 'theirs 3')));
    await desk.write('a.txt', textOf(lines.with(2, 'theirs 3, more')));
    expect((await desk.lines()).slice(2, 3)).toEqual(['theirs 3, more']);
    expect(desk.conflicts).toEqual([]);
  });
});

describe('a file that others have written just before the agent writes it through the editor', () => {
  const text = textOf(numbered(20));
  const theirs = text.replace('line 5\n', 'theirs\n');
  const sides = (lines: readonly string[]): string[] => lines.filter((line) => !/line/.test(line));
  const unsaved = `vim.fn.setline(1, 'mine')`;

  test.each([
    ['unmodified', '', ['theirs', 'agent'], ['theirs', 'agent']],
    ['modified', unsaved, ['mine', 'theirs', 'agent'], ['theirs']],
  ])(
    'has their change reported first, and asks nothing later: %s',
    async (_, lua, merged, onDisk) => {
      await using desk = await openDesk({ files: { 'a.txt': text } });
      await desk.edit('a.txt');
      await desk.begin();
      await desk.lua(lua);
      desk.setDisk('a.txt', theirs);
      await desk.write('a.txt', theirs.replace('line 9\n', 'agent\n'));
      await desk.check();
      expect(sides(await desk.lines())).toEqual(merged);
      expect(sides(desk.disk('a.txt').trimEnd().split('\n'))).toEqual(onDisk);
      expect(desk.changes).toMatchObject([{ before: text, after: theirs }]);
      expect(desk.accesses.at(-1)?.hunks).toMatchObject([{ row: 8 }]);
      await desk.lua('vim.fn.setline(20, "more")');
      await desk.editor.feed(':write<CR>');
      await wait(async () => !(await desk.lua('return vim.bo.modified')), 'it is written');
      await desk.editor.expectNotBlocked();
    },
  );

  test('is taken over before, though written while the agent’s text is compared', async () => {
    await using desk = await openDesk({ files: { 'a.txt': text } });
    await desk.edit('a.txt');
    await desk.read('a.txt');
    await desk.lua(
      `local buf, path, bytes = require('acp.buffers'), ...
      local apply = buf.apply_now
      buf.apply_now = function(...)
        buf.apply_now = apply
        vim.fn.writefile(vim.split(bytes, '\\n'), path, 'b')
        return apply(...)
      end`,
      desk.path('a.txt'),
      theirs,
    );
    await desk.write('a.txt', text.replace('line 9\n', 'agent\n'));
    expect(sides(await desk.lines())).toContain('agent');
    const before = desk.accesses.at(-1)?.before;
    expect(before).toBe(theirs);
    await desk.lua('vim.cmd.undo() vim.cmd.undo()');
    expect(await desk.lines()).toEqual(numbered(20));
  });

  test('is not overwritten when unsaved text is saved, and the user is asked as ever', async () => {
    const documents = { saveDirty: () => true };
    await using desk = await openDesk({ files: { 'a.txt': text }, documents });
    await desk.edit('a.txt');
    await desk.lua(unsaved);
    desk.setDisk('a.txt', theirs);
    await desk.begin();
    const agent = text.replace('line 9\n', 'agent\n');
    for (let times = 0; times < 2; times++) await desk.write('a.txt', agent);
    expect(desk.disk('a.txt')).toBe(theirs);
    expect(sides(await desk.lines())).toEqual(['mine', 'agent']);
    await desk.editor.expectNotBlocked();
    await desk.editor.feed(':write<CR>');
    const asked = (): boolean => desk.editor.screen.text().includes('has been changed since');
    await wait(asked, 'Neovim asks');
    await desk.editor.feed('y');
    await wait(() => desk.disk('a.txt').startsWith('mine\n'), 'the user wants it so');
    await desk.editor.feed('<CR>');
    // What the user has written over is known.
    await desk.lua(unsaved.replace('mine', 'mine again'));
    await desk.write('a.txt', agent.replace('line 12\n', 'more\n'));
    expect(sides(desk.disk('a.txt').trimEnd().split('\n'))).toEqual([
      'mine again',
      'agent',
      'more',
    ]);
    await desk.editor.expectNotBlocked();
  });
});

const ASKING = `vim.api.nvim_create_autocmd('FileChangedShell', {
  callback = function() vim.v.fcs_choice = 'ask' end })`;
const TELLING = `vim.api.nvim_create_autocmd('FileChangedShellPost', {
  callback = function() vim.cmd('echo "File changed on disk. Buffer reloaded."') end })`;

describe('Neovim never asks about what agents write', () => {
  test.each([
    ['with "autoread" off', 'vim.o.autoread = false', ''],
    ['with autocommands that have it ask', ASKING, ''],
    ['with such autocommands that came later', '', ASKING],
    ['with autocommands that report changes', TELLING, ''],
  ])('%s', async (_, config, later) => {
    await using desk = await openDesk({ config, files: { 'a.txt': textOf(numbered(20)) } });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.lua(later);
    await desk.tool('a.txt', textOf(numbered(20)).replace('line 5\n', 'five\n'));
    await desk.editor.expectNotBlocked();
    await desk.lua(`vim.cmd('doautocmd FocusGained | checktime')`);
    await desk.editor.expectNotBlocked();
    expect((await desk.lines())[4]).toBe('five');
    await desk.lua(`vim.fn.setline(1, 'mine') vim.cmd('silent write')`);
    await desk.editor.expectNotBlocked();
    // Neovim looks before the host does, and does not load the file anew.
    await desk.lua(`Space = vim.api.nvim_create_namespace('test')
      vim.api.nvim_buf_set_extmark(0, Space, 9, 2, { end_col = 4 })`);
    desk.setDisk('a.txt', textOf(numbered(20)).replace('line 6\n', 'six\nnew\n'));
    await desk.lua(`vim.cmd('checktime')`);
    await desk.editor.expectNotBlocked();
    await wait(async () => (await desk.lines())[5] === 'six', 'the change is there');
    await desk.check();
    await desk.editor.expectNotBlocked();
    const marks = await desk.lua(
      'return vim.api.nvim_buf_get_extmarks(0, Space, 0, -1, { details = true })',
    );
    expect(marks).toMatchObject([[1, 10, 2, { end_col: 4 }]]);
  });

  test('when a file has come to be under an empty draft that has the same text: none', async () => {
    await using desk = await openDesk();
    await desk.edit('new.txt');
    await desk.begin();
    desk.setDisk('new.txt', '');
    expect(await desk.read('new.txt')).toBe('');
    await desk.editor.expectNotBlocked();
    await desk.lua(`vim.cmd('checktime') vim.fn.setline(1, 'mine') vim.cmd('silent write')`);
    await desk.editor.expectNotBlocked();
    expect(desk.disk('new.txt')).toBe('mine\n');
  });

  test('when a file is written as it was, at the moment when the user begins to type', async () => {
    const text = textOf(numbered(20));
    await using desk = await openDesk({ files: { 'a.txt': text } });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.lua(`local disk = require('acp.buffers.disk')
      local accept = disk.accept_same
      disk.accept_same = function(...)
        disk.accept_same = accept
        vim.fn.setline(5, 'mine')
        return accept(...)
      end`);
    await desk.tool('a.txt', text);
    await desk.editor.feed(':write<CR>');
    await wait(async () => !(await desk.lua('return vim.bo.modified')), 'it is written');
    await desk.editor.expectNotBlocked();
    expect(desk.disk('a.txt')).toBe(text.replace('line 5\n', 'mine\n'));
  });

  test('when a file comes back at the moment when its end is reported', async () => {
    await using desk = await openDesk({ files: { 'new.txt': 'old\n' } });
    await desk.begin();
    await desk.tool('new.txt', null);
    await desk.edit('new.txt');
    await desk.tool('new.txt', 'first\n');
    await desk.lua(
      `local path, disk = ..., require('acp.buffers.disk')
      local accept = disk.accept_deleted
      disk.accept_deleted = function(...)
        disk.accept_deleted = accept
        vim.cmd('edit!')
        vim.fn.writefile({ 'second' }, path)
        return accept(...)
      end`,
      desk.path('new.txt'),
    );
    await desk.tool('new.txt', null);
    await desk.editor.expectNotBlocked();
    await desk.check();
    await desk.editor.expectNotBlocked();
    expect(await desk.lines()).toEqual(['second']);
  });

  test.each([
    ['merged', 3],
    ['in conflict', 5],
  ])('after the turn, when the buffer is %s', async (_, row) => {
    await using desk = await openDesk({ files: { 'a.txt': textOf(numbered(20)) } });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.lua(`vim.fn.setline(..., 'mine')`, row);
    await desk.tool('a.txt', textOf(numbered(20)).replace('line 5\n', 'five\n'));
    await desk.end();
    await desk.lua(`vim.cmd('doautocmd FocusGained | checktime')`);
    await desk.editor.feed(':wall<CR>');
    await wait(async () => !(await desk.lua('return vim.bo.modified')), 'it is written');
    await desk.editor.expectNotBlocked();
    expect(await desk.editor.messages()).not.toMatch(/\bW1\d:/);
  });

  test('somebody who writes it right after the turn is not the agent', async () => {
    let looks = 0;
    await using desk = await openDesk({
      files: { 'a.txt': textOf(numbered(20)) },
      // At the end of the turn, after it, and when nothing more is expected.
      onLook: () => {
        if (++looks === 3) desk.setDisk('a.txt', '');
      },
    });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.tool('a.txt', textOf(numbered(20)).replace('line 5\n', 'five\n'));
    await desk.end();
    expect(looks).toBeGreaterThanOrEqual(3);
    expect(desk.changes.map(({ hunks }) => hunks)).toHaveLength(1);
  });

  test('and after the turn Neovim does what it always does', async () => {
    await using desk = await openDesk({ files: { 'a.txt': textOf(numbered(20)) } });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.tool('a.txt', textOf(numbered(20)).replace('line 5\n', 'five\n'));
    await desk.end();
    desk.setDisk('a.txt', 'others\n');
    await desk.lua(`vim.cmd('checktime')`);
    expect(await desk.lines()).toEqual(['others']);
    await desk.editor.expectNotBlocked();
  });
});
