import { expect, it } from 'vitest';
import { plain } from '../../../src/base/plain';

it('leaves out what is absent, and keeps the places of a list', () => {
  expect(plain({ a: undefined, b: null, c: [undefined, null, { d: null, e: 0 }] })).toEqual({
    c: [null, null, { e: 0 }],
  });
  for (const value of [null, undefined, 'text', 0, false]) expect(plain(value)).toBe(value);
});

it('takes what is nested as deeply as JSON allows', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const kept = plain({ deep, gone: null }) as { deep: unknown };
  expect(Object.keys(kept)).toEqual(['deep']);
  expect(Array.isArray(kept.deep)).toBe(true);
});
