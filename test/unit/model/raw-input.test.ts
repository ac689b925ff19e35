import { describe, expect, it } from 'vitest';
import { isFileKey, isPathKey, pathsIn, quotedArgument } from '../../../src/model/raw-input';

describe('keys of raw input', () => {
  it.each([
    ...['path', 'paths', 'file', 'file_path', 'filePath', 'filepath', 'filename', 'absolute_path'],
    ...['abs_path', 'target_file', 'notebook_path', 'old_path', 'newPath', 'from', 'to', 'source'],
  ])('%s names a file', (key) => {
    expect([isFileKey(key), isPathKey(key)]).toEqual([true, true]);
  });

  it.each(['dir', 'directory', 'dir_path', 'folder', 'target_directory', 'dirPath'])(
    '%s names a folder',
    (key) => {
      expect([isFileKey(key), isPathKey(key)]).toEqual([false, true]);
    },
  );

  it.each(['content', 'command', 'pattern', 'profile', 'filed', 'pathology', 'xpath', ''])(
    '%s names neither',
    (key) => {
      expect(isPathKey(key)).toBe(false);
    },
  );
});

it('paths are found in lists and inside, addresses of files as paths', () => {
  const input = {
    edits: [{ path: 'a' }, { file: 'file:///b%20c' }],
    paths: ['d', 7, ''],
    note: { path: 'e', text: 'f' },
  };
  expect(pathsIn(input, isPathKey)).toEqual(['a', '/b c', 'd', 'e']);
  expect(pathsIn('path', isPathKey)).toEqual([]);
});

it.each([
  ['plain', 'plain'],
  ['two words', "'two words'"],
  ["it's", "'it'\\''s'"],
  ['', "''"],
])('the argument %j is typed %s', (argument, typed) => {
  expect(quotedArgument(argument)).toBe(typed);
});
