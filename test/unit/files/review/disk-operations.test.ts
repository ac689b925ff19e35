import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { type FileImage, textImage } from '../../../../src/edit/file-image';
import { Drafts } from '../../../../src/files/disk/drafts';
import { operateOnDisk } from '../../../../src/files/review/disk-operations';
import { diskImage } from '../../../../src/files/review/images';
import type { FileOperation } from '../../../../src/model/review/undo';
import { type Folder, makeFolder } from '../../../support/folder';

function place(): Folder & { readonly run: (operation: FileOperation) => Promise<void> } {
  const folder = makeFolder({ a: 'one\n' });
  onTestFinished(() => folder[Symbol.dispose]());
  const drafts = new Drafts(folder.path('state'), silentLogger);
  return Object.assign(folder, { run: (one: FileOperation) => operateOnDisk(one, drafts) });
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const UNIX = { fileformat: 'unix', endofline: true, bomb: false } as const;

test('a text is written in its own encoding, and the file keeps its mode', async () => {
  const at = place();
  chmodSync(at.path('a'), 0o640);
  const format = { ...UNIX, encoding: 'latin1' };
  await at.run({ kind: 'edit', path: at.path('a'), edits: [], format, text: 'ä\n' });
  expect(readFileSync(at.path('a'), 'latin1')).toBe('ä\n');
  expect(modeOf(at.path('a'))).toBe(0o640);
});

test('a text that its encoding lacks the characters for is not written', async () => {
  const at = place();
  const format = { ...UNIX, encoding: 'latin1' };
  const operation = { kind: 'edit', path: at.path('a'), edits: [], format, text: '→\n' } as const;
  await expect(at.run(operation)).rejects.toThrow('latin1');
  expect(readFileSync(at.path('a'), 'utf8')).toBe('one\n');
});

test('a file that is not as expected is neither deleted, nor replaced, nor made', async () => {
  const at = place();
  const path = at.path('a');
  const [expected, image] = [textImage('other\n'), textImage('new\n')];
  await expect(at.run({ kind: 'delete', path, expected })).rejects.toThrow('changed meanwhile');
  await expect(at.run({ kind: 'replace', path, expected, image })).rejects.toThrow('changed');
  await expect(at.run({ kind: 'create', path, image })).rejects.toThrow('changed meanwhile');
  expect(readFileSync(path, 'utf8')).toBe('one\n');
});

test('a new file goes', async () => {
  const at = place();
  await at.run({ kind: 'delete', path: at.path('a'), expected: textImage('one\n') });
  expect(existsSync(at.path('a'))).toBe(false);
});

test('a deleted file comes back with its folder, bytes and mode', async () => {
  const at = place();
  const path = at.path('sub/b');
  const bytes = new Uint8Array([0, 255, 10]);
  await at.run({
    kind: 'create',
    path,
    image: { content: { kind: 'binary', bytes }, mode: 0o700 },
  });
  expect([...readFileSync(path)]).toEqual([...bytes]);
  expect(modeOf(path)).toBe(0o700);
});

test('a link comes back in the place of a file, and a file in that of a link, which is not followed', async () => {
  const at = place();
  const path = at.path('a');
  const link: FileImage = { content: { kind: 'link', target: 'b' } };
  writeFileSync(at.path('b'), 'target\n');
  await at.run({ kind: 'replace', path, expected: textImage('one\n'), image: link });
  expect(readlinkSync(path)).toBe('b');
  expect(await diskImage(path, null)).toEqual(link);
  await at.run({ kind: 'replace', path, expected: link, image: textImage('one\n') });
  expect(lstatSync(path).isSymbolicLink()).toBe(false);
  expect(readFileSync(at.path('b'), 'utf8')).toBe('target\n');
});

test('a mode comes back, but not that of what a link leads to', async () => {
  const at = place();
  chmodSync(at.path('a'), 0o600);
  await at.run({ kind: 'mode', path: at.path('a'), mode: 0o755 });
  expect(modeOf(at.path('a'))).toBe(0o755);
  symlinkSync('a', at.path('l'));
  await expect(at.run({ kind: 'mode', path: at.path('l'), mode: 0o777 })).rejects.toThrow();
  expect(modeOf(at.path('a'))).toBe(0o755);
});

test('a file goes back to its old name, unless there is one', async () => {
  const at = place();
  await at.run({ kind: 'rename', path: at.path('a'), to: at.path('old/a') });
  expect(readFileSync(at.path('old/a'), 'utf8')).toBe('one\n');
  at.write('b', 'two\n');
  await expect(
    at.run({ kind: 'rename', path: at.path('b'), to: at.path('old/a') }),
  ).rejects.toThrow('changed meanwhile');
});
