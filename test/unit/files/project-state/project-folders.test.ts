import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { ownMark } from '../../../../src/files/disk/process-mark';
import { lockFolder, lockPath } from '../../../../src/files/project-state/folder-lock';
import {
  readPrivate,
  setAside,
  writePrivate,
} from '../../../../src/files/project-state/private-file';
import {
  type ProjectFolder,
  ProjectFolders,
} from '../../../../src/files/project-state/project-folders';
import { type Folder, makeFolder } from '../../../support/folder';

const [host = '', boot = '', space = '', pid = '', started = ''] = ownMark().split('+');
/** A process with our id, and another start: one that was here before. */
const dead = [host, boot, space, pid, `${started}1`].join('+');
const elsewhere = ['0123456789abcdef', boot, space, pid, started].join('+');

function folder(): Folder {
  const made = makeFolder({ 'my project/a.txt': 'a\n', 'b/my project/a.txt': 'a\n' });
  onTestFinished(() => made[Symbol.dispose]());
  return made;
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

async function opened(folders: ProjectFolders, project: string): Promise<ProjectFolder> {
  const answer = await folders.open(project);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

const bytes = (text: string): Buffer[] => [Buffer.from(text)];

test('a project has a folder of its own that only the user can look into', async () => {
  const place = folder();
  const state = place.path('state');
  mkdirSync(join(state, 'projects'), { recursive: true, mode: 0o755 });
  const folders = new ProjectFolders(state, silentLogger);
  const one = await opened(folders, place.path('my project'));
  const other = await opened(folders, place.path('b/my project'));
  expect(one.dir).toMatch(/\/projects\/my_project-[0-9a-f]{16}$/);
  expect(other.dir).not.toBe(one.dir);
  expect([modeOf(join(state, 'projects')), modeOf(one.dir)]).toEqual([0o700, 0o700]);
});

test('a link to a project is the project', async () => {
  const place = folder();
  symlinkSync(place.path('my project'), place.path('link'));
  const folders = new ProjectFolders(place.path('state'), silentLogger);
  const one = await opened(folders, place.path('my project'));
  expect(await folders.open(place.path('link'))).toBe(one);
  expect(one.project).toBe(place.path('my project'));
});

test('a folder that another host uses is held until that one closes it', async () => {
  const place = folder();
  const [first, second] = [0, 1].map(() => new ProjectFolders(place.path('state'), silentLogger));
  if (!first || !second) throw new Error('unreachable');
  await opened(first, place.dir);
  expect(await second.open(place.dir)).toBe('held');
  await first.close();
  expect(await second.open(place.dir)).toMatchObject({ project: place.dir });
});

test('one that is closed soon is waited for', async () => {
  const place = folder();
  const [first, second] = [0, 1].map(() => new ProjectFolders(place.path('state'), silentLogger));
  if (!first || !second) throw new Error('unreachable');
  await opened(first, place.dir);
  const opening = second.open(place.dir);
  await place.pass();
  await first.close();
  expect(await opening).toMatchObject({ project: place.dir });
});

test('a folder that cannot be made is no reason to fail', async () => {
  const place = makeFolder({ state: 'a file' });
  onTestFinished(() => place[Symbol.dispose]());
  expect(await new ProjectFolders(place.path('state'), silentLogger).open(place.dir)).toBe(
    'failed',
  );
});

test('the lock of a killed host changes hands, once', async () => {
  const place = folder();
  mkdirSync(lockPath(place.dir));
  writeFileSync(join(lockPath(place.dir), dead), '');
  const locks = await Promise.all([1, 2, 3, 4].map(() => lockFolder(place.dir)));
  expect(locks.filter(Boolean)).toHaveLength(1);
  expect(readdirSync(lockPath(place.dir))).toEqual([ownMark()]);
});

test('a free lock is given to one of many', async () => {
  const place = folder();
  const locks = await Promise.all([1, 2, 3, 4].map(() => lockFolder(place.dir)));
  expect(locks.filter(Boolean)).toHaveLength(1);
  for (const lock of locks) await lock?.release();
  expect(readdirSync(place.dir).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test('a lock of which nobody can know whether its host runs is respected', async () => {
  const place = folder();
  mkdirSync(lockPath(place.dir));
  writeFileSync(join(lockPath(place.dir), elsewhere), '');
  expect(await lockFolder(place.dir)).toBeUndefined();
});

test.each(['', 'notes.txt'])('a lock that no host has made holds nothing: "%s"', async (name) => {
  const place = folder();
  mkdirSync(lockPath(place.dir));
  if (name) writeFileSync(join(lockPath(place.dir), name), '');
  expect(await lockFolder(place.dir)).toBeDefined();
});

test('a private file is replaced as a whole, and only the user may read it', async () => {
  const place = folder();
  const path = place.path('state.json');
  await writePrivate(path, bytes('one'));
  writeFileSync(`${path}.draft`, 'what a killed host had begun', { mode: 0o644 });
  await writePrivate(path, [...bytes('tw'), ...bytes('o')]);
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(place.dir)).not.toContain('state.json.draft');
});

test('what is there stays when the next cannot be written', async () => {
  const place = folder();
  const path = place.path('state.json');
  await writePrivate(path, bytes('one'));
  const failing = function* (): Generator<Buffer> {
    yield Buffer.from('half');
    throw new Error('no');
  };
  await expect(writePrivate(path, failing())).rejects.toThrow('no');
  expect(readFileSync(path, 'utf8')).toBe('one');
  expect(readdirSync(place.dir)).not.toContain('state.json.draft');
});

test('no other file is read', async () => {
  const place = folder();
  const path = place.path('state.json');
  expect(await readPrivate(path, 3)).toBeUndefined();
  await writePrivate(path, bytes('one'));
  expect((await readPrivate(path, 3))?.toString()).toBe('one');
  await expect(readPrivate(path, 2)).rejects.toThrow('larger');
  chmodSync(path, 0o620);
  await expect(readPrivate(path, 3)).rejects.toThrow('others could write it');
  symlinkSync(path, place.path('link'));
  await expect(readPrivate(place.path('link'), 3)).rejects.toThrow();
  await expect(readPrivate(place.dir, 3)).rejects.toThrow('no file');
});

test('what cannot be used is put out of the way, the last of it', async () => {
  const place = folder();
  const path = place.path('state.json');
  for (const text of ['one', 'two']) {
    writeFileSync(path, text);
    expect(await setAside(path)).toBe(`${path}.unreadable`);
  }
  expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe('two');
  expect(await readPrivate(path, 3)).toBeUndefined();
});
