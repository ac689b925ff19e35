import { linkSync, readdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../support/small-disk';
import { wait } from '../support/wait';

const KIBIBYTES = 256;
const NO_SPACE = /small\/a\.txt: .*no space left on device/;
const why = whyNoSmallDisk();

/** Of so many KiB. */
const textOf = (word: string, kibibytes: number): string =>
  `${word.padEnd(63, '.')}\n`.repeat(16 * kibibytes);
const old = textOf('old', 8);

interface Place extends AsyncDisposable {
  readonly desk: Desk;
  readonly disk: SmallDisk;
}

async function open(options: Parameters<typeof openDesk>[0] = {}): Promise<Place> {
  const desk = await openDesk(options);
  const disk = mountSmallDisk(desk.path('small'), KIBIBYTES);
  desk.setDisk('small/a.txt', old);
  return {
    desk,
    disk,
    [Symbol.asyncDispose]: async () => {
      disk[Symbol.dispose]();
      await desk[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(why)(`a full disk${why ? ` (not tried: ${why})` : ''}`, () => {
  test.each([0, 8, 32])('with %i KiB left keeps a file that is not loaded', async (left) => {
    await using place = await open();
    const { desk, disk } = place;
    disk.fill(left);
    await expect(desk.write('small/a.txt', textOf('new', 64))).rejects.toThrow(NO_SPACE);
    expect(desk.disk('small/a.txt')).toBe(old);
    expect(readdirSync(desk.path('small')).sort()).toEqual(['a.txt', 'filling']);
    expect(desk.conflicts).toEqual([]);
    disk.clear();
    await desk.write('small/a.txt', textOf('new', 64));
    expect(desk.disk('small/a.txt')).toBe(textOf('new', 64));
  });

  test.each([
    ['the draft', 32],
    ['the copy', 72],
  ])('that has no room for %s keeps a file with two names', async (_, left) => {
    await using place = await open();
    const { desk, disk } = place;
    linkSync(desk.path('small/a.txt'), desk.path('small/b.txt'));
    disk.fill(left);
    await expect(desk.write('small/a.txt', textOf('new', 64))).rejects.toThrow(NO_SPACE);
    expect([desk.disk('small/a.txt'), desk.disk('small/b.txt')]).toEqual([old, old]);
    expect(readdirSync(desk.path('small')).sort()).toEqual(['a.txt', 'b.txt', 'filling']);
    expect(readdirSync(desk.path('../state/drafts'))).toEqual([]);
  });

  test.each([
    ['', 0],
    ['', 8],
    ['', 32],
    ['vim.o.writebackup = false', 32],
    ["vim.o.backupcopy = 'yes'", 32],
  ])(
    'with %s %i KiB left is reported for a loaded file, and is no conflict',
    async (config, left) => {
      await using place = await open({ config });
      const { desk, disk } = place;
      await desk.edit('small/a.txt');
      await desk.begin();
      await desk.read('small/a.txt');
      disk.fill(left);
      for (const word of ['new', 'newer', 'newer']) {
        await expect(desk.write('small/a.txt', textOf(word, 64))).rejects.toThrow(NO_SPACE);
      }
      await desk.check();
      expect(desk.disk('small/a.txt')).toBe(old);
      expect(await desk.read('small/a.txt')).toBe(textOf('newer', 64));
      expect([desk.conflicts, desk.changes]).toEqual([[], []]);
      expect(await desk.editor.messages()).toBe('');
      // What could not be saved then was never the user's unsaved text.
      disk.clear();
      await desk.write('small/a.txt', textOf('newer', 64));
      expect(desk.disk('small/a.txt')).toBe(textOf('newer', 64));
      expect(await desk.lua('return vim.bo.modified')).toBe(false);
    },
  );

  test('keeps what the user writes after it for the user', async () => {
    await using place = await open();
    const { desk, disk } = place;
    await desk.edit('small/a.txt');
    await desk.read('small/a.txt');
    disk.fill(0);
    await expect(desk.write('small/a.txt', textOf('new', 64))).rejects.toThrow(NO_SPACE);
    await desk.lua(`vim.fn.append(0, 'mine')`);
    disk.clear();
    await desk.write('small/a.txt', `${textOf('new', 64)}end\n`);
    expect(await desk.lines()).toEqual([
      'mine',
      ...textOf('new', 64).split('\n').slice(0, -1),
      'end',
    ]);
    expect(desk.disk('small/a.txt')).toBe(old);
    await desk.editor.feed(':w<CR>');
    await wait(async () => !(await desk.lua('return vim.bo.modified')), 'it is saved');
    await desk.editor.expectNotBlocked();
  });
});

test('a buffer is not saved where its name leads elsewhere by now', async () => {
  await using desk = await openDesk({
    files: { 'dir/a.txt': 'old\n', '../outside/a.txt': 'old\n' },
  });
  symlinkSync('../outside', desk.path('link'));
  await desk.edit('dir/a.txt');
  await desk.lua(
    `local dir, link = ...
    local buf = require('acp.buffers')
    local apply = buf.apply
    buf.apply = function(...)
      vim.uv.fs_rename(dir, dir .. '.aside')
      vim.uv.fs_rename(link, dir)
      return apply(...)
    end`,
    desk.path('dir'),
    desk.path('link'),
  );
  await expect(desk.write('dir/a.txt', 'new\n')).rejects.toThrow(/leads elsewhere now/);
  expect(desk.disk('../outside/a.txt')).toBe('old\n');
});
