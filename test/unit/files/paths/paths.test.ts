import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admit, realPathOf } from '../../../../src/files/paths/paths';

describe('real paths', () => {
  let dir: string;
  beforeAll(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'acp-paths-')));
    mkdirSync(join(dir, 'real/deep'), { recursive: true });
    writeFileSync(join(dir, 'real/file'), '');
    symlinkSync('real/deep', join(dir, 'link'));
    symlinkSync('link/later', join(dir, 'dangling'));
    symlinkSync('circle', join(dir, 'circle'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test.each([
    ['a file', 'real/file', 'real/file'],
    ['.. behind a link', 'link/../file', 'real/file'],
    ['a missing file behind a link', 'link/new/file', 'real/deep/new/file'],
    ['a link to what does not exist yet', 'dangling', 'real/deep/later'],
    ['a name below a file', 'real/file/below', 'real/file/below'],
    ['.. behind what does not exist', 'new/../link/file', 'real/deep/file'],
  ])('%s', async (_, path, real) => {
    expect(await realPathOf(`${dir}/${path}`)).toBe(join(dir, real));
  });

  test('that lead elsewhere once the user has answered are left alone', async () => {
    const path = join(dir, 'moved/file');
    symlinkSync('real', join(dir, 'moved'));
    const swap = async (): Promise<void> => {
      rmSync(join(dir, 'moved'));
      symlinkSync('real/deep', join(dir, 'moved'));
    };
    const scope = { session: 's', roots: [dir] };
    const { signal } = new AbortController();
    await expect(admit('write', scope, path, swap, signal)).rejects.toThrow('it leads elsewhere');
    expect(await admit('write', scope, path, async () => {}, signal)).toBe(
      join(dir, 'real/deep/file'),
    );
  });

  test('links in a circle are an error', async () => {
    await expect(realPathOf(join(dir, 'circle'))).rejects.toMatchObject({ code: 'ELOOP' });
  });
});
