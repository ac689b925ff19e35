import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type * as Hunks from '../../../src/edit/hunks';

/** How far each search could go, and how many of them give up. */
const limits: unknown[] = [];
const searched: string[] = [];
let failing = 0;

let diffLines: typeof Hunks.diffLines;

beforeEach(async () => {
  limits.length = 0;
  searched.length = 0;
  failing = 0;
  // Other files may have loaded it already.
  vi.resetModules();
  vi.doMock('diff', async (load) => {
    const { diffArrays } = await load<typeof import('diff')>();
    return {
      diffArrays: (
        before: string[],
        after: string[],
        options: { maxEditLength: number; timeout: number },
      ) => {
        limits.push(options.maxEditLength);
        searched.push(`${before.join('')} ${after.join('')}`);
        return failing-- > 0 ? undefined : diffArrays(before, after, options);
      },
    };
  });
  ({ diffLines } = await import('../../../src/edit/hunks'));
});

afterAll(() => {
  vi.doUnmock('diff');
  vi.resetModules();
});

/** Gaps of so many lines, of which none is the same, between lines that occur once. */
function gaps(...sizes: number[]): { before: string[]; after: string[] } {
  const lines = (side: string): string[] =>
    sizes.flatMap((size, at) => [
      ...Array.from({ length: size }, (_, row) => `${side} ${at} ${row}`),
      `anchor ${at}`,
    ]);
  return { before: lines('old'), after: lines('new') };
}

test('only what differs on both sides is searched', () => {
  expect(diffLines(['a', 'b'], ['a', 'b'])).toEqual([]);
  expect(diffLines(['a', 'c'], ['a', 'b', 'c'])).toHaveLength(1);
  expect(diffLines(['a', 'b', 'c'], ['a', 'c'])).toHaveLength(1);
  // One line for another: there is nothing to find.
  expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c'])).toHaveLength(1);
  expect(limits).toEqual([]);
  expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'y', 'c'])).toHaveLength(1);
  expect(limits).toEqual([1000]);
});

test('the ends that both sides share are not searched', () => {
  for (const [before, after] of [
    ['abcxdef', 'abcyzdef'],
    ['aaxaaa', 'aayzaaa'],
    ['xabc', 'yzabc'],
    ['abcx', 'abcyz'],
  ] as const) {
    expect(diffLines([...before], [...after])).toHaveLength(1);
  }
  expect(searched).toEqual(Array(4).fill('x yz'));
});

test('a line that is doubled between others that occur once is one line', () => {
  const [one, two] = [[...'oAxBp'], [...'nAxxBq']];
  failing = 1;
  expect(diffLines(one, two)[1]).toEqual({ row: 3, del: 0, lines: ['x'] });
  failing = 1;
  expect(diffLines(two, one)[1]).toEqual({ row: 3, del: 1, lines: [] });
});

test('searches that find nothing cost their square, until none is worth its while', () => {
  failing = Number.POSITIVE_INFINITY;
  const { before, after } = gaps(3, 3, 3, 3, 3);
  const hunks = diffLines(before, after);
  // All, the first gap, and for the second what is left of 160 looks at lines: 160 - 38 - 6.
  expect(limits).toEqual([1000, 1000, 10]);
  expect(hunks.map(({ row, del, lines }) => [row, del, lines.length])).toEqual(
    [0, 4, 8, 12, 16].map((row) => [row, 3, 3]),
  );
});

test('a search for eight edits is worth its while', () => {
  failing = Number.POSITIVE_INFINITY;
  const few = gaps(2, 2, 2);
  diffLines(few.before, few.after);
  // 72 - 16 - 4: a search for seven.
  expect(limits).toEqual([1000, 1000]);
  limits.length = 0;
  const more = gaps(2, 2, 2, 1);
  diffLines(more.before, more.after);
  // 88 - 20 - 4
  expect(limits).toEqual([1000, 1000, 8]);
});

test('searches that find something cost the square of what they found', () => {
  failing = 2;
  const { before, after } = gaps(4, 4, 4, 4, 4, 4, 4, 4);
  const hunks = diffLines(before, after);
  // What 320 looks leave is 320 - 78 - 8; each gap takes 64 from it.
  expect(limits).toEqual([1000, 1000, 15, 13, 10]);
  expect(hunks).toHaveLength(8);
});

test('lines that stay as they are cost a search nothing', () => {
  failing = 2;
  const kept = Array.from({ length: 42 }, (_, row) => `kept ${row % 2}`);
  const first = gaps(4);
  const text = (side: 'before' | 'after'): string[] =>
    [first[side], `${side} x`, kept, `${side} y`, 'anchor', `${side} z`, `${side} end`].flat();
  diffLines(text('before'), text('after'));
  // 416 - 104 - 8, and 16 less for the four edits
  expect(limits).toEqual([1000, 1000, 17, 16]);
});

test('once all is spent, what is left is one block though lines occur once in it', () => {
  failing = Number.POSITIVE_INFINITY;
  const part = (side: string, at: number): string[] => [
    ...['k', `${side} ${at}`, 'l', `${side} ${at} too`, 'm'],
    `anchor ${at}`,
  ];
  const text = (side: string): string[] =>
    Array.from({ length: 12 }, (_, at) => [`${side} first ${at}`, ...part(side, at)]).flat();
  const hunks = diffLines(text('old'), text('new'));
  const sizes = hunks.map(({ del }) => del);
  expect(sizes.slice(0, 3)).toEqual([1, 1, 1]);
  expect(sizes.at(-1)).toBe(5);
});
