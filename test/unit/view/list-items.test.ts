import { expect, it } from 'vitest';
import { itemsAfter, type ListItems } from '../../../src/view/list-items';

const after = (...lines: string[]): ListItems =>
  lines.reduce<ListItems>((items, text) => itemsAfter(text, items), []);

it.each<[string[], ListItems]>([
  [['text'], []],
  [['- one'], [2]],
  [['1. one'], [3]],
  [['10) one'], [4]],
  [['*   one'], [4]],
  [['-'], [2]],
  [['-     code'], [2]],
  [['-one'], []],
  [['    - code'], []],
  [['- one', '', '  more'], [2]],
  [['- one', 'lazy'], []],
  [
    ['- one', '  - two'],
    [2, 4],
  ],
  [
    ['- one', '    - two'],
    [2, 6],
  ],
  [['- one', '  - two', '- three'], [2]],
  [['- one', '  - two', '  more'], [2]],
  [['- 1. both'], [2, 5]],
])('after %j the text of items begins at %j', (lines, items) => {
  expect(after(...lines)).toEqual(items);
});

it('a line of nothing but markers is followed so far', () => {
  expect(after('- '.repeat(100_000))).toHaveLength(20);
});
