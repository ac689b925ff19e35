import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fileVersionOf } from '../../../../src/files/disk/disk';
import { NamedPaths } from '../../../../src/files/paths/named-paths';
import { realPathOf } from '../../../../src/files/paths/paths';

function folder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'acp-test-')));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

/** Only the paths. */
function realPaths() {
  const named = new NamedPaths();
  return { real: async (path: string) => (await named.real(path))?.path };
}

it('answers what the system answers, whether a file, its folder, or neither is there or a link', async () => {
  const dir = folder();
  mkdirSync(join(dir, 'real', 'sub'), { recursive: true });
  writeFileSync(join(dir, 'real', 'file'), '');
  symlinkSync(join(dir, 'real'), join(dir, 'link'));
  symlinkSync(join(dir, 'real', 'file'), join(dir, 'real', 'alias'));
  symlinkSync(join(dir, 'real', 'nowhere'), join(dir, 'real', 'dangling'));
  const named = realPaths();
  const paths = [
    ...['real/file', 'link/file', 'real/alias', 'link/alias', 'real/dangling', 'link/dangling'],
    ...['real/new', 'link/new', 'none/new', 'none/at/all', 'link/sub', 'link/file/below'],
  ].map((path) => join(dir, path));
  for (const path of [...paths, `${dir}/link/sub/../file`, `${dir}/link/sub/..`, `${dir}/link/`]) {
    expect(await named.real(path), path).toBe(await realPathOf(path));
  }
});

it('sees that a file has become a link, and a folder has come', async () => {
  const dir = folder();
  const named = realPaths();
  expect(await named.real(join(dir, 'sub', 'file'))).toBe(join(dir, 'sub', 'file'));
  mkdirSync(join(dir, 'other'));
  writeFileSync(join(dir, 'other', 'file'), '');
  symlinkSync(join(dir, 'other'), join(dir, 'sub'));
  expect(await named.real(join(dir, 'sub', 'file'))).toBe(join(dir, 'other', 'file'));
  expect(await named.real(join(dir, 'new'))).toBe(join(dir, 'new'));
  symlinkSync(join(dir, 'other', 'file'), join(dir, 'new'));
  expect(await named.real(join(dir, 'new'))).toBe(join(dir, 'other', 'file'));
});

it('has no answer where the system has none', async () => {
  const dir = folder();
  symlinkSync(join(dir, 'circle'), join(dir, 'circle'));
  expect(await realPaths().real(join(dir, 'circle'))).toBeUndefined();
});

it('says in what state a file is, or that there is none', async () => {
  const dir = folder();
  const [file, link, sub] = ['file', 'link', 'sub'].map((name) => join(dir, name));
  writeFileSync(file as string, 'text');
  symlinkSync(file as string, link as string);
  mkdirSync(sub as string);
  const named = new NamedPaths();
  const found = { version: await fileVersionOf(file as string) };
  const [whole, missing] = [await named.real(file as string), await named.real(join(dir, 'none'))];
  if (process.platform === 'linux') {
    expect(whole).toEqual({ path: file, found });
    expect(missing).toEqual({ path: join(dir, 'none'), found: {} });
  }
  expect(await named.real(link as string)).toEqual({ path: file });
  expect(await named.real(sub as string)).toEqual({ path: sub });
});
