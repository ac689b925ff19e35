import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissingFile } from '../../../../src/host/context/missing-file';

let cwd = '';

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'missing-'));
  await Promise.all(
    ['src/deep', 'types', '[id]'].map((name) => mkdir(join(cwd, name), { recursive: true })),
  );
  await writeFile(join(cwd, 'index.js'), '');
  await writeFile(join(cwd, 'Makefile'), '');
});
afterAll(() => rm(cwd, { recursive: true }));

describe('a file that a prompt mentions and that is not there', () => {
  it.each([
    'src/gone.ts',
    './src/gone.ts',
    'src/deep/gone.test.ts',
    'src/old/gone.ts',
    'src/to do.md',
    'src/größe.md',
    '[id]/page.tsx',
    'gone.js',
  ])('is one: %s', async (path) => {
    expect(await isMissingFile(cwd, path)).toBe(true);
  });

  it.each([
    'param',
    'Component',
    'app.route',
    'pytest.mark.skip',
    'x.setter',
    'click.stop',
    'someone',
    'example.com',
    'v1.2',
    'types/node',
    'types/node@18.x',
    'types/*.ts',
    'src',
    'src/',
    'src/gone',
    'src/v1.2',
    'babel/core',
    'vue/dist/vue.js',
    'scope/socket.io',
    'gone.py',
    '/src/gone.ts',
    'src//gone.ts',
    'index.js/gone.ts',
    "Get('/src/gone.ts",
    'media(max-width:1px)',
    'update:model.value',
  ])('is none: %s', async (path) => {
    expect(await isMissingFile(cwd, path)).toBe(false);
  });
});
