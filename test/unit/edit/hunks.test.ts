import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyHunks, diffLines, type Hunk, pushHunk } from '../../../src/edit/hunks';

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

  test('are in order and never touch', () => {
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
    ['a repeated line', ['a', 'b'], ['a', 'x', 'a', 'b'], [{ row: 1, del: 0, lines: ['x', 'a'] }]],
    ['a doubled line', ['a'], ['a', 'a'], [{ row: 1, del: 0, lines: ['a'] }]],
    ['a line that was double', ['a', 'a'], ['a'], [{ row: 1, del: 1, lines: [] }]],
  ])('say the least for %s', (_, before, after, hunks) => {
    expect(diffLines(before, after)).toEqual(hunks);
  });
});

test('often repeated lines are changed in the fewest places', () => {
  expect(diffLines([...'abab'], [...'baaba'])).toEqual([
    { row: 0, del: 1, lines: [] },
    { row: 3, del: 0, lines: ['a'] },
    { row: 4, del: 0, lines: ['a'] },
  ]);
});

describe('texts that differ in more lines than are searched for', () => {
  const lines = Array.from({ length: 1500 }, (_, row) => `line ${row}`);

  test('are divided at lines that occur once, so that each change stays a hunk of its own', () => {
    const after = lines.map((line, row) => (row % 2 === 0 ? `${line} changed` : line));
    expect(diffLines(lines, after)).toEqual(
      after.flatMap((line, row) => (row % 2 === 0 ? [{ row, del: 1, lines: [line] }] : [])),
    );
  });

  test('are divided though lines are put in and taken out between', () => {
    const after = lines.flatMap((line, row) => [[], [line, 'new', 'new'], [line]][row % 3] ?? []);
    const hunks = diffLines(lines, after);
    expect(applyHunks(lines, hunks)).toEqual(after);
    expect(hunks).toHaveLength(1000);
    expect(hunks.every(({ del, lines }) => del === 0 || lines.length === 0)).toBe(true);
  });

  test('are one block between the ends that they share when no line is left', () => {
    const others = lines.map((line) => `other ${line}`);
    const within = (middle: string[]) => ['{', '{', ...middle, '}', '}'];
    expect(diffLines(within(lines), within(others))).toEqual([
      { row: 2, del: 1500, lines: others },
    ]);
    const longer = [...others, 'one more'];
    expect(diffLines(within(lines), within(longer))).toEqual([
      { row: 2, del: 1500, lines: longer },
    ]);
  });
});

test('a hunk that begins where the last one ends becomes part of it', () => {
  const hunks = [{ row: 2, del: 1, lines: ['a'] }];
  pushHunk(hunks, { row: 3, del: 2, lines: ['b'] });
  expect(hunks).toEqual([{ row: 2, del: 3, lines: ['a', 'b'] }]);
  pushHunk(hunks, { row: 6, del: 1, lines: [] });
  expect(hunks).toHaveLength(2);
});
