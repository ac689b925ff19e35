import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignHunks } from '../../../src/edit/align';
import { applyHunks, diffLines } from '../../../src/edit/hunks';

const lines = fc.array(
  fc.constantFrom('', 'local x = 1', 'local x = 2', 'local yy = 1', 'end', '}'),
  {
    maxLength: 25,
  },
);
const aligned = (before: string[], after: string[]) => alignHunks(before, diffLines(before, after));

describe('aligned hunks', () => {
  test('give the same text', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(applyHunks(before, aligned(before, after))).toEqual(after);
      }),
      { numRuns: 2000 },
    );
  });

  test('change a line as that line though others were put in before and behind it', () => {
    const after = ['-- new', 'local x = 2', '-- also new'];
    expect(aligned(['local x = 1'], after)).toEqual([
      { row: 0, del: 0, lines: ['-- new'] },
      { row: 0, del: 1, lines: ['local x = 2'] },
      { row: 1, del: 0, lines: ['-- also new'] },
    ]);
  });

  test('keep changed neighbours together', () => {
    const before = ['a = 1;', 'b = 1;', 'gone completely'];
    expect(aligned(before, ['a = 2;', 'b = 2;'])).toEqual([
      { row: 0, del: 2, lines: ['a = 2;', 'b = 2;'] },
      { row: 2, del: 1, lines: [] },
    ]);
  });

  test('leave unlike lines in one block', () => {
    const hunk = { row: 0, del: 2, lines: ['uvw', 'xyz', '123'] };
    expect(aligned(['abc', 'def'], hunk.lines)).toEqual([hunk]);
  });

  test('pair empty lines with one another', () => {
    expect(alignHunks(['', 'old'], [{ row: 0, del: 2, lines: ['new', ''] }])).toEqual([
      { row: 0, del: 0, lines: ['new'] },
      { row: 0, del: 1, lines: [''] },
      { row: 1, del: 1, lines: [] },
    ]);
  });

  test('keep lines apart that others are taken out or put in between', () => {
    const apart = ['a = 1;', 'gone completely', 'b = 1;'];
    expect(aligned(apart, ['a = 2;', 'b = 2;'])).toEqual([
      { row: 0, del: 1, lines: ['a = 2;'] },
      { row: 1, del: 1, lines: [] },
      { row: 2, del: 1, lines: ['b = 2;'] },
    ]);
    expect(aligned(['a = 1;', 'b = 1;'], ['a = 2;', 'put in newly', 'b = 2;'])).toEqual([
      { row: 0, del: 1, lines: ['a = 2;'] },
      { row: 1, del: 0, lines: ['put in newly'] },
      { row: 1, del: 1, lines: ['b = 2;'] },
    ]);
  });

  test('find a line behind others that are gone', () => {
    expect(aligned(['gone completely', 'a = 1;'], ['a = 2;'])).toEqual([
      { row: 0, del: 1, lines: [] },
      { row: 1, del: 1, lines: ['a = 2;'] },
    ]);
  });

  test('pair the lines that are most alike', () => {
    expect(aligned(['value = 10'], ['value = 99', 'value = 1'])).toEqual([
      { row: 0, del: 0, lines: ['value = 99'] },
      { row: 0, del: 1, lines: ['value = 1'] },
    ]);
    expect(aligned(['value = 99', 'value = 1'], ['value = 10'])).toEqual([
      { row: 0, del: 1, lines: [] },
      { row: 1, del: 1, lines: ['value = 10'] },
    ]);
  });

  test.each([
    ['start', 'abcd', 'abxy', true],
    ['end', 'abcd', 'xycd', true],
    ['both ends', 'ab--yz', 'ab++++yz', true],
    ['start, though it grew', 'ab', 'abxy', true],
    ['less than half at the start', 'abc', 'axy', false],
    ['less than half at both ends', 'ab---yz', 'a+++++z', false],
    ['no more than the shorter one has', 'ab', 'abxab', false],
  ])('know a changed line by half of it: the same %s', (_, old, now, alike) => {
    const hunk = { row: 0, del: 1, lines: [now, '0'] };
    const divided = [
      { row: 0, del: 1, lines: [now] },
      { row: 1, del: 0, lines: ['0'] },
    ];
    expect(alignHunks([old], [hunk])).toEqual(alike ? divided : [hunk]);
  });

  test('look for pairs in blocks of up to 2,500, and leave larger ones as they are', () => {
    const before = Array.from({ length: 51 }, (_, row) => `old line ${row}`);
    const changed = (count: number) => ['new', ...before.slice(1, count).map((line) => `${line}!`)];
    const largest = { row: 0, del: 50, lines: changed(50) };
    expect(alignHunks(before, [largest])).toHaveLength(2);
    const larger = { row: 0, del: 51, lines: changed(51) };
    expect(alignHunks(before, [larger])).toEqual([larger]);
  });
});
