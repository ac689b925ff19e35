import { describe, expect, it } from 'vitest';
import { fileTarget, shownPath, withShownPaths } from '../../../src/view/path';

describe('a path', () => {
  it.each([
    ['/p/src/a', '/p', 'src/a'],
    ['/p/src/a', '/p/', 'src/a'],
    ['/p/src/a', '/p//', 'src/a'],
    ['/p/a', '/', '/p/a'],
    ['/p/a', '', '/p/a'],
    ['/p', '/p', '/p'],
    ['/p/', '/p', '/p/'],
    ['/project/a', '/p', '/project/a'],
    ['/q/p/a', '/p', '/q/p/a'],
    ['/x/a', '/p', '/x/a'],
    ['a', '/p', 'a'],
    ['C:\\p\\src\\a', 'C:\\p', 'src\\a'],
    ['C:\\p\\src\\a', 'C:\\p\\', 'src\\a'],
  ])('%s in the session of %s is shown as %s', (path, cwd, shown) => {
    expect(shownPath(path, cwd)).toBe(shown);
  });

  it('counts from the folder of the session where it is opened', () => {
    expect(fileTarget('/x/a', '/p')).toEqual({ kind: 'file', path: '/x/a' });
    expect(fileTarget('src/a', '/p', 3)).toEqual({ kind: 'file', path: '/p/src/a', line: 3 });
    expect(fileTarget('../a', '/p', 0)).toEqual({ kind: 'file', path: '/a' });
  });
});

describe('prose with paths', () => {
  it.each([
    ['Read /p/a and /p/b/c', '/p', 'Read a and b/c'],
    ['Read /p/a', '/p/', 'Read a'],
    ['Read /p/a', '/p//', 'Read a'],
    ['/p/a', '/p', 'a'],
    ['(/p/a)', '/p', '(a)'],
    ['Read /p/a', '', 'Read /p/a'],
    ['Read /p/a', '/', 'Read /p/a'],
    // The folder itself, or a path that only has the same name in it.
    ['List /p/', '/p', 'List /p/'],
    ['List /p/ all', '/p', 'List /p/ all'],
    ['Read /p//a', '/p', 'Read /p//a'],
    ['Read /home/p/a', '/p', 'Read /home/p/a'],
    ['Read ./p/a', '/p', 'Read ./p/a'],
    ['Read ~/p/a', '/p', 'Read ~/p/a'],
    ['Read -/p/a', '/p', 'Read -/p/a'],
    ['Read //p/a', '/p', 'Read //p/a'],
    ['Read C:\\p\\a', 'C:\\p', 'Read a'],
    ['Read C:\\p\\\\a', 'C:\\p', 'Read C:\\p\\\\a'],
  ])('%s, in the session of %s', (text, cwd, shown) => {
    expect(withShownPaths(text, cwd)).toBe(shown);
  });
});
