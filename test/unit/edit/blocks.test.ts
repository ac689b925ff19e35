import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignedBlocks, counterpart, surroundings } from '../../../src/edit/blocks';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'let x = 1', 'let x = 2', ''), {
  maxLength: 12,
});

describe('aligned blocks', () => {
  test('are all of both texts, in order', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        let [old, now] = [0, 0];
        for (const block of alignedBlocks(before, after)) {
          expect([block.old.from, block.now.from]).toEqual([old, now]);
          [old, now] = [block.old.to, block.now.to];
        }
        expect([old, now]).toEqual([before.length, after.length]);
      }),
    );
  });
});

describe('what new lines stand for', () => {
  const before = ['a', 'let x = 1', 'gone', 'b', 'one', 'two', 'three'];
  const after = ['a', 'let x = 2', 'b', 'X', 'Y'];
  const blocks = alignedBlocks(before, after);

  test('is the same line, changed', () => {
    expect(counterpart(blocks, { from: 1, to: 2 })).toEqual({ from: 1, to: 2 });
  });

  test('are no lines at the edges that nothing stands for', () => {
    expect(counterpart(blocks, { from: 2, to: 3 })).toEqual({ from: 3, to: 4 });
    expect(surroundings(blocks, { from: 2, to: 3 })).toEqual({ from: 2, to: 4 });
  });

  test('are those within, that nothing stands for', () => {
    expect(counterpart(blocks, { from: 1, to: 3 })).toEqual({ from: 1, to: 4 });
  });

  test('is a block as a whole or not at all', () => {
    expect(counterpart(blocks, { from: 3, to: 5 })).toEqual({ from: 4, to: 7 });
    expect(counterpart(blocks, { from: 3, to: 4 })).toEqual({ from: 4, to: 4 });
    expect(counterpart(blocks, { from: 4, to: 5 })).toEqual({ from: 7, to: 7 });
    expect(surroundings(blocks, { from: 4, to: 5 })).toEqual({ from: 4, to: 7 });
  });

  test('is a range inside the old text, whatever is asked for', () => {
    fc.assert(
      fc.property(lines, lines, fc.nat(12), fc.nat(12), (old, now, a, b) => {
        const all = alignedBlocks(old, now);
        const from = Math.min(a, b, now.length);
        const to = Math.min(Math.max(a, b), now.length);
        for (const find of [counterpart, surroundings]) {
          const range = find(all, { from, to });
          expect(0 <= range.from && range.from <= range.to && range.to <= old.length).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
