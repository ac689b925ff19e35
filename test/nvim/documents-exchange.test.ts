import { mkdirSync, symlinkSync } from 'node:fs';
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
