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

  test('a large block is left as it is', () => {
    const before = Array.from({ length: 300 }, (_, row) => `old ${row}`);
    const hunk = { row: 0, del: 300, lines: before.map((line) => `${line}!`) };
    expect(alignHunks(before, [hunk])).toEqual([hunk]);
  });
});
