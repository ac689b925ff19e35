import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';

const LINES = Array.from({ length: 20 }, (_, row) => `line ${row + 1}`);
const TEXT = LINES.map((line) => `${line}\n`).join('');

/**
 * The next time the host has asked for the buffer, the editor writes it: first there is half a file for a while. `after`:
 * Lua, run when all is written, before anybody else is heard.
 */
async function writeSlowlyWhenFound(desk: Desk, after = ''): Promise<void> {
  await desk.lua(
    `local path, after = ...
    local buf, find = require('acp.buffers'), require('acp.buffers').find
    local function put(text, flags)
      local file = assert(vim.uv.fs_open(path, flags, 420))
      vim.uv.fs_write(file, text)
      vim.uv.fs_close(file)
    end
    vim.api.nvim_create_autocmd('BufWriteCmd', {
      callback = function()
        local lines = vim.api.nvim_buf_get_lines(0, 0, -1, true)
        put(table.concat(lines, '\\n', 1, 3) .. '\\n', 'w')
        vim.uv.sleep(150)
        put(table.concat(lines, '\\n', 4) .. '\\n', 'a')
        vim.bo.modified = false
        vim.api.nvim_exec_autocmds('BufWritePost', { buffer = 0 })
      end,
    })
    buf.find = function(...)
      buf.find = find
      vim.schedule(function()
        vim.cmd('silent write!')
        loadstring(after)()
        Written = true
      end)
      return find(...)
    end`,
    desk.path('a.txt'),
    after,
  );
}

const TYPE = `vim.fn.setline(10, 'typed')`;

test('a file that the editor is writing is not taken for what is there so far: unsaved text', async () => {
  await using desk = await openDesk({ files: { 'a.txt': TEXT } });
  await desk.edit('a.txt');
  await desk.begin();
  await writeSlowlyWhenFound(desk, TYPE);
  desk.setDisk('a.txt', TEXT);
  await desk.check();
  expect(await desk.lua('return Written')).toBe(true);
  expect(await desk.lines()).toEqual(LINES.with(9, 'typed'));
  expect(desk.changes).toEqual([]);
  expect(desk.disk('a.txt')).toBe(TEXT);
});

test('a file that the editor is writing is not taken for what is there so far: saved text', async () => {
  await using desk = await openDesk({ files: { 'a.txt': TEXT } });
  await desk.edit('a.txt');
  await writeSlowlyWhenFound(desk);
  const undoable = (): Promise<number> => desk.lua('return vim.fn.undotree().seq_last');
  const before = await undoable();
  expect(await desk.read('a.txt')).toBe(TEXT);
  expect(await desk.lua('return Written')).toBe(true);
  expect(await desk.lines()).toEqual(LINES);
  expect(await undoable()).toBe(before);
});

/** What the buffer shows at each of its changes. */
const WATCH = `Texts = {}
  vim.api.nvim_buf_attach(0, false, { on_lines = function()
    table.insert(Texts, vim.api.nvim_buf_line_count(0))
  end })`;

test('a file that a program empties before it fills it is not taken for empty', async () => {
  await using desk = await openDesk({ files: { 'a.txt': TEXT } });
  await desk.edit('a.txt');
  await desk.begin();
  await desk.lua(TYPE);
  await desk.lua(WATCH);
  desk.setDisk('a.txt', '');
  await desk.check();
  desk.setDisk('a.txt', TEXT.replace('line 3\n', 'three\n'));
  await desk.check();
  expect(await desk.lines()).toEqual(LINES.with(2, 'three').with(9, 'typed'));
  expect(await desk.lua('return vim.fn.uniq(Texts)')).toEqual([LINES.length]);
  expect(desk.changes.map(({ conflict }) => conflict)).toEqual([undefined]);
});

test('a file that stays empty is taken for empty, though the turn has ended', async () => {
  let looks = 0;
  // At the last look it is empty for a moment only.
  const onLook = (): void => {
    if (++looks === 2) desk.setDisk('a.txt', '');
  };
  await using desk = await openDesk({ files: { 'a.txt': TEXT }, onLook });
  await desk.edit('a.txt');
  await desk.begin();
  await desk.end();
  expect(await desk.lines()).toEqual(['']);
  expect(desk.changes.map(({ after }) => after)).toEqual(['']);
});
