import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uniqueAnchors } from '../../../src/edit/patience';

const all = (before: readonly string[], after: readonly string[]) => ({
  oldFrom: 0,
  oldTo: before.length,
  newFrom: 0,
  newTo: after.length,
});
const anchors = (before: string, after: string) =>
  uniqueAnchors([...before], [...after], all([...before], [...after]));

describe('lines that divide two texts', () => {
  test.each<[why: string, before: string, after: string, anchors: (readonly [number, number])[]]>([
    ['occur on both sides', 'ab', 'xb', [[1, 1]]],
    ['occur once in the old text', 'aab', 'a', []],
    ['occur once in the new text', 'a', 'aab', []],
    [
      'come in the same order on both sides',
      'abc',
      'cab',
      [
        [0, 1],
        [1, 2],
      ],
    ],
    ['are none where nothing is the same', 'ab', 'xy', []],
    ['are none in nothing', '', '', []],
  ])('%s', (_, before, after, expected) => {
    expect(anchors(before, after)).toEqual(expected);
  });

  test('are looked for in the ranges only, and counted in the texts', () => {
    const ranges = { oldFrom: 1, oldTo: 3, newFrom: 2, newTo: 4 };
    // Outside of its range there is another "a" on either side.
    expect(uniqueAnchors([...'axab'], [...'abaxab'], ranges)).toEqual([[2, 2]]);
    expect(uniqueAnchors([...'axyb'], [...'abxyab'], ranges)).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('are the longest chain that rises on both sides', () => {
    const shuffled = fc.shuffledSubarray([...'abcdefgh'], { minLength: 0 });
    fc.assert(
      fc.property(shuffled, shuffled, (before, after) => {
        const found = uniqueAnchors(before, after, all(before, after));
        expect(found.map(([row]) => before[row])).toEqual(found.map(([, row]) => after[row]));
        expect(found).toEqual(found.toSorted((a, b) => a[0] - b[0]));
        expect(found).toEqual(found.toSorted((a, b) => a[1] - b[1]));
        expect(found).toHaveLength(longestCommon(before, after));
      }),
      { numRuns: 500 },
    );
  });
});

/** The length of the longest common subsequence, by definition. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  const [line, ...rest] = before;
  if (line === undefined) return 0;
  const place = after.indexOf(line);
  const without = longestCommon(rest, after);
  return place < 0 ? without : Math.max(without, 1 + longestCommon(rest, after.slice(place + 1)));
}
