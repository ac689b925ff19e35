import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedWords, wordChange } from '../../../src/edit/words';

/** The words that changed, as they stand there. */
function words(before: string, after: string): [string[], string[]] {
  const { old, now } = wordChange(before, after);
  return [
    old.map(({ from, to }) => before.slice(from, to)),
    now.map(({ from, to }) => after.slice(from, to)),
  ];
}

describe('changed words', () => {
  test('are whole words', () => {
    expect(words('const count = 1;', 'const counter = 12;')).toEqual([
      ['count', '1'],
      ['counter', '12'],
    ]);
  });

  test('are only on the side that has them', () => {
    expect(words('f(a)', 'f(a, b)')).toEqual([[], [', b']]);
  });

  test('count columns in UTF-16 code units, and never half of a character', () => {
    expect(words('say 😀 now', 'say 😁 now')).toEqual([['😀'], ['😁']]);
    expect(wordChange('😀 a', '😀 b')).toEqual({
      old: [{ from: 3, to: 4 }],
      now: [{ from: 3, to: 4 }],
    });
  });

  test('in long lines are found where the change is', () => {
    const line = 'word '.repeat(50_000);
    expect(words(`${line}one${line}`, `${line}two${line}`)).toEqual([['oneword'], ['twoword']]);
    const apart = wordChange(`x${line}x`, `y${line}y`);
    expect(apart).toEqual({
      old: [{ from: 0, to: line.length + 2 }],
      now: [{ from: 0, to: line.length + 2 }],
    });
  });

  test('are all that is different', () => {
    const line = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '(', 'é', '😀', '😁'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(line, line, (before, after) => {
        const { old, now } = wordChange(before, after);
        expect(without(before, old)).toBe(without(after, now));
      }),
      { numRuns: 500 },
    );
  });
});

function without(text: string, ranges: readonly { from: number; to: number }[]): string {
  return ranges.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
}

describe('the changed lines of two texts', () => {
  test('are those that were changed as that line', () => {
    const changes = changedWords(['let a = 1', 'gone', 'end'], ['let b = 1', 'end']);
    expect(changes).toEqual([
      { oldRow: 0, newRow: 0, old: [{ from: 4, to: 5 }], now: [{ from: 4, to: 5 }] },
    ]);
  });

  test('are none where the texts are too long to be read', () => {
    const many = Array.from({ length: 500 }, (_, row) => `line ${row}`);
    expect(changedWords(many, many.with(3, 'line three'))).toEqual([]);
  });
});
