import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readFileBytes } from '../../../../src/files/disk/disk';
import { WrittenFiles } from '../../../../src/files/disk/partial-writes';
import { makeFolder } from '../../../support/folder';

test('that a file stays empty is not known by the clock alone', async () => {
  using folder = makeFolder({ 'a.txt': 'text\n' });
  const path = folder.path('a.txt');
  const before = (await readFileBytes(path)) ?? {};
  const files = new WrittenFiles({ call: async () => null } as never);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  writeFileSync(path, '');
  expect(await files.look(path, before)).toBe('busy');
  // The machine has slept, and whoever fills the file, too.
  now.mockReturnValue(60_000);
  expect(await files.look(path, before)).toBe('busy');
  expect(await files.look(path, before)).toBe('busy');
  expect(await files.look(path, before)).toMatchObject({ after: { bytes: Buffer.alloc(0) } });
});
