import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyHunks, diffLines, type Hunk } from '../../../src/edit/hunks';

/** Few different lines, so that equal ones meet often. */
const fewLines = fc.array(fc.constantFrom('', 'a', 'b', 'é', '𝄞', '}'), { maxLength: 60 });

describe('the hunks between two texts', () => {
  test('make the old text into the new one', () => {
    fc.assert(
      fc.property(fewLines, fewLines, (before, after) => {
        expect(applyHunks(before, diffLines(before, after))).toEqual(after);
      }),
      { numRuns: 2000 },
    );
  });

  test('stand in order and never touch', () => {
    fc.assert(
      fc.property(fewLines, fewLines, (before, after) => {
        const hunks = diffLines(before, after);
        const ends = hunks.map((hunk) => hunk.row + hunk.del);
        hunks.slice(1).forEach((hunk, index) => {
          expect(hunk.row).toBeGreaterThan(ends[index] as number);
        });
      }),
    );
  });

  test('are none for equal texts', () => {
    expect(diffLines(['a', 'b'], ['a', 'b'])).toEqual([]);
    expect(diffLines([], [])).toEqual([]);
  });

  test.each<[string, string[], string[], Hunk[]]>([
    ['one changed line', ['a', 'b', 'c'], ['a', 'x', 'c'], [{ row: 1, del: 1, lines: ['x'] }]],
    ['an insertion', ['a', 'c'], ['a', 'b', 'c'], [{ row: 1, del: 0, lines: ['b'] }]],
    ['a deletion', ['a', 'b', 'c'], ['a', 'c'], [{ row: 1, del: 1, lines: [] }]],
    ['a new file', [], ['a'], [{ row: 0, del: 0, lines: ['a'] }]],
    ['an emptied file', ['a'], [], [{ row: 0, del: 1, lines: [] }]],
  ])('say the least for %s', (_, before, after, hunks) => {
    expect(diffLines(before, after)).toEqual(hunks);
  });
});
