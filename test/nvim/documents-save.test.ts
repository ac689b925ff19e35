import { chmodSync, linkSync, readdirSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openDesk } from '../support/documents';

const STATE = `
  local events = _G.events or {}
  _G.events = {}
  return {
    events = events,
    modified = vim.bo.modified,
    alternate = vim.fn.fnamemodify(vim.fn.getreg('#'), ':t'),
    buffers = #vim.api.nvim_list_bufs(),
    options = { vim.go.cpoptions, vim.go.eventignore, vim.go.fsync, vim.bo.fileencoding, vim.bo.fileformat,
      vim.bo.bomb, vim.bo.endofline, vim.bo.fixendofline },
    marks = { vim.fn.getpos("'["), vim.fn.getpos("']"), vim.fn.getpos("'a") },
    jumps = #vim.fn.getjumplist()[1],
    saves = vim.fn.undotree().save_last,
    messages = vim.fn.execute('messages'),
  }`;

/** The user's own names for what happens at a write. */
const LISTEN = `_G.events = {}
  for _, name in ipairs({ 'BufWritePre', 'BufWritePost', 'BufWriteCmd', 'FileChangedShellPost', 'BufAdd' }) do
    vim.api.nvim_create_autocmd(name, { pattern = name == 'BufWriteCmd' and '*.other' or '*', callback = function(event)
      table.insert(_G.events, { name, vim.fn.fnamemodify(event.file, ':t'), vim.fn.fnamemodify(event.match, ':t'),
        event.buf, vim.fn.line("'["), vim.fn.line("']") })
    end })
  end`;

describe('a buffer that is saved for an agent', () => {
  test('is as after the user writes it', async () => {
    const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' };
    const states: unknown[] = [];
    for (const save of ['agent', 'user']) {
      await using desk = await openDesk({ files });
      await desk.edit('b.txt');
      await desk.edit('a.txt');
      await desk.lua(`vim.cmd('normal! 2Gma') ${LISTEN}`);
      await desk.read('a.txt');
      const text = 'one\ntwo\n3\nfour\n';
      if (save === 'agent') await desk.write('a.txt', text);
      else {
        // Of the text of an agent that may not save it.
        await desk.lua(`vim.api.nvim_buf_set_text(0, 2, 0, 2, 5, { '3', 'four' })
          vim.cmd('silent keepalt lockmarks write!')`);
      }
      expect(desk.disk('a.txt')).toBe(text);
      states.push(await desk.lua(STATE));
      await desk.editor.feed(':checktime | w<CR>');
      await desk.editor.expectNotBlocked();
      await desk.editor.feed(':earlier 1f<CR>');
      states.push([await desk.lines(), await desk.lua('return vim.bo.modified')]);
    }
    expect(states.slice(0, 2)).toEqual(states.slice(2));
  });

  test('may be changed by others at the last moment', async () => {
    await using desk = await openDesk({ files: { 'a.txt': 'one\n' } });
    await desk.edit('a.txt');
    await desk.lua(`vim.api.nvim_create_autocmd('BufWritePre', { callback = function()
      vim.cmd([[silent! keepjumps '[,']substitute/\\s\\+$//]]) end })`);
    await desk.write('a.txt', 'two  \nthree \n');
    expect(desk.disk('a.txt')).toBe('two\nthree\n');
    expect(await desk.lua('return { vim.bo.modified, vim.fn.undotree().save_last }')).toEqual([
      false,
      1,
    ]);
  });

  test('is left to who writes it otherwise', async () => {
    await using desk = await openDesk({ files: { 'a.other': 'one\n' } });
    await desk.edit('a.other');
    await desk.lua(`vim.api.nvim_create_autocmd('BufWriteCmd', { pattern = '*.other', callback = function()
      vim.fn.writefile({ 'otherwise' }, vim.api.nvim_buf_get_name(0)) vim.bo.modified = false end })`);
    await desk.write('a.other', 'two\n');
    expect(desk.disk('a.other')).toBe('otherwise\n');
  });

  test('is not saved when others do not let it be', async () => {
    await using desk = await openDesk({ files: { 'a.txt': 'one\n' } });
    await desk.edit('a.txt');
    await desk.lua(
      `vim.api.nvim_create_autocmd('BufWritePre', { callback = function() error('no, not now') end })`,
    );
    await expect(desk.write('a.txt', 'two\n')).rejects.toThrow(/no, not now/);
    expect(desk.disk('a.txt')).toBe('one\n');
    expect(await desk.lua('return vim.bo.modified')).toBe(true);
  });

  test('keeps the undo file, and what undo leads to after it is opened again', async () => {
    await using desk = await openDesk({ files: { 'a.txt': 'one\n' } });
    await desk.lua('vim.o.undofile = true vim.o.undodir = ...', desk.path('..'));
    await desk.edit('a.txt');
    await desk.write('a.txt', 'two\n');
    await desk.lua('vim.cmd.bwipeout()');
    await desk.edit('a.txt');
    await desk.lua('vim.cmd.undo()');
    expect(await desk.lines()).toEqual(['one']);
    expect(await desk.lua('return vim.bo.modified')).toBe(true);
  });

  test.each([
    ["vim.bo.fileformat = 'dos'", 'dHdvDQo='],
    ["vim.bo.fileencoding = 'utf-16le' vim.bo.bomb = true", '//50AHcAbwAKAA=='],
    ["vim.bo.fileencoding = 'latin1'", 'dHdvCg=='],
    ['vim.o.backup = true', 'dHdvCg=='],
    ["vim.o.cpoptions = vim.o.cpoptions .. 'A'", 'dHdvCg=='],
    ['vim.o.fsync = false', 'dHdvCg=='],
  ])('with %s has the bytes that Neovim would write', async (config, bytes) => {
    await using desk = await openDesk({ files: { 'a.txt': 'one\n' } });
    await desk.edit('a.txt');
    await desk.lua(`${config} vim.cmd('silent write!')`);
    await desk.write('a.txt', 'two\n');
    expect(desk.disk64('a.txt')).toBe(bytes);
  });

  /** Of the writes that a save makes (the old text kept, the new one, the old one put back), these fail. */
  test.each([
    ['the copy', [1], 'old', []],
    ['the new text', [2], 'old', []],
    ['putting back the old one', [2, 3], 'nld', ['draft', 'entry.json', 'old']],
  ])('keeps both texts when the disk fails at %s', async (_, fails, left, kept) => {
    await using desk = await openDesk({ files: { 'a.txt': 'old' } });
    await desk.edit('a.txt');
    await desk.lua(
      `local fails, write, count = ..., vim.uv.fs_write, 0
      vim.uv.fs_write = function(handle, bytes, at)
        count = count + 1
        if not vim.list_contains(fails, count) then return write(handle, bytes, at) end
        if count == 2 then write(handle, bytes:sub(1, 1), at) end
        return nil, 'EIO: i/o error'
      end`,
      fails,
    );
    await expect(desk.write('a.txt', 'new')).rejects.toThrow(/EIO: i\/o error/);
    expect(desk.disk('a.txt')).toBe(left);
    expect([await desk.lines(), await desk.lua('return vim.bo.modified')]).toEqual([['new'], true]);
    const drafts = desk.path('../state/drafts');
    expect(readdirSync(drafts).flatMap((name) => readdirSync(`${drafts}/${name}`))).toEqual(kept);
    await desk.editor.expectNotBlocked();
  });

  test('keeps its other names, and its mode', async () => {
    await using desk = await openDesk({ files: { 'a.txt': 'one\n' } });
    linkSync(desk.path('a.txt'), desk.path('b.txt'));
    chmodSync(desk.path('a.txt'), 0o4751);
    await desk.edit('a.txt');
    await desk.write('a.txt', 'two\n');
    expect([desk.disk('a.txt'), desk.disk('b.txt')]).toEqual(['two\n', 'two\n']);
    expect(statSync(desk.path('b.txt')).mode & 0o7777).toBe(0o4751);
  });

  test('is saved behind the command-line window, and asks nothing afterwards', async () => {
    await using desk = await openDesk({ files: { 'a.txt': 'one\n' } });
    await desk.edit('a.txt');
    await desk.editor.feed('q:');
    await desk.write('a.txt', 'two\nthree\n');
    expect(desk.disk('a.txt')).toBe('two\nthree\n');
    await desk.editor.feed(':quit<CR>');
    await desk.editor.feed(':checktime | w<CR>');
    await desk.editor.expectNotBlocked();
    expect(await desk.lua('return { vim.bo.modified, #vim.v.errmsg }')).toEqual([false, 0]);
  });

  test('that is deleted on disk is made again', async () => {
    await using desk = await openDesk({ files: { 'a.txt': 'one\n' } });
    await desk.edit('a.txt');
    await desk.lua('vim.uv.fs_unlink(...)', desk.path('a.txt'));
    await desk.write('a.txt', 'two\n');
    expect(desk.disk('a.txt')).toBe('two\n');
    await desk.editor.feed(':checktime | w<CR>');
    await desk.editor.expectNotBlocked();
  });
});
