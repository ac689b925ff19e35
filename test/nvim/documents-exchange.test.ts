import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';

const BEFORE_CHECK = `vim.api.nvim_create_autocmd('BufWritePre', { once = true, callback = exchange })`;
const BEFORE_WRITE = `local held_file = require('acp.buffers.held_file')
  local write = held_file.write
  held_file.write = function(...)
    held_file.write = write
    exchange()
    return write(...)
  end`;

const AFTER_WRITE = `local disk = require('acp.buffers.disk')
  local accept = disk.accept_written
  disk.accept_written = function(...)
    disk.accept_written = accept
    accept(...)
    exchange()
  end`;

/** Puts a link in the place of an entry in the middle of the next save. */
async function exchangeInSave(desk: Desk, when: string, entry: string): Promise<void> {
  await desk.lua(
    `local entry, link = ...
    local function exchange()
      vim.uv.fs_rename(entry, entry .. '.aside')
      vim.uv.fs_rename(link, entry)
    end
    ${when}`,
    desk.path(entry),
    desk.path('link'),
  );
}

describe.skipIf(process.platform !== 'linux')('a loaded file whose path is led elsewhere', () => {
  test.each([
    ['before the last check', BEFORE_CHECK, 'dir', 'old\n'],
    ['before the last check', BEFORE_CHECK, 'dir/a.txt', 'old\n'],
    ['before the write', BEFORE_WRITE, 'dir', 'new\n'],
    ['before the write', BEFORE_WRITE, 'dir/a.txt', 'new\n'],
  ])('%s is written inside or not at all (%#)', async (_, when, entry, text) => {
    await using desk = await openDesk({
      files: { 'dir/a.txt': 'old\n', '../outside/a.txt': 'secret\n' },
    });
    const outside = desk.path('../outside');
    symlinkSync(entry === 'dir' ? outside : `${outside}/a.txt`, desk.path('link'));
    await desk.edit('dir/a.txt');
    await exchangeInSave(desk, when, entry);
    await expect(desk.write('dir/a.txt', 'new\n')).rejects.toThrow(/leads elsewhere now/);
    expect(desk.disk('../outside/a.txt')).toBe('secret\n');
    expect(desk.disk(entry === 'dir' ? 'dir.aside/a.txt' : 'dir/a.txt.aside')).toBe(text);
    expect(await desk.lines()).toEqual(['new']);
    expect(await desk.lua('return vim.bo.modified')).toBe(true);
    await desk.editor.expectNotBlocked();
  });

  test.each([
    ['without a record of drafts', 'return'],
    [
      'where parts of its path are looked at one by one',
      `local readlink = vim.uv.fs_readlink
      vim.uv.fs_readlink = function(path) return readlink(path):upper() end`,
    ],
  ])('is not written outside %s', async (how, lua) => {
    const files = { 'dir/a.txt': 'old\n', '../outside/a.txt': 'secret\n' };
    const isKept = how.includes('record') ? { '../state/drafts': '' } : {};
    await using desk = await openDesk({ files: { ...files, ...isKept } });
    symlinkSync(desk.path('../outside'), desk.path('link'));
    await desk.edit('dir/a.txt');
    await desk.lua(lua);
    await desk.write('dir/a.txt', 'newer\n');
    expect(desk.disk('dir/a.txt')).toBe('newer\n');
    await exchangeInSave(desk, BEFORE_WRITE, 'dir');
    await expect(desk.write('dir/a.txt', 'newest\n')).rejects.toThrow(/leads elsewhere now/);
    expect(desk.disk('../outside/a.txt')).toBe('secret\n');
  });

  test('is not written outside when what the agent wrote itself is merged and saved', async () => {
    await using desk = await openDesk({
      files: { 'dir/a.txt': 'one\ntwo\nthree\n', '../outside/a.txt': 'secret\n' },
      documents: { saveDirty: () => true },
    });
    symlinkSync(desk.path('../outside'), desk.path('link'));
    await desk.edit('dir/a.txt');
    await desk.begin();
    await desk.lua("vim.fn.setline(1, 'mine')");
    await exchangeInSave(desk, BEFORE_WRITE, 'dir');
    await desk.tool('dir/a.txt', 'one\ntwo\ntheirs\n');
    expect(await desk.lines()).toEqual(['mine', 'two', 'theirs']);
    expect(desk.disk('../outside/a.txt')).toBe('secret\n');
    await desk.editor.expectNotBlocked();
  });

  test('has its undo file inside', async () => {
    await using desk = await openDesk({ files: { 'dir/a.txt': 'old\n' } });
    mkdirSync(desk.path('../outside'));
    symlinkSync(desk.path('../outside'), desk.path('link'));
    await desk.lua("vim.o.undofile = true vim.o.undodir = '.'");
    await desk.edit('dir/a.txt');
    await desk.write('dir/a.txt', 'new\n');
    expect(readdirSync(desk.path('dir')).sort()).toEqual(['.a.txt.un~', 'a.txt']);
    await exchangeInSave(desk, AFTER_WRITE, 'dir');
    await desk.write('dir/a.txt', 'newer\n');
    expect(readdirSync(desk.path('../outside'))).toEqual([]);
  });

  test('after it was deleted is not made outside', async () => {
    await using desk = await openDesk({ files: { 'dir/a.txt': 'old\n' } });
    mkdirSync(desk.path('../outside'));
    symlinkSync(desk.path('../outside'), desk.path('link'));
    await desk.edit('dir/a.txt');
    await desk.lua('vim.uv.fs_unlink(...)', desk.path('dir/a.txt'));
    await exchangeInSave(desk, BEFORE_WRITE, 'dir');
    await expect(desk.write('dir/a.txt', 'new\n')).rejects.toThrow(/leads elsewhere now/);
    expect(() => desk.disk('../outside/a.txt')).toThrow(/ENOENT/);
    expect(desk.disk('dir.aside/a.txt')).toBe('new\n');
  });
});
