import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Confinement } from '../../src/files/paths/confine';
import { Roots } from '../../src/files/paths/roots';
import { type Desk, openDesk } from '../support/documents';

/** A loaded file whose name leads outside, and then does not any more. */
async function open(change: string): Promise<Desk> {
  const desk = await openDesk({ files: { '../outside.txt': 'secret\n' } });
  symlinkSync(desk.path('../outside.txt'), desk.path('a.txt'));
  // Whatever is opened before the first question to the editor is known, too.
  await desk.read('none.txt').catch(() => {});
  await desk.edit('a.txt');
  await desk.lua(change);
  rmSync(desk.path('a.txt'));
  return desk;
}

describe('text that was read where its name does not lead any more', () => {
  test.each([
    ['unmodified', ''],
    ['modified', `vim.fn.setline(2, 'mine')`],
    ['read anew', `vim.cmd('edit!')`],
  ])('is that of the file outside: %s', async (_, change) => {
    await using desk = await open(change);
    await expect(desk.read('a.txt')).rejects.toThrow(/it leads to .*outside\.txt/);
    await expect(desk.read('a.txt', { line: 1, limit: 1 })).rejects.toThrow(/outside\.txt/);
    await desk.lua(`vim.cmd('silent write copy.txt')`);
    await expect(desk.read('a.txt')).rejects.toThrow(/outside\.txt/);
    // It is the user's from now on.
    await desk.lua(`vim.cmd('silent write')`);
    expect(await desk.read('a.txt')).toContain('secret\n');
  });

  test('is not read when another file has come there under unsaved text', async () => {
    await using desk = await open(`vim.fn.setline(2, 'mine')`);
    desk.setDisk('a.txt', 'plain\n');
    await expect(desk.read('a.txt')).rejects.toThrow(/outside\.txt/);
    await desk.lua(`vim.cmd('silent edit!')`);
    expect(await desk.read('a.txt')).toBe('plain\n');
  });

  test('is forgotten with the file that has come there', async () => {
    await using desk = await open('');
    desk.setDisk('a.txt', 'plain\n');
    expect(await desk.read('a.txt')).toBe('plain\n');
    rmSync(desk.path('a.txt'));
    expect(await desk.read('a.txt')).toBe('plain\n');
  });

  test('is kept from agents as the file of the deny list', async () => {
    const { confine } = new Confinement({
      deny: () => ['.env*'],
      outside: () => 'reject',
      roots: new Roots(),
    });
    await using desk = await openDesk({ files: { '.env': 'KEY\n' }, documents: { confine } });
    await desk.read('none.txt').catch(() => {});
    symlinkSync('.env', desk.path('plain.txt'));
    await desk.edit('plain.txt');
    rmSync(desk.path('plain.txt'));
    await expect(desk.read('plain.txt')).rejects.toThrow(/keeps agents off files like this/);
  });

  test('is read when the user calls it so', async () => {
    await using desk = await open('');
    await desk.lua(`vim.cmd('file b.txt')`);
    expect(await desk.read('b.txt')).toBe('secret\n');
  });
});

describe.skipIf(process.platform !== 'linux')('a file that is taken over', () => {
  test('leaves the time of one that has come into its place alone', async () => {
    await using desk = await openDesk({ files: { 'dir/a.txt': 'old\n' } });
    mkdirSync(desk.path('../outside'));
    writeFileSync(desk.path('../outside/a.txt'), 'longer\n');
    const timeOf = (): bigint => statSync(desk.path('../outside/a.txt'), { bigint: true }).mtimeNs;
    const before = timeOf();
    await desk.edit('dir/a.txt');
    await desk.read('dir/a.txt');
    await desk.lua(
      `local dir, outside = ...
      local disk = require('acp.buffers.disk')
      local accept = disk.accept
      disk.accept = function(...)
        disk.accept = accept
        vim.uv.fs_rename(dir, dir .. '.aside')
        vim.uv.fs_symlink(outside, dir)
        accept(...)
      end`,
      desk.path('dir'),
      desk.path('../outside'),
    );
    desk.setDisk('dir/a.txt', 'new\n');
    await desk.read('dir/a.txt').catch(() => {});
    expect(await desk.lines()).toEqual(['new']);
    expect(timeOf()).toBe(before);
    rmSync(desk.path('dir'));
    renameSync(desk.path('dir.aside'), desk.path('dir'));
    expect(await desk.read('dir/a.txt')).toBe('new\n');
    await desk.lua(`vim.cmd('silent write')`);
    await desk.editor.expectNotBlocked();
  });
});
