import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { readFileBytes } from '../../../../src/files/disk/disk';
import { writeFileBytes } from '../../../../src/files/disk/disk-write';
import { Drafts } from '../../../../src/files/disk/drafts';
import { type Folder, makeFolder } from '../../../support/folder';

interface Place extends Folder {
  /** Writes the file and looks at what is left besides. */
  put(name: string, text: string, byHandle?: boolean, newMode?: number): Promise<void>;
  text(name: string): string;
}

function makePlace(files: Readonly<Record<string, string>>): Place {
  const folder = makeFolder(files);
  onTestFinished(() => folder[Symbol.dispose]());
  const drafts = new Drafts(folder.path('state'), silentLogger);
  return {
    ...folder,
    put: async (name, text, byHandle = true, newMode) => {
      await writeFileBytes(folder.path(name), Buffer.from(text), drafts, { byHandle, newMode });
      expect(readdirSync(folder.path('state/drafts'))).toEqual([]);
    },
    text: (name) => readFileSync(folder.path(name), 'utf8'),
  };
}

const isRoot = process.getuid?.() === 0;
const hasPython = canRun('python3', '--version');

function canRun(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.each([true, false])('a file that is written (by a held folder: %s)', (byHandle) => {
  test('is another one where nothing is lost by it, with the mode of the first', async () => {
    const place = makePlace({ 'a.txt': 'old' });
    chmodSync(place.path('a.txt'), 0o4751);
    const { ino } = statSync(place.path('a.txt'));
    await place.put('a.txt', 'new', byHandle);
    const now = statSync(place.path('a.txt'));
    expect([place.text('a.txt'), now.mode & 0o7777]).toEqual(['new', 0o4751]);
    if (process.platform === 'linux') expect(now.ino).not.toBe(ino);
    expect(readdirSync(place.dir).sort()).toEqual(['a.txt', 'state']);
  });

  test('stays the same one under all its names', async () => {
    const place = makePlace({ 'a.txt': 'a longer old text' });
    linkSync(place.path('a.txt'), place.path('b.txt'));
    for (const text of ['short', 'a text that is longer than the old one', '']) {
      await place.put('a.txt', text, byHandle);
      expect([place.text('a.txt'), place.text('b.txt')]).toEqual([text, text]);
    }
    expect(readdirSync(place.dir).sort()).toEqual(['a.txt', 'b.txt', 'state']);
  });

  test('comes to be with the mode that it is to have', async () => {
    const place = makePlace({ 'old.txt': 'old' });
    chmodSync(place.path('old.txt'), 0o640);
    await place.put('new.txt', 'new', byHandle, 0o604);
    await place.put('old.txt', 'new', byHandle, 0o604);
    const modes = ['new.txt', 'old.txt'].map((name) => statSync(place.path(name)).mode & 0o7777);
    expect(modes).toEqual([0o604, 0o640]);
  });

  test('comes to be, with the folders that it needs', async () => {
    const place = makePlace({});
    await place.put('new/deep/a.txt', 'new', byHandle);
    expect(place.text('new/deep/a.txt')).toBe('new');
  });

  test.each(['link/a.txt', 'link/new/a.txt', 'inner'])('is not what %s leads to', async (name) => {
    const place = makePlace({ 'project/file': 'old', 'outside/a.txt': 'old' });
    symlinkSync('../outside', place.path('project/link'));
    symlinkSync('../outside/a.txt', place.path('project/inner'));
    const path = `project/${name}`;
    await expect(place.put(path, 'new', byHandle)).rejects.toThrow(/leads elsewhere now/);
    expect([place.text('outside/a.txt'), readdirSync(place.path('outside'))]).toEqual([
      'old',
      ['a.txt'],
    ]);
    const read = readFileBytes(place.path(path), { byHandle });
    if (name === 'link/new/a.txt') return;
    await expect(read).rejects.toThrow(/leads elsewhere now/);
  });
});

describe.skipIf(!isRoot)(`what a file is besides its text${isRoot ? '' : ' (not root)'}`, () => {
  test('its owner and group are kept', async () => {
    const place = makePlace({ 'a.txt': 'old' });
    chownSync(place.path('a.txt'), 12345, 23456);
    await place.put('a.txt', 'new');
    const { uid, gid } = statSync(place.path('a.txt'));
    expect([uid, gid, place.text('a.txt')]).toEqual([12345, 23456, 'new']);
  });

  test.skipIf(!hasPython)(
    `its extended attributes are kept${hasPython ? '' : ' (no python3)'}`,
    async () => {
      const place = makePlace({ 'a.txt': 'old' });
      const path = place.path('a.txt');
      // An access list that lets the user 12345 read, and the right to open low ports.
      const acl =
        '02000000 01000600ffffffff 0200040039300000 04000400ffffffff 10000600ffffffff 20000000ffffffff';
      const names = ['user.note', 'security.capability', 'system.posix_acl_access'];
      const values = ['00ff', '0100000200040000000000000000000000000000', acl];
      python(
        'for name, value in zip(sys.argv[2].split(), sys.argv[3].split(",")): os.setxattr(sys.argv[1], name, bytes.fromhex(value))',
        path,
        names.join(' '),
        values.join(','),
      );
      const attributes = (): string =>
        python(
          'print([(n, os.getxattr(sys.argv[1], n)) for n in sorted(os.listxattr(sys.argv[1]))])',
          path,
        );
      const before = attributes();
      await place.put('a.txt', 'new');
      expect([attributes(), place.text('a.txt')]).toEqual([before, 'new']);
    },
  );
});

test('is waited for when the host ends', async () => {
  const place = makePlace({ 'a.txt': 'old' });
  const drafts = new Drafts(place.path('state'), silentLogger);
  await drafts.idle();
  const write = writeFileBytes(place.path('a.txt'), Buffer.from('new'), drafts);
  await drafts.idle();
  expect([place.text('a.txt'), readdirSync(drafts.folder)]).toEqual(['new', []]);
  await write;
});

test('without a program that keeps them all, the file stays the same one', async () => {
  const place = makePlace({ 'a.txt': 'old' });
  const { ino } = statSync(place.path('a.txt'));
  const { PATH } = process.env;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  mkdirSync(place.path('bin'));
  process.env.PATH = place.path('bin');
  await place.put('a.txt', 'new');
  expect([place.text('a.txt'), statSync(place.path('a.txt')).ino]).toEqual(['new', ino]);
});

function python(code: string, ...args: readonly string[]): string {
  return execFileSync('python3', ['-c', `import os, sys\n${code}`, ...args], { encoding: 'utf8' });
}
