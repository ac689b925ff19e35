import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { Drafts, RECORD, recordName } from '../../../../src/files/disk/drafts';
import { hasEnded, ownMark } from '../../../../src/files/disk/process-mark';
import { type PutBack, sweepDrafts } from '../../../../src/files/disk/sweep-drafts';
import { type Folder, makeFolder } from '../../../support/folder';

const [host = '', boot = '', space = '', pid = '', started = ''] = ownMark().split('+');
/** A process with our id, and another start: one that was here before. */
const dead = [host, boot, space, pid, `${started}1`].join('+');
const NAME = '.a.txt.0123456789ab';

interface Place extends Folder {
  /** What a host has left that belonged to this process. */
  record(owner: string, entry: unknown, more?: Readonly<Record<string, string>>): void;
  sweep(): Promise<PutBack[]>;
  left(): string[];
  text(name: string): string;
}

function makePlace(files: Readonly<Record<string, string>>): Place {
  const folder = makeFolder({ ...files, 'state/drafts/notes.txt': "a stranger's" });
  onTestFinished(() => folder[Symbol.dispose]());
  const drafts = new Drafts(folder.path('state'), silentLogger);
  return {
    ...folder,
    record: (owner, entry, more = {}) => {
      const record = join(drafts.folder, recordName('0123456789ab', owner));
      mkdirSync(record, { recursive: true });
      const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
      writeFileSync(join(record, RECORD.entry), text);
      for (const [name, content] of Object.entries(more))
        writeFileSync(join(record, name), content);
    },
    sweep: () => sweepDrafts(drafts, silentLogger),
    left: () => readdirSync(drafts.folder).filter((name) => name !== 'notes.txt'),
    text: (name) => readFileSync(folder.path(name), 'utf8'),
  };
}

test('the draft of a host that was killed goes, and nothing else', async () => {
  const place = makePlace({ 'a.txt': 'old', [NAME]: 'ne', '.a.txt.0123456789ac': 'not ours' });
  place.record(dead, { path: place.path('a.txt'), name: NAME });
  expect(await place.sweep()).toEqual([]);
  expect(readdirSync(place.dir).sort()).toEqual(['.a.txt.0123456789ac', 'a.txt', 'state']);
  expect([place.text('a.txt'), place.left()]).toEqual(['old', []]);
});

test.each([
  ['of a host that lives', ownMark()],
  ['of another machine', ['other', boot, space, pid, `${started}1`].join('+')],
  ['of another container', [host, boot, '1', pid, `${started}1`].join('+')],
])('the draft %s stays', async (_, owner) => {
  const place = makePlace({ 'a.txt': 'old', [NAME]: 'ne' });
  place.record(owner, { path: place.path('a.txt'), name: NAME }, { old: 'old' });
  expect(await place.sweep()).toEqual([]);
  expect([place.text(NAME), place.left()]).toEqual(['ne', [recordName('0123456789ab', owner)]]);
});

test('no file of another name is removed, whatever is on record', async () => {
  const place = makePlace({ 'a.txt': 'old', 'dir/b.txt': 'b' });
  for (const name of ['a.txt', '../a.txt', 'dir', '.a.txt.0123456789ab/../a.txt', '.x']) {
    place.record(dead, { path: place.path('dir/b.txt'), name });
    await place.sweep();
    expect([place.text('a.txt'), place.text('dir/b.txt')]).toEqual(['old', 'b']);
  }
});

test('nor one in a folder that a link leads to by now', async () => {
  const place = makePlace({ [`outside/${NAME}`]: 'not ours' });
  symlinkSync('outside', place.path('dir'));
  place.record(dead, { path: place.path('dir/a.txt'), name: NAME });
  await place.sweep();
  expect(place.text(`outside/${NAME}`)).toBe('not ours');
});

test.each([
  ['in its middle', 'new old text', 'old old text', 'new new text'],
  ['beyond its old end', 'new te', 'old', 'new text'],
  ['before it was cut', 'newong old text', 'a long old text', 'new'],
])(
  'a file that was just being written over, %s, gets its old text',
  async (_, found, old, wanted) => {
    const place = makePlace({ 'a.txt': found, [NAME]: wanted });
    place.record(dead, { path: place.path('a.txt'), name: NAME }, { old });
    expect(await place.sweep()).toEqual([{ path: place.path('a.txt') }]);
    expect([place.text('a.txt'), existsSync(place.path(NAME)), place.left()]).toEqual([
      old,
      false,
      [],
    ]);
  },
);

test.each([
  ['is whole already', 'new new text'],
  ['was not begun', 'old old text'],
  ['was written by somebody since', 'mine'],
  ['was changed by somebody since', 'new old Text'],
])('a file that %s stays', async (_, found) => {
  const place = makePlace({ 'a.txt': found, [NAME]: 'new new text' });
  place.record(dead, { path: place.path('a.txt'), name: NAME }, { old: 'old old text' });
  expect(await place.sweep()).toEqual([]);
  expect([place.text('a.txt'), existsSync(place.path(NAME)), place.left()]).toEqual([
    found,
    false,
    [],
  ]);
});

test('the draft may have been kept with the record', async () => {
  const place = makePlace({ 'a.txt': 'new old text' });
  const texts = { old: 'old old text', [RECORD.spare]: 'new new text' };
  place.record(dead, { path: place.path('a.txt'), name: NAME }, texts);
  expect(await place.sweep()).toEqual([{ path: place.path('a.txt') }]);
  expect([place.text('a.txt'), place.left()]).toEqual(['old old text', []]);
});

test('files, folders and records that are gone, or half written, are no obstacle', async () => {
  const place = makePlace({ [NAME]: 'new' });
  place.record(dead, { path: place.path('a.txt'), name: NAME }, { old: 'old' });
  expect(await place.sweep()).toEqual([]);
  expect([existsSync(place.path(NAME)), place.left()]).toEqual([false, []]);
  place.record(dead, { path: place.path('gone/a.txt'), name: NAME });
  await place.sweep();
  expect(place.left()).toEqual([]);
  place.record(dead, '{"path":"/a');
  await place.sweep();
  expect(place.left()).toEqual([]);
  rmSync(place.path('state'), { recursive: true });
  expect(await place.sweep()).toEqual([]);
});

test('a record that two hosts find is swept by one', async () => {
  const place = makePlace({ 'a.txt': 'new old text', [NAME]: 'new new text' });
  place.record(dead, { path: place.path('a.txt'), name: NAME }, { old: 'old old text' });
  const swept = await Promise.all([place.sweep(), place.sweep(), place.sweep()]);
  expect(swept.flat()).toEqual([{ path: place.path('a.txt') }]);
  expect(place.text('a.txt')).toBe('old old text');
});

test('a process has ended when it is not there any more, or another one has its id', () => {
  expect(hasEnded(ownMark())).toBe(false);
  expect(hasEnded(dead)).toBe(process.platform === 'linux');
  expect(hasEnded([host, boot, space, '4194303', started].join('+'))).toBe(true);
  expect(hasEnded([host, `${boot}0`, space, pid, started].join('+'))).toBe(true);
  for (const other of ['', 'x', 'notes.txt', '+++++']) expect(hasEnded(other)).toBe(false);
});
