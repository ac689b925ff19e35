import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/view/block';
import {
  allLines,
  blockAt,
  firstLines,
  lineAt,
  piecesOf,
  rowCount,
  sectionOf,
} from '../../../src/view/pieces';

const short: Block = { id: 'short', lines: ['a', ''] };
const long: Block = { id: 'long', sealed: [['1', '2'], ['3']], lines: ['4', ''] };
const none: Block = { id: 'none', lines: [] };

describe('the lines of a block', () => {
  it('are those of its pieces and those below them', () => {
    expect(piecesOf(short)).toEqual([['a', '']]);
    expect(piecesOf(long)).toEqual([['1', '2'], ['3'], ['4', '']]);
    expect(allLines(short)).toBe(short.lines);
    expect(allLines(long)).toEqual(['1', '2', '3', '4', '']);
    expect([short, long, none].map(rowCount)).toEqual([2, 5, 0]);
  });

  it('are found by their row', () => {
    expect([0, 1, 2, 3, 4, 5].map((row) => lineAt(long, row))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '',
      undefined,
    ]);
    expect(lineAt(none, 0)).toBeUndefined();
  });
});

it('the block in a row is found in its section', () => {
  const sections = [sectionOf([]), sectionOf([short, none]), sectionOf([long])];
  expect(sections.map(({ rows }) => rows)).toEqual([0, 2, 5]);
  const found = [0, 1, 2, 6, 7].map((row) => {
    const at = blockAt(sections, row);
    return at && [at.block.id, at.row];
  });
  expect(found).toEqual([['short', 0], ['short', 1], ['long', 0], ['long', 4], undefined]);
  // A section that says more rows than it has.
  expect(blockAt([{ blocks: [short], rows: 5 }], 3)).toBeUndefined();
});

describe('the first lines of pieces', () => {
  const pieces = [['12345'], ['67'], ['8', 'end']];

  it('are all of them when they hold no more than the limit', () => {
    expect(firstLines(pieces, 100)).toEqual(['12345', '67', '8', 'end']);
    const [only = []] = pieces;
    expect(firstLines([only], 0)).toBe(only);
    expect(firstLines([], 5)).toEqual([]);
  });

  it('are whole pieces up to the limit, and the last line', () => {
    // Each line counts with its end: six characters are no more than six.
    expect(firstLines(pieces, 5)).toEqual(['12345', 'end']);
    expect(firstLines(pieces, 6)).toEqual(['12345', '67', 'end']);
    expect(firstLines(pieces, 2, ['abc'])).toEqual(['12345', '67', 'end']);
    expect(firstLines(pieces, 1, ['abc'])).toEqual(['12345', 'end']);
  });

  it('have no last line where the last piece has none', () => {
    expect(firstLines([['12345'], []], 1)).toEqual(['12345']);
  });
});
