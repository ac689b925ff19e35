import { describe, expect, it } from 'vitest';
import type { Span } from '../../../src/view/block';
import { Budget } from '../../../src/view/budget';

const mark = (from: number, to: number): Span => ({ from, to, group: 'AcpMuted' });

describe('what one flush may carry', () => {
  it('is counted in bytes, the ends of lines too', () => {
    const budget = new Budget(6);
    expect(budget.take(['é', 'b'], 0)).toEqual(['é', 'b']);
    expect(budget.left).toBe(1);
    expect(budget.spent).toBe(false);
    expect(budget.take([''], 0)).toEqual(['']);
    expect(budget.spent).toBe(true);
    expect(budget.take(['c'], 0)).toEqual([]);
  });

  it('cuts the line that does not fit, and leaves out those after it', () => {
    expect(new Budget(3).take(['abcd', 'e'], 0)).toEqual(['abc']);
    expect(new Budget(3).take(['abc', 'e'], 0)).toEqual(['abc']);
    expect(new Budget(4).take(['abc', 'e'], 0)).toEqual(['abc']);
    expect(new Budget(5).take(['abc', 'ef'], 0)).toEqual(['abc', 'e']);
  });

  it('does not count what is on screen already, which is of the first line only', () => {
    const budget = new Budget(5);
    expect(budget.take(['abcdef', 'gh'], 4)).toEqual(['abcdef', 'gh']);
    expect(budget.left).toBe(-1);
    expect(new Budget(1).take(['abcdef'], 4)).toEqual(['abcde']);
  });

  it('is no limit when it is endless', () => {
    const lines = ['a', 'b'];
    expect(new Budget(Number.POSITIVE_INFINITY).take(lines, 0)).toBe(lines);
  });

  it('keeps of a line that is cut the marks that lie inside, and its look', () => {
    const line = {
      text: 'éabc',
      lineGroup: 'AcpUser',
      spans: [mark(0, 2), mark(2, 4), mark(3, 5)],
    };
    expect(new Budget(4).take([line], 0)).toEqual([
      { text: 'éab', lineGroup: 'AcpUser', spans: [mark(0, 2), mark(2, 4)] },
    ]);
    expect(new Budget(1).take([{ text: 'ab', spans: [mark(0, 2)] }], 0)).toEqual([{ text: 'a' }]);
    expect(new Budget(1).take([{ text: 'ab', spans: [mark(0, 1)] }], 0)).toEqual([
      { text: 'a', spans: [mark(0, 1)] },
    ]);
  });
});
