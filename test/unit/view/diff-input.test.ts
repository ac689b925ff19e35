import { describe, expect, it } from 'vitest';
import { besidesDiffs } from '../../../src/view/diff-input';

const DIFF = { path: '/p/a', oldText: 'old', newText: 'new' };

describe('the input of a call besides its diffs', () => {
  it.each([
    ['path', '/p/a'],
    ['file_path', '/p/a'],
    ['filePath', '/p/a'],
    ['abs_path', '/p/a'],
    ['absolute_path', '/p/a'],
    ['old_string', 'old'],
    ['oldString', 'old'],
    ['old_str', 'old'],
    ['old_text', 'old'],
    ['oldText', 'old'],
    ['new_string', 'new'],
    ['newString', 'new'],
    ['new_str', 'new'],
    ['new_text', 'new'],
    ['newText', 'new'],
    ['content', 'new'],
    ['file_text', 'new'],
  ])('leaves %s out where it says what the diff says, and only there', (key, value) => {
    expect(besidesDiffs({ [key]: value, more: 1 }, [DIFF])).toEqual({ more: 1 });
    const other = { [key]: 'other', more: 1 };
    expect(besidesDiffs(other, [DIFF])).toBe(other);
  });

  it('is all of it when one of these keys says something else', () => {
    const input = { path: '/p/a', new_text: 'evil' };
    expect(besidesDiffs(input, [DIFF])).toBe(input);
  });

  it.each([
    ['evil', 'evil'],
    ['evil\n', 'evil'],
    ['evil\r\n', 'evil\n'],
  ])('is all of it when the diff shows no change: %j', (oldText, newText) => {
    const input = { path: '/p/a', content: newText };
    expect(besidesDiffs(input, [{ path: '/p/a', oldText, newText }])).toBe(input);
  });

  it('is all of it when no single diff says everything', () => {
    const input = { path: '/p/a', new_text: 'other' };
    expect(besidesDiffs(input, [DIFF, { path: '/p/b', newText: 'other' }])).toBe(input);
  });

  it('may be said by any of the diffs', () => {
    const input = { path: '/p/b', old_text: '', replace_all: true };
    expect(besidesDiffs(input, [DIFF, { path: '/p/b', newText: 'x' }])).toEqual({
      replace_all: true,
    });
  });

  it.each(['old_string', 'oldString', 'old_str', 'old_text', 'oldText'])(
    'may say by %s that the file is new',
    (key) => {
      const added = { path: '/p/b', newText: 'x' };
      expect(besidesDiffs({ [key]: '' }, [added])).toEqual({});
      const other = { [key]: 'x' };
      expect(besidesDiffs(other, [added])).toBe(other);
    },
  );

  it.each([[null], ['text'], [['/p/a']], [7]])('%j is left as it is', (input) => {
    expect(besidesDiffs(input, [DIFF])).toBe(input);
  });

  it('without a diff is all of the input', () => {
    const input = { command: 'ls' };
    expect(besidesDiffs(input, [])).toBe(input);
  });
});
