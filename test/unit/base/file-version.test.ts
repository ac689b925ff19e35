import { expect, test } from 'vitest';
import { fileVersionText } from '../../../src/base/file-version';

test.each([
  [21n, '1700000000000000005:3:21'],
  // ('%.0f'):format() of what `vim.uv.fs_stat` gives for it.
  [2n ** 60n + 1n, '1700000000000000005:3:1152921504606846976'],
  [2n ** 64n - 4096n, '1700000000000000005:3:-4096'],
])('the version of file %s has only numbers that Lua has', (ino, version) => {
  expect(fileVersionText({ mtimeNs: 1700000000000000005n, size: 3n, ino })).toBe(version);
});
