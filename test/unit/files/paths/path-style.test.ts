import { describe, expect, test } from 'vitest';
import { firstMatch, isInside, styleOf } from '../../../../src/files/paths/path-style';

const linux = styleOf('linux');
const mac = styleOf('darwin');
const windows = styleOf('win32');

describe('inside a root', () => {
  test.each([
    ['/work', '/work', true],
    ['/work', '/work/a/b', true],
    ['/work/', '/work/a', true],
    ['/work', '/work/..a', true],
    ['/work', '/working', false],
    ['/work', '/', false],
    ['/work', '/other/work', false],
    ['/work', '/Work/a', false],
    ['/', '/anything', true],
  ])('%s: %s is %s', (root, path, inside) => {
    expect(isInside([root], path, linux)).toBe(inside);
  });

  test.each([
    ['C:\\work', 'c:\\Work\\a.txt', true],
    ['C:\\work', 'C:/work/a.txt', true],
    ['\\\\?\\C:\\work', 'C:\\work\\a.txt', true],
    ['\\\\?\\UNC\\server\\share', '\\\\server\\share\\a.txt', true],
    ['C:\\', 'c:\\a.txt', true],
    ['C:\\work', 'D:\\work\\a.txt', false],
    ['C:\\work', 'C:\\working', false],
  ])('on Windows %s: %s is %s', (root, path, inside) => {
    expect(isInside([root], path, windows)).toBe(inside);
  });

  test('on a Mac neither case nor the way an accent is written counts', () => {
    expect(isInside(['/Users/Zo\u00eb'], '/users/zoe\u0308/a', mac)).toBe(true);
  });

  test('one root of several is enough, none is not', () => {
    expect(isInside(['/a', '/b'], '/b/c', linux)).toBe(true);
    expect(isInside([], '/b/c', linux)).toBe(false);
  });
});

describe('the first pattern that fits', () => {
  const deny = ['.env*', '*.pem', '.git/**', '/etc/shadow', '~/private/**'];
  const match = (path: string, style = linux): string | undefined =>
    firstMatch(deny, path, style.windows ? 'C:\\Users\\me' : '/home/me', style);

  test.each([
    ['/work/.env', '.env*'],
    ['/work/.env.local', '.env*'],
    ['/work/deep/.ENV', '.env*'],
    ['.env', '.env*'],
    ['/work/key.pem', '*.pem'],
    ['/work/.git/config', '.git/**'],
    // In a worktree a file, which says where to find the rest.
    ['/work/.git', '.git/**'],
    ['/work/.GIT/config', '.git/**'],
    ['/work/sub/.git/hooks/pre-commit', '.git/**'],
    ['/etc/shadow', '/etc/shadow'],
    ['/home/me/private/diary', '~/private/**'],
    ['/work/.envrc/readme.md', undefined],
    ['/work/environment.ts', undefined],
    ['/work/.github/workflows/ci.yml', undefined],
    ['/work/.gitignore', undefined],
    ['/work/etc/shadow', undefined],
    ['/work/pem.ts', undefined],
  ])('%s: %s', (path, pattern) => {
    expect(match(path)).toBe(pattern);
  });

  test.each([
    ['C:\\work\\.ENV', '.env*'],
    ['C:\\work\\key.pem::$DATA', '*.pem'],
    ['C:\\work\\key.pem. ', '*.pem'],
    ['C:\\work\\.git\\config', '.git/**'],
    ['c:\\users\\me\\private\\diary', '~/private/**'],
    ['C:\\work\\main.ts', undefined],
  ])('on Windows %s: %s', (path, pattern) => {
    expect(match(path, windows)).toBe(pattern);
  });
});
