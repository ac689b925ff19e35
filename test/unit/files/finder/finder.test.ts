import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Finder } from '../../../../src/files/finder/finder';

/** A repository with files that git ignores and others that agents are kept off. */
function repository(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'acp-finder-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of ['src/app.js', 'src/deep/er.js', 'build/out.js', '.env', 'to do.md']) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  writeFileSync(join(root, '.gitignore'), 'build\n');
  execFileSync('git', ['-C', root, 'init', '-q']);
  return root;
}

it('finds files and folders, but not what is ignored or denied', async () => {
  const root = repository();
  const find = (query: string): Promise<string[]> =>
    new Finder().find({ roots: [root], deny: ['.env*'], query, limit: 20 });
  expect(await find('')).toEqual([
    '.gitignore',
    'to do.md',
    'src/',
    'src/app.js',
    'src/deep/',
    'src/deep/er.js',
  ]);
  expect(await find('srcapp')).toEqual(['src/app.js']);
  expect(await find('out')).toEqual([]);
});

it('finds a file that was made after the others were listed', async () => {
  const root = repository();
  const finder = new Finder();
  const find = (query: string): Promise<string[]> =>
    finder.find({ roots: [root], deny: [], query, limit: 20 });
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await find('fresh')).toEqual([]);
  writeFileSync(join(root, 'fresh.md'), '');
  vi.setSystemTime(1000);
  expect(await find('fresh')).toEqual(['fresh.md']);
});

it('calls files of other folders by their whole paths', async () => {
  const [first, other] = [repository(), repository()];
  const found = await new Finder().find({
    roots: [first, other],
    deny: ['src/**'],
    query: 'to do',
    limit: 20,
  });
  expect(found).toEqual(expect.arrayContaining([join(other, 'to do.md'), 'to do.md']));
  expect(found.filter((path) => path.includes('src/app'))).toEqual([]);
});

it('finds nothing in what a link in the place of the folder leads to', async () => {
  const [root, other] = [repository(), repository()];
  const find = (): Promise<string[]> =>
    new Finder().find({ roots: [root], deny: [], query: '', limit: 20 });
  expect(await find()).toContain('src/app.js');
  rmSync(root, { recursive: true });
  symlinkSync(other, root);
  expect(await find()).toEqual([]);
});
