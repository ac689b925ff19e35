import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openDesk } from '../support/documents';

const KIBIBYTE = 1024;
const PRLIMIT = '/usr/bin/prlimit';

/** Neovim may write no longer files than this; who writes more is killed. */
function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): void {
  execFileSync(PRLIMIT, ['--pid', String(pid), `--fsize=${bytes}:`]);
}

const textOf = (word: string, bytes: number): string => `${word.padEnd(bytes - 1, '.')}\n`;
const old = textOf('old', KIBIBYTE);

describe.skipIf(!existsSync(PRLIMIT))('a limit on the size of files (ulimit -f)', () => {
  test.each([
    ['', 64 * KIBIBYTE + 1],
    ['vim.bo.bomb = true', 64 * KIBIBYTE],
    ["vim.bo.fileencoding = 'utf-16le'", 32 * KIBIBYTE + 1],
  ])('is reported before Neovim is killed by it: %s %i bytes', async (set, bytes) => {
    await using desk = await openDesk({ files: { 'a.txt': old } });
    await desk.edit('a.txt');
    await desk.begin();
    await desk.read('a.txt');
    await desk.lua(`${set} vim.bo.modified = false`);
    const { pid } = desk.editor.process;
    limitFiles(pid, 64 * KIBIBYTE);
    const killed = desk.editor.exited.then(() => 'Neovim was killed');
    const written = Promise.race([desk.write('a.txt', textOf('new', bytes)), killed]);
    await expect(written).rejects.toThrow(/a\.txt: .*the file would be too large \(EFBIG\)/);
    expect(desk.disk('a.txt')).toBe(old);
    expect(await desk.lines()).toEqual([textOf('new', bytes).trimEnd()]);
    expect([desk.conflicts, desk.changes]).toEqual([[], []]);
    limitFiles(pid, 'unlimited');
    await desk.write('a.txt', textOf('newer', KIBIBYTE));
    expect(await desk.lua('return vim.bo.modified')).toBe(false);
    await desk.editor.expectNotBlocked();
  });

  test('does not keep a file of just this size from being saved', async () => {
    await using desk = await openDesk({ files: { 'a.txt': old } });
    await desk.edit('a.txt');
    await desk.begin();
    limitFiles(desk.editor.process.pid, 64 * KIBIBYTE);
    await desk.write('a.txt', textOf('new', 64 * KIBIBYTE));
    expect(desk.disk('a.txt')).toBe(textOf('new', 64 * KIBIBYTE));
  });
});
