import { describe, expect, test } from 'vitest';
import { splitText } from '../../../src/edit/text';
import { isUndone, undoneWork } from '../../../src/edit/undone';

const text = (lines: string): ReturnType<typeof splitText> =>
  splitText(`${lines.split(' ').join('\n')}\n`);

/** Words for lines; what was there, what was left, what the user has made of it. Their text is the one that was left. */
const undone = (from: string, left: string, mine: string, theirs = left) =>
  undoneWork({ from: text(from), left: text(left) }, mine.split(' '), theirs.split(' ')).map(
    ({ row, theirRow, mine: old, theirs: wanted }) => [row, theirRow, old, wanted],
  );

describe('what the user has taken back', () => {
  test('is what was changed, added or deleted, with its place in both texts', () => {
    expect(undone('a b c', 'a B c', 'a b c')).toEqual([[1, 1, ['b'], ['B']]]);
    expect(undone('a c', 'a b c', 'a c')).toEqual([[1, 1, [], ['b']]]);
    expect(undone('a b c', 'a c', 'a b c')).toEqual([[1, 1, ['b'], []]]);
    expect(undone('a b c d', 'x a b C d', 'a b c d')).toEqual([
      [0, 0, [], ['x']],
      [2, 3, ['c'], ['C']],
    ]);
  });

  test('is a part of it, or a change of it', () => {
    expect(undone('a b c d', 'A b c D', 'a b c D')).toEqual([[0, 0, ['a'], ['A']]]);
    expect(undone('a b c', 'a B c', 'a other c')).toEqual([[1, 1, ['other'], ['B']]]);
  });

  test('is nothing that is the user’s alone', () => {
    expect(undone('a b c d', 'a B c d', 'a B c mine')).toEqual([]);
    expect(undone('a b c d', 'a B c d', 'a B mine d')).toEqual([]);
    expect(undone('a b c', 'a b c', 'a mine c')).toEqual([]);
    expect(undone('a b c d', 'a b C d', 'a mine C d')).toEqual([]);
  });

  test('is not what others made of it at once', () => {
    expect(undone('a b c d', 'a formatted c d', 'a formatted c mine', 'a B c d')).toEqual([]);
    expect(undone('a b c d', 'a formatted c d', 'a b c d', 'a B c d')).toEqual([
      [1, 1, ['b'], ['B']],
    ]);
  });
});

describe('what others put beside it and the user took out again', () => {
  test('touches it', () => {
    expect(undone('a d', 'a x d', 'a c d', 'a b c d')).toEqual([[1, 1, [], ['b']]]);
    expect(undone('a b d', 'a x b d', 'a b d', 'a B d')).toEqual([[1, 1, ['b'], ['B']]]);
    expect(undone('a b d', 'a b x d', 'a b d', 'a B d')).toEqual([[1, 1, ['b'], ['B']]]);
  });

  test('is something else farther away', () => {
    expect(undone('a b c', 'a b c x', 'a b c', 'A b c')).toEqual([]);
    expect(undone('a b c', 'x a b c', 'a b c', 'a b C')).toEqual([]);
  });
});

test('a conflict about it has their own text as base', () => {
  const [conflict] = undoneWork({ from: text('a b'), left: text('a B') }, ['a', 'b'], ['a', 'B']);
  expect(conflict && isUndone(conflict)).toBe(true);
  for (const [base, theirs] of [
    [['a'], ['c']],
    [['a'], ['a', 'c']],
    [['a', 'c'], ['a']],
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
  ] as const) {
    expect(isUndone({ row: 0, theirRow: 0, base, mine: ['b'], theirs })).toBe(false);
  }
});
