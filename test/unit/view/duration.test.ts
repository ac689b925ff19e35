import { expect, test } from 'vitest';
import { durationText } from '../../../src/view/duration';

test.each([
  [0, '0.0 s'],
  [3249, '3.2 s'],
  [9990, '10 s'],
  [10_400, '10 s'],
  [59_700, '1 min'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h'],
  [4_230_000, '1 h 10 min'],
])('%i ms are "%s"', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
