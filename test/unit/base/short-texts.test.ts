import { expect, it } from 'vitest';
import { withShortTexts } from '../../../src/base/short-texts';

it('cuts texts that are too long, wherever they are, and leaves what it was given as it is', () => {
  const value = JSON.parse(
    '{"a": ["abcd", "ab", {"b": "abcde"}], "c": 1, "d": null, "__proto__": "abcd"}',
  );
  const before = JSON.stringify(value);
  const short = withShortTexts(value, 3);
  expect(JSON.stringify(short)).toBe(
    '{"a":["abc","ab",{"b":"abc"}],"c":1,"d":null,"__proto__":"abc"}',
  );
  expect(JSON.stringify(value)).toBe(before);
  expect(withShortTexts('abcd', 3)).toBe('abc');
});

it('is the same object when nothing is too long', () => {
  const value = { a: ['ab'], bytes: new Uint8Array(9) };
  expect(withShortTexts(value, 3)).toBe(value);
});

it('cuts in whatever is nested deeply', () => {
  const nested = (text: string): object =>
    Array.from({ length: 100_000 }).reduce<object>((inner) => ({ x: inner }), { text });
  expect(() => withShortTexts(nested('ab'), 3)).not.toThrow();
  let inner: Record<string, unknown> = withShortTexts(nested('abcd'), 3) as never;
  while (inner.x) inner = inner.x as never;
  expect(inner).toEqual({ text: 'abc' });
});
