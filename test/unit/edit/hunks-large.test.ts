import { describe, expect, test, vi } from 'vitest';
import { applyHunks, diffLines } from '../../../src/edit/hunks';

const numbered = (count: number, prefix = 'line'): string[] =>
  Array.from({ length: count }, (_, row) => `${prefix} ${row}`);

/** `count` lines, spread evenly, become something else. */
function changed(lines: readonly string[], count: number): string[] {
  const step = Math.floor(lines.length / count);
  return lines.map((line, row) => (row % step === 0 ? `${line} changed` : line));
}

/** How far each search of the library could go: what it was allowed, or all there was. */
const limits: number[] = [];
vi.mock('diff', async (load) => {
  const { diffArrays } = await load<typeof import('diff')>();
  type Options = { maxEditLength?: number };
  const watched = (before: string[], after: string[], options: Options): unknown => {
    const { maxEditLength = Number.POSITIVE_INFINITY } = options;
    limits.push(Math.min(maxEditLength, before.length + after.length));
    return diffArrays(before, after, options as { maxEditLength: number });
  };
  return { diffArrays: watched };
});

describe('large texts', () => {
  const lines = numbered(100_000);

  test.each([1, 50, 5000])('%i changed lines of 100,000 are as many hunks of one line', (count) => {
    const after = changed(lines, count);
    const hunks = diffLines(lines, after);
    expect(hunks).toHaveLength(count);
    expect(hunks.every((hunk) => hunk.del === 1)).toBe(true);
  });

  test('lines moved, deleted and inserted in thousands still come out exactly', () => {
    const after = lines
      .filter((_, row) => row % 13 !== 0)
      .flatMap((line, row) => (row % 17 ? [line] : [line, '}']));
    expect(applyHunks(lines, diffLines(lines, after))).toEqual(after);
  });

  test('another text altogether is one block', () => {
    expect(diffLines(lines, numbered(100_000, 'other'))).toHaveLength(1);
  });

  test('few, often repeated lines come out exactly, though no search is worth its while', () => {
    const before = lines.map((_, row) => `${(row * 7919) % 5}`);
    const after = lines.map((_, row) => `${(row * 104_729) % 3}`);
    expect(applyHunks(before, diffLines(before, after))).toEqual(after);
  });

  test.each<[string, string[]]>([
    ['5,000 hunks', changed(lines, 5000)],
    ['all lines', numbered(100_000, 'other')],
    ['the reverse order', [...lines].reverse()],
    ['few different lines', lines.map((_, row) => `${(row * row) % 7}`)],
  ])('%s are searched for a bounded way only: its square is the work', (_, after) => {
    limits.length = 0;
    diffLines(lines, after);
    const work = limits.reduce((sum, limit) => sum + limit * limit, 0);
    expect(limits.length).toBeGreaterThan(0);
    // The budget, and one search more that begins while there is some of it left.
    expect(work).toBeLessThan(20_000_000);
  });
});
