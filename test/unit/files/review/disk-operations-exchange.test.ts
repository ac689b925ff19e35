import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { type FileImage, textImage } from '../../../../src/edit/file-image';
import { removeEmptied } from '../../../../src/files/checkpoints/emptied-folders';
import { Drafts } from '../../../../src/files/disk/drafts';
import { operateOnDisk, removeEmptyFolder } from '../../../../src/files/review/disk-operations';
import type { FileOperation } from '../../../../src/model/review/undo';
import { exchange } from '../../../support/exchange';
import { makeFolder } from '../../../support/folder';

/** Of each operation. */
const TRIES = 30;

const [MINE, OTHER] = [textImage('mine\n'), textImage('other\n')];
const LINK: FileImage = { content: { kind: 'link', target: 'target' } };
const FORMAT = { fileformat: 'unix', endofline: true, bomb: false } as const;

/** All that there is below a folder, with what tells that somebody was there. */
function treeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { mode, mtimeNs, ino } = lstatSync(path, { bigint: true });
      const text = lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '';
      return [name, mode, mtimeNs, ino, text].join(' ');
    });
}

/** What undo and restore do, back and forth. */
function operationsOn(dir: string, elsewhere: string): FileOperation[] {
  const path = join(dir, 'file.txt');
  const moved = join(dir, 'made/moved.txt');
  const text = 'other\n';
  return [
    { kind: 'edit', path, edits: [], format: FORMAT, text },
    { kind: 'replace', path, expected: OTHER, image: MINE },
    { kind: 'mode', path, mode: 0o600 },
    { kind: 'mode', path, mode: 0o644 },
    { kind: 'rename', path, to: moved },
    { kind: 'rename', path: moved, to: path },
    { kind: 'rename', path, to: elsewhere },
    { kind: 'rename', path: elsewhere, to: path },
    { kind: 'delete', path, expected: MINE },
    { kind: 'create', path, image: LINK },
    { kind: 'replace', path, expected: LINK, image: { ...MINE, mode: 0o640 } },
    { kind: 'create', path, image: MINE },
    { kind: 'create', path: join(dir, 'new/deep/file.txt'), image: MINE },
    { kind: 'delete', path: join(dir, 'new/deep/file.txt'), expected: MINE },
  ];
}

describe.skipIf(process.platform !== 'linux')('a folder that is exchanged with a link', () => {
  test('keeps undo and restore from touching anything outside', async () => {
    const text = 'mine\n';
    using folder = makeFolder({
      'project/dir/file.txt': text,
      'outside/file.txt': text,
      'outside/new/deep/file.txt': text,
      'outside/made/moved.txt': text,
      'outside/empty/gone/x': text,
    });
    const [project, outside] = [folder.path('project'), folder.path('outside')];
    symlinkSync(outside, join(project, 'link'));
    const before = treeOf(outside);
    const drafts = new Drafts(folder.path('state'), silentLogger);
    const dir = join(project, 'dir');
    const operations = operationsOn(dir, join(project, 'elsewhere.txt'));
    const done = new Set<number>();
    {
      await using _ = await exchange(dir, join(project, 'link'));
      for (let n = 0; n < TRIES; n++) {
        for (const [index, operation] of operations.entries()) {
          const work = operateOnDisk(operation, drafts).then(() => done.add(index));
          await work.catch(() => {});
        }
        await removeEmptyFolder(join(dir, 'new'));
        await removeEmptied(join(dir, 'new/deep/gone.txt'), project);
      }
    }
    expect(treeOf(outside)).toEqual(before);
    expect(done.size).toBeGreaterThan(0);
    expect(readdirSync(folder.path('state/drafts'))).toEqual([]);
  });
});
