import { describe, expect, test } from 'vitest';
import { changeBetween } from '../../../src/files/documents/preview';
import { isShown } from '../../../src/session/shown-edit';

const shown = (
  before: string | null,
  after: string,
  ...diffs: readonly (readonly [string | null, string])[]
): boolean =>
  isShown(
    diffs.map(([oldText, newText]) => ({ oldText, newText })),
    changeBetween(before, after),
  );

describe('a write after a question', () => {
  test('is what was shown: a part of a line, several parts, hunks, all of the file', () => {
    expect(shown('let a = 1;\n', 'let a = 2;\n', ['= 1', '= 2'])).toBe(true);
    expect(shown('a b c\n', 'A b C\n', ['a', 'A'], ['c', 'C'])).toBe(true);
    expect(shown('1\n2\n3\n4\n', '1\nx\n3\n4\n', ['1\n2\n3', '1\nx\n3'])).toBe(true);
    expect(shown('1\n2\n', 'x\n2\n', ['1\n2\n', 'x\n2\n'])).toBe(true);
    expect(shown(null, 'new\n', [null, 'new\n'])).toBe(true);
    // As its text would be taken for a pattern, or for what is to be put in.
    expect(shown('a b\n', 'a $& b\n', ['a', 'a $&'])).toBe(true);
    expect(shown('a b\n', 'a b c\n', ['a', 'a b'], ['b b', 'b c'])).toBe(true);
    expect(shown('1\r\n2\r\n', '1\r\nx\r\n', ['1\n2\n', '1\nx\n'])).toBe(true);
  });

  test('is what was shown, also among lines that the agent does not expect', () => {
    expect(shown('1\n2\n3\n', '1\nx\n3\n', ['0\n2', '0\nx'])).toBe(true);
    expect(shown('1\n2\n3\n', '1\nx\n', ['0\n2', '0\nx'])).toBe(false);
    expect(shown('1\n2\n3\n', '1\nx\ny\n3\n', ['0\n2', '0\nx'])).toBe(false);
  });

  test('is something else', () => {
    expect(shown('1\r\n2\r\n', '12\r\n', ['1\n2\n', '1\n2\n'])).toBe(false);
    expect(shown('1\n2\n', 'x\n2\nevil\n', ['1', 'x'])).toBe(false);
    expect(shown('1\n2\n', 'x\n', ['1', 'x'])).toBe(false);
    expect(shown('old\n', 'new\n', [null, 'new\n'])).toBe(false);
    expect(shown('1\n', 'y\n', ['1', 'x'])).toBe(false);
    expect(shown('1\n2\n', '2\n', ['', ''])).toBe(false);
    expect(shown('1\n', '1\nx\n', ['1', '1'])).toBe(false);
    expect(shown('1 2\n', '1 3\n', ['2', '3'], ['4', '5'])).toBe(false);
    expect(shown('a\n', 'Xa\n', ['', 'X'])).toBe(false);
  });
});
