import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TurnWindow } from '../../../../src/files/scan/folder-index';
import { LIMITS, type RecordLimits } from '../../../../src/files/scan/limits';
import { Recorder } from '../../../../src/files/scan/recorder';
import { type FileStat, readUnchanged, StatCache } from '../../../../src/files/scan/scan';
import { type Folder, makeFolder } from '../../../support/folder';

interface Desk extends Folder, Disposable {
  readonly recorder: Recorder;
  readonly gaps: string[];
  /** A turn begins; what it changes is reported as `look` says. */
  begin(): Promise<unknown[]>;
  look(): Promise<unknown[]>;
}

const always = { since: 0, begins: false };

/** Each as [path, before, after]; a text is given as it is. */
function desk(files: Readonly<Record<string, string>>, limits: Partial<RecordLimits> = {}): Desk {
  const folder = makeFolder(files);
  const gaps: string[] = [];
  const recorder = new Recorder({
    limits: { ...LIMITS, ...limits },
    onGap: (_, why) => gaps.push(why),
  });
  let since = 0;
  const look = async (turn: TurnWindow): Promise<unknown[]> => {
    const found: unknown[] = [];
    await recorder.look(folder.dir, turn, (changes) => {
      for (const { path, before, after } of changes)
        found.push([path.slice(folder.dir.length + 1), shown(before), shown(after)]);
    });
    return found.sort();
  };
  return {
    ...folder,
    recorder,
    gaps,
    begin: () => {
      since = Date.now();
      return look({ since, begins: true });
    },
    look: () => look({ since, begins: false }),
    [Symbol.dispose]: () => {
      recorder.dispose();
      folder[Symbol.dispose]();
    },
  };
}

type Image = Parameters<Parameters<Recorder['look']>[2]>[0][number]['before'];

function shown(image: Image): unknown {
  if (!image) return null;
  const { content } = image;
  if (content.kind === 'text') return content.text;
  if (content.kind === 'link') return { link: content.target };
  return content.kind === 'binary' ? [...content.bytes] : { unknown: content.why };
}

describe.each(['a folder', 'a repository'])('in %s', (where) => {
  const open = (files: Readonly<Record<string, string>>, limits = {}): Desk => {
    const made = desk(files, limits);
    if (where === 'a repository') made.commit();
    return made;
  };

  test('files that are created, changed and deleted are reported, with what they held', async () => {
    using place = open({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n', 'c.txt': 'c\n' });
    expect(await place.begin()).toEqual([]);
    place.write('a.txt', 'A\n');
    place.write('new/d.txt', 'd\n');
    rmSync(place.path('sub'), { recursive: true });
    expect(await place.look()).toEqual([
      ['a.txt', 'a\n', 'A\n'],
      ['new/d.txt', null, 'd\n'],
      ['sub/b.txt', 'b\n', null],
    ]);
    expect(await place.look()).toEqual([]);
  });

  test('every change is reported once, against what was there before it', async () => {
    using place = open({ 'a.txt': 'a\n' });
    await place.begin();
    for (const [old, text] of [
      ['a\n', 'b\n'],
      ['b\n', 'c\n'],
      ['c\n', 'a\n'],
    ] as const) {
      place.write('a.txt', text);
      expect(await place.look()).toEqual([['a.txt', old, text]]);
    }
  });

  test('what happens between turns is nobody’s', async () => {
    using place = open({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
    await place.begin();
    place.write('a.txt', 'mine\n');
    place.write('new.txt', 'mine\n');
    rmSync(place.path('b.txt'));
    await place.pass();
    expect(await place.begin()).toEqual([]);
    place.write('a.txt', 'theirs\n');
    expect(await place.look()).toEqual([['a.txt', 'mine\n', 'theirs\n']]);
  });

  test('a change during the first scan is reported without the old content', async () => {
    using place = open({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await place.pass();
    const since = Date.now();
    await place.pass();
    place.write('a.txt', 'A\n');
    const found: unknown[] = [];
    await place.recorder.look(place.dir, undefined, () => {});
    await place.recorder.look(place.dir, { since, begins: true }, (changes) => {
      for (const { path, before, after } of changes)
        found.push([path, shown(before), shown(after)]);
    });
    expect(found).toEqual([
      [place.path('a.txt'), { unknown: 'changed before it could be read' }, 'A\n'],
    ]);
    expect(await place.look()).toEqual([]);
  });

  test('a file that is just being written is left for the next look, and so is one that was just deleted', async () => {
    using place = open({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'sub/c.txt': 'c\n' });
    await place.pass();
    const since = Date.now();
    await place.recorder.look(place.dir, { since, begins: true }, () => {});
    const found: string[] = [];
    const look = (restMs: number): Promise<{ unsettled: boolean }> =>
      place.recorder.look(place.dir, { since, begins: false, restMs }, (changes) => {
        found.push(...changes.map(({ path }) => path.slice(place.dir.length + 1)));
      });
    place.write('a.txt', '');
    place.write('new.txt', '');
    rmSync(place.path('sub/c.txt'));
    expect(await look(60_000)).toMatchObject({ unsettled: true });
    expect(found).toEqual([]);
    place.write('a.txt', 'A\n');
    expect(await look(0)).toMatchObject({ unsettled: false });
    expect(found.sort()).toEqual(['a.txt', 'new.txt', 'sub/c.txt']);
  });

  test('a file of the same size and time is seen all the same', async () => {
    using place = open({ 'a.txt': 'aaa\n' });
    utimesSync(place.path('a.txt'), 1_000_000_000, 1_000_000_000);
    await place.begin();
    place.write('a.txt', 'bbb\n');
    utimesSync(place.path('a.txt'), 1_000_000_000, 1_000_000_000);
    expect(await place.look()).toEqual([['a.txt', 'aaa\n', 'bbb\n']]);
  });

  test('a file that is touched only, or written anew with the same text, is no change', async () => {
    using place = open({ 'a.txt': 'a\n' });
    await place.begin();
    utimesSync(place.path('a.txt'), 1_000_000_000, 1_000_000_000);
    expect(await place.look()).toEqual([]);
    rmSync(place.path('a.txt'));
    place.write('a.txt', 'a\n');
    expect(await place.look()).toEqual([]);
  });

  test('a changed mode is a change', async () => {
    using place = open({ 'a.sh': 'a\n' });
    chmodSync(place.path('a.sh'), 0o644);
    await place.begin();
    chmodSync(place.path('a.sh'), 0o755);
    const modes: unknown[] = [];
    await place.recorder.look(place.dir, always, (changes) => {
      for (const { before, after, hunks } of changes)
        modes.push([before?.mode, after?.mode, hunks]);
    });
    expect(modes).toEqual([[0o644, 0o755, []]]);
  });

  test('odd names are names', async () => {
    const names = ['-rf', 'two\nlines', ' space ', 'H 100644 x 0\ty', 'ünï', '"quote"', '\\n', '*'];
    using place = open(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
    await place.begin();
    for (const name of names) place.write(name, 'changed\n');
    expect(await place.look()).toEqual(
      names.map((name) => [name, `${name}\n`, 'changed\n']).sort(),
    );
  });

  test('binary files keep their bytes', async () => {
    using place = open({});
    writeFileSync(place.path('x.bin'), Buffer.from([0, 1, 255]));
    await place.begin();
    rmSync(place.path('x.bin'));
    writeFileSync(place.path('y.bin'), Buffer.from([0, 2]));
    expect(await place.look()).toEqual([
      ['x.bin', [0, 1, 255], null],
      ['y.bin', null, [0, 2]],
    ]);
  });

  test('links are recorded as links, and are not followed', async () => {
    using outside = makeFolder({ 'secret.txt': 'secret\n', 'dir/deep.txt': 'deep\n' });
    using place = open({ 'a.txt': 'a\n', 'dir/deep.txt': 'mine\n' });
    symlinkSync(outside.path('secret.txt'), place.path('link'));
    await place.begin();
    rmSync(place.path('link'));
    symlinkSync('a.txt', place.path('link'));
    rmSync(place.path('dir'), { recursive: true });
    symlinkSync(outside.path('dir'), place.path('dir'));
    outside.write('dir/deep.txt', 'changed\n');
    expect(await place.look()).toEqual([
      ['dir', null, { link: outside.path('dir') }],
      ['dir/deep.txt', 'mine\n', null],
      ['link', { link: outside.path('secret.txt') }, { link: 'a.txt' }],
    ]);
  });

  test('nor behind one that has come into the place of the folder itself', async () => {
    using outside = makeFolder({ 'a.txt': 'secret\n', 'b.txt': 'secret\n' });
    using place = open({ 'a.txt': 'a\n' });
    await place.begin();
    renameSync(place.dir, `${place.dir}.aside`);
    symlinkSync(outside.dir, place.dir);
    expect(await place.look()).toEqual([]);
    rmSync(place.dir);
    renameSync(`${place.dir}.aside`, place.dir);
    place.write('a.txt', 'changed\n');
    expect(await place.look()).toEqual([['a.txt', 'a\n', 'changed\n']]);
  });

  test('a file with several names is changed in place under each of them', async () => {
    using place = open({ 'a.txt': 'a\n' });
    linkSync(place.path('a.txt'), place.path('b.txt'));
    await place.begin();
    appendFileSync(place.path('a.txt'), 'more\n');
    expect(await place.look()).toEqual([
      ['a.txt', 'a\n', 'a\nmore\n'],
      ['b.txt', 'a\n', 'a\nmore\n'],
    ]);
  });

  test('a file becomes a folder, and a folder a file', async () => {
    using place = open({ a: 'a\n', 'b/c.txt': 'c\n' });
    await place.begin();
    rmSync(place.path('a'));
    place.write('a/d.txt', 'd\n');
    rmSync(place.path('b'), { recursive: true });
    place.write('b', 'b\n');
    expect(await place.look()).toEqual([
      ['a', 'a\n', null],
      ['a/d.txt', null, 'd\n'],
      ['b', null, 'b\n'],
      ['b/c.txt', 'c\n', null],
    ]);
  });

  test('old files whose folder is moved are gone there, and new here', async () => {
    using place = open({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n', 'sub/in/c.txt': 'c\n' });
    await place.pass(2100);
    await place.begin();
    renameSync(place.path('sub'), place.path('moved'));
    symlinkSync('moved', place.path('sub'));
    expect(await place.look()).toEqual([
      ['moved/b.txt', null, 'b\n'],
      ['moved/in/c.txt', null, 'c\n'],
      ['sub', null, { link: 'moved' }],
      ['sub/b.txt', 'b\n', null],
      ['sub/in/c.txt', 'c\n', null],
    ]);
  });

  test('too large files are seen to change, and that is said once', async () => {
    using place = open({ 'big.txt': 'x'.repeat(2000), 'a.txt': 'a\n' }, { fileBytes: 1000 });
    await place.begin();
    place.write('big.txt', 'y'.repeat(2000));
    place.write('a.txt', 'A\n');
    expect(await place.look()).toEqual([
      ['a.txt', 'a\n', 'A\n'],
      ['big.txt', { unknown: 'too large' }, { unknown: 'too large' }],
    ]);
    expect(place.gaps).toEqual(['too large']);
  });

  test('more files than allowed are left out, and that is said once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${n + 10}.txt`, 'x\n']),
    );
    using place = open(files, { files: 5 });
    await place.begin();
    for (const name of Object.keys(files)) place.write(name, 'y\n');
    expect(await place.look()).toHaveLength(5);
    expect(place.gaps).toEqual([expect.stringContaining('more than 5 files')]);
  });

  test('what was not read in time is read the next time', async () => {
    using place = open({ 'a.txt': 'a\n' }, { readMs: -1 });
    await place.begin();
    place.write('a.txt', 'A\n');
    expect(await place.look()).toEqual([
      ['a.txt', { unknown: 'no time to read it' }, { unknown: 'no time to read it' }],
    ]);
    expect(place.gaps).toEqual(['no time to read it']);
  });

  test('nothing of it is left in the folder for temporary files', async () => {
    // Of this test alone: others run beside it.
    using temporary = makeFolder({});
    vi.stubEnv('TMPDIR', temporary.dir);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(tmpdir()).toBe(temporary.dir);
    using place = open({ 'a.txt': 'a\n' });
    await place.begin();
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('acp-record-'))).toEqual([]);
  });
});

describe('in a repository', () => {
  test('what git ignores is not looked at; a file that is not ignored any more is not new', async () => {
    using place = desk({ '.gitignore': 'out/\n', 'a.txt': 'a\n', 'out/old.txt': 'old\n' });
    place.commit();
    await place.pass(2100);
    await place.begin();
    place.write('out/b.txt', 'b\n');
    expect(await place.look()).toEqual([]);
    place.write('.gitignore', 'out/b.txt\n');
    expect(await place.look()).toEqual([['.gitignore', 'out/\n', 'out/b.txt\n']]);
  });

  test('a file that is ignored from now on was not deleted', async () => {
    using place = desk({ 'a.txt': 'a\n' });
    place.git('init', '-q');
    await place.begin();
    place.write('.gitignore', 'a.txt\n');
    expect(await place.look()).toEqual([['.gitignore', null, 'a.txt\n']]);
  });

  test('what was not committed is known, too', async () => {
    using place = desk({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    place.commit();
    place.write('a.txt', 'dirty\n');
    place.write('untracked.txt', 'new\n');
    place.write('b.txt', 'staged\n');
    place.git('add', 'b.txt');
    await place.begin();
    for (const name of ['a.txt', 'b.txt', 'untracked.txt']) rmSync(place.path(name));
    expect(await place.look()).toEqual([
      ['a.txt', 'dirty\n', null],
      ['b.txt', 'staged\n', null],
      ['untracked.txt', 'new\n', null],
    ]);
  });

  test('other commits that are checked out are changes like any', async () => {
    using place = desk({ 'a.txt': 'one\n' });
    place.commit();
    place.write('a.txt', 'two\n');
    place.commit();
    await place.begin();
    place.git('checkout', '-q', 'HEAD~1');
    expect(await place.look()).toEqual([['a.txt', 'two\n', 'one\n']]);
  });

  test('only the part below the root is looked at', async () => {
    using place = desk({ 'sub/a.txt': 'a\n', 'other/b.txt': 'b\n' });
    place.commit();
    const found: string[] = [];
    const sub = place.path('sub');
    await place.recorder.look(sub, undefined, () => {});
    place.write('sub/a.txt', 'A\n');
    place.write('other/b.txt', 'B\n');
    await place.recorder.look(sub, always, (changes) => {
      found.push(...changes.map(({ path }) => path));
    });
    expect(found).toEqual([place.path('sub/a.txt')]);
  });

  test('a root that the repository around it ignores is looked at as a plain folder', async () => {
    using place = desk({ '.gitignore': '*\n', 'work/a.txt': 'a\n' });
    place.git('init', '-q');
    const found: string[] = [];
    await place.recorder.look(place.path('work'), undefined, () => {});
    place.write('work/a.txt', 'A\n');
    await place.recorder.look(place.path('work'), always, (changes) => {
      found.push(...changes.map(({ path }) => path));
    });
    expect(found).toEqual([place.path('work/a.txt')]);
  });

  test('repositories in it, submodules and other work trees are looked at by their own rules', async () => {
    using library = makeFolder({ 'lib.txt': 'lib\n' });
    library.commit();
    using place = desk({ 'a.txt': 'a\n', '.gitignore': 'x.log\n', 'nested/n.txt': 'n\n' });
    place.git('-C', place.path('nested'), 'init', '-q');
    place.write('nested/.gitignore', 'y.log\n');
    place.commit('a.txt', '.gitignore');
    place.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library.dir, 'library');
    place.commit('library', '.gitmodules');
    place.git('worktree', 'add', '-q', 'tree');
    await place.begin();
    place.write('nested/n.txt', 'N\n');
    place.write('nested/y.log', 'ignored there\n');
    place.write('nested/x.log', 'not ignored there\n');
    place.write('library/lib.txt', 'LIB\n');
    place.write('tree/a.txt', 'A\n');
    expect(await place.look()).toEqual([
      ['library/lib.txt', 'lib\n', 'LIB\n'],
      ['nested/n.txt', 'n\n', 'N\n'],
      ['nested/x.log', null, 'not ignored there\n'],
      ['tree/a.txt', 'a\n', 'A\n'],
    ]);
  });

  test('line endings and filters of git do not touch what is recorded', async () => {
    using place = desk({ 'crlf.txt': 'a\r\nb\r\n', '.gitattributes': '* text=auto\n' });
    place.git('init', '-q');
    place.git('config', 'core.autocrlf', 'true');
    place.commit();
    await place.begin();
    rmSync(place.path('crlf.txt'));
    expect(await place.look()).toEqual([['crlf.txt', 'a\r\nb\r\n', null]]);
  });

  test('a repository that is not there any more is a folder', async () => {
    using place = desk({ 'a.txt': 'a\n' });
    place.commit();
    await place.begin();
    rmSync(place.path('.git'), { recursive: true });
    place.write('a.txt', 'A\n');
    expect(await place.look()).toEqual([['a.txt', { unknown: 'it was not kept' }, 'A\n']]);
  });
});

describe('in a plain folder', () => {
  test('what tools fill is not looked at, and repositories in it are by their own rules', async () => {
    using place = desk({
      'a.txt': 'a\n',
      'node_modules/x/index.js': 'x\n',
      'target/y': 'y\n',
      'repo/.gitignore': 'z\n',
      'repo/r.txt': 'r\n',
    });
    place.git('-C', place.path('repo'), 'init', '-q');
    await place.begin();
    for (const name of ['a.txt', 'node_modules/x/index.js', 'target/y', 'repo/z', 'repo/r.txt'])
      place.write(name, 'changed\n');
    expect(await place.look()).toEqual([
      ['a.txt', 'a\n', 'changed\n'],
      ['repo/r.txt', 'r\n', 'changed\n'],
    ]);
  });

  test('what there is no room for is seen to change', async () => {
    using place = desk({ 'a.txt': 'a'.repeat(100), 'b.txt': 'b'.repeat(100) }, { storeBytes: 120 });
    await place.begin();
    rmSync(place.path('a.txt'));
    rmSync(place.path('b.txt'));
    const found = await place.look();
    expect(found).toContainEqual(['b.txt', { unknown: 'no room to keep it' }, null]);
    expect(found).toContainEqual(['a.txt', 'a'.repeat(100), null]);
    expect(place.gaps).toEqual(['no room to keep it']);
  });

  test('contents that are not needed any more make room', async () => {
    using place = desk({ 'a.txt': 'a\n' }, { storeBytes: 2500 });
    await place.begin();
    for (let round = 0; round < 20; round++) {
      place.write('a.txt', `${round}`.padEnd(1000, '.'));
      await place.look();
    }
    rmSync(place.path('a.txt'));
    expect(await place.look()).toEqual([['a.txt', '19'.padEnd(1000, '.'), null]]);
    expect(place.gaps).toEqual([]);
  });
});

test.each(['/', process.env.HOME ?? '/', join(process.env.HOME ?? '/', '..')])(
  '%s is never looked at',
  async (root) => {
    const gaps: string[] = [];
    const recorder = new Recorder({ onGap: (_, why) => gaps.push(why) });
    expect((await recorder.look(root, undefined, () => {})).files).toBe(0);
    expect(gaps).toHaveLength(1);
  },
);

test('a file is not read by a path that has come to lead through a link', () => {
  using folder = makeFolder({ 'project/a.txt': 'mine\n', 'outside/a.txt': 'secret\n' });
  const stat = new StatCache(folder.path('outside')).statOf(
    folder.path('outside/a.txt'),
  ) as FileStat;
  symlinkSync('../outside', folder.path('project/link'));
  expect(readUnchanged(folder.path('outside/a.txt'), stat)?.bytes.toString()).toBe('secret\n');
  expect(readUnchanged(folder.path('project/link/a.txt'), stat)).toBeUndefined();
});

test('without git a repository is a folder like any', async () => {
  const path = process.env.PATH;
  using place = desk({ '.gitignore': 'x\n', 'a.txt': 'a\n' });
  place.commit();
  process.env.PATH = place.path('nowhere');
  try {
    await place.begin();
    place.write('x', 'x\n');
    place.write('a.txt', 'A\n');
    expect(await place.look()).toEqual([
      ['a.txt', 'a\n', 'A\n'],
      ['x', null, 'x\n'],
    ]);
  } finally {
    process.env.PATH = path;
  }
});

test('a git that does not answer is not waited for', async () => {
  using place = desk({ 'a.txt': 'a\n' }, { listMs: 300 });
  place.git('init', '-q');
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', place.path('.gitignore')]);
  await expect(place.begin()).rejects.toThrow(/takes too long/);
});

describe('a repository of a stranger', () => {
  test('cannot make anything run, and nothing of it is touched', async () => {
    using place = desk({ 'a.txt': 'a\n', 'b.dat': 'b\n' });
    place.commit();
    const trap = place.path('.git/trap');
    place.write('.git/trap', `#!/bin/sh\ntouch "${place.path('.git/sprung')}"\ncat\n`);
    chmodSync(trap, 0o755);
    mkdirSync(place.path('.git/hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'pre-commit', 'post-checkout', 'fsmonitor-watchman'])
      symlinkSync(trap, place.path(`.git/hooks/${hook}`));
    for (const [key, value] of [
      ['core.fsmonitor', trap],
      ['core.hooksPath', place.path('.git/hooks')],
      ['core.pager', trap],
      ['core.editor', trap],
      ['core.sshCommand', trap],
      ['core.alternateRefsCommand', trap],
      ['core.untrackedCache', 'true'],
      ['filter.trap.clean', trap],
      ['filter.trap.smudge', trap],
      ['filter.trap.process', trap],
      ['diff.trap.textconv', trap],
      ['diff.external', trap],
      ['credential.helper', trap],
      ['extensions.partialClone', 'origin'],
      ['core.repositoryFormatVersion', '1'],
      ['remote.origin.url', 'ssh://nowhere/x'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', trap],
    ] as const)
      place.git('config', key, value);
    place.write('.gitattributes', '* filter=trap diff=trap\n');
    const state = place.state('.git');
    await place.begin();
    place.write('a.txt', 'A\n');
    // What git had of it is gone, and would have to be fetched.
    rmSync(place.path('.git/objects'), { recursive: true });
    mkdirSync(place.path('.git/objects'));
    rmSync(place.path('b.dat'));
    expect(await place.look()).toEqual([
      ['a.txt', { unknown: 'it was not kept' }, 'A\n'],
      ['b.dat', { unknown: 'it was not kept' }, null],
    ]);
    expect(existsSync(place.path('.git/sprung'))).toBe(false);
    const objects = (name: string): boolean => /objects|^\.git:/.test(name);
    expect(place.state('.git').filter((name) => !objects(name))).toEqual(
      state.filter((name) => !objects(name)),
    );
  });

  test('keeps its index, its objects and all else as they were', async () => {
    using place = desk({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    place.commit();
    place.write('b.txt', 'dirty\n');
    // An index that any git command which may refresh it would write anew.
    utimesSync(place.path('a.txt'), 1_000_000_000, 1_000_000_000);
    const state = place.state('.git');
    await place.begin();
    place.write('a.txt', 'A\n');
    place.write('c.txt', 'c\n');
    renameSync(place.path('b.txt'), place.path('d.txt'));
    expect(await place.look()).toHaveLength(4);
    expect(place.state('.git')).toEqual(state);
  });

  test('is the one that the folder is in, whatever the environment says', async () => {
    using other = makeFolder({ 'o.txt': 'o\n' });
    other.commit();
    other.write('.git/info/exclude', 'a.txt\n');
    using place = desk({ 'a.txt': 'a\n', '.gitignore': 'x\n', x: 'x\n' });
    place.commit();
    process.env.GIT_DIR = other.path('.git');
    process.env.GIT_INDEX_FILE = other.path('.git/index');
    try {
      await place.begin();
      place.write('x', 'X\n');
      place.write('a.txt', 'A\n');
      expect(await place.look()).toEqual([['a.txt', 'a\n', 'A\n']]);
    } finally {
      delete process.env.GIT_DIR;
      delete process.env.GIT_INDEX_FILE;
    }
  });
});
