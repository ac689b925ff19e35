import { expect, test } from 'vitest';
import { isSameValue } from '../../../src/base/same-value';

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner) => ({ x: inner }), 'the core');

test('values are compared by what they hold, and deep ones never fail', () => {
  expect(isSameValue({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(isSameValue({ a: [1] }, { a: [2] })).toBe(false);
  expect(isSameValue(undefined, null)).toBe(false);
  expect(isSameValue(nested(100), nested(100))).toBe(true);
  expect(isSameValue(nested(100_000), nested(100_000))).toBe(false);
});
