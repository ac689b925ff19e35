import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatches, literalLength, mayMeet, wordMatches } from '../../../src/base/glob';

describe('patterns for paths', () => {
  it.each<[pattern: string, fits: readonly string[], not: readonly string[]]>([
    ['src/*.ts', ['src/a.ts', 'src/.ts'], ['src/a/b.ts', 'src/a.tsx', 'src/']],
    ['**/a', ['a', 'x/a', '/x/y/a'], ['ba', 'a/b']],
    ['src/**', ['src', 'src/', 'src/a/b'], ['srcs', 'sr']],
    ['a**b', ['ab', 'a/x/b'], ['a']],
    ['?x', ['ax', '𝄞x'], ['/x', 'x', 'aax']],
    ['[a-c]1', ['b1'], ['d1', '/1']],
    ['[!a]1', ['b1', '𝄞1'], ['a1', '/1']],
    ['{a,b{c,d}}.x', ['a.x', 'bc.x', 'bd.x'], ['b.x', 'c.x']],
    ['{,x}a', ['a', 'xa'], ['xxa']],
    ['a}b,c', ['a}b,c'], ['ab']],
    ['\\*\\{', ['*{'], ['a{']],
    ['{a', ['{a'], ['a']],
    ['[z-a]', ['[z-a]'], ['z']],
    ['.env*', ['.env', '.env.local'], ['x.env']],
    ['', [''], ['a']],
    ['/a/**/b', ['/a/b', '/a/x/y/b'], ['/ab', '/a/xb']],
    ['a/**b', ['a/b', 'a/x/b'], ['ab']],
    ['[]a]1', [']1', 'a1'], ['b1']],
    ['[^a]1', ['b1', '^1'], ['a1']],
    ['[a^]1', ['a1', '^1'], ['b1']],
    ['[[]1', ['[1'], [']1']],
    ['[a', ['[a'], ['a']],
    ['[\\]1', ['\\1'], ['a1']],
    ['\\', ['\\'], ['']],
    ['a{b', ['a{b'], ['ab']],
    ['{a,b}c}', ['ac}', 'bc}'], ['ac']],
    ['{a}', ['a'], ['{a}']],
    ['a?', ['ab'], ['a', 'a/']],
    ['a[b]', ['ab'], ['a']],
    ['[a/b]', ['[a/b]'], ['a', '/']],
  ])('%s', (pattern, fits, not) => {
    expect(fits.filter((path) => !globMatches(pattern, path))).toEqual([]);
    expect(not.filter((path) => globMatches(pattern, path))).toEqual([]);
  });

  it('that would be tried for hours are answered at once', () => {
    const long = `/p/${'secretkey'.repeat(400)}`;
    expect(globMatches('**/*secret*key*secret*key*', `${long}/x`)).toBe(false);
    expect(globMatches('**/*a*a*a*a*a*a*b', `/p/${'a'.repeat(4000)}`)).toBe(false);
    expect(globMatches(`${'{a,aa}'.repeat(40)}b`, 'a'.repeat(60))).toBe(false);
    expect(globMatches('{'.repeat(100_000), 'a')).toBe(false);
  });

  it('hold for every path that a system can open', () => {
    expect(globMatches('**/.env*', `/p/${'d/'.repeat(2000)}.env`)).toBe(true);
    expect(globMatches('**', 'a'.repeat(32 * 1024))).toBe(true);
    expect(globMatches('**', 'a'.repeat(32 * 1024 + 1))).toBe(false);
  });
});

describe('two patterns', () => {
  it.each<[one: string, other: string]>([
    ['a', 'a'],
    ['a*', '*b'],
    ['a*', 'a'],
    ['*', ''],
    ['a?c', 'abc'],
    ['a[xy]c', 'abc'],
    ['a[]]c', 'abc'],
    ['a[bc', 'a*'],
    ['{a,b}c', 'xyc'],
    ['{a,{b,c}}d', 'ed'],
    ['\\*', '\\*'],
    ['/a/**', '/a'],
    ['/a/**', '/a/b/c'],
    ['/a/**/b', '/a/b'],
    ['/a/**/b', '/a/x/b'],
    ['**/b', 'b'],
    ['.e*', '.env'],
    ['a*c', 'a*d*c'],
    ['*a', 'b*'],
    ['\\a', 'a'],
    ['a*]', 'axy]'],
    ['*a/b', 'xa/b'],
    ['/ab/**', '/ab'],
    // Sets that shells and our own patterns read in different ways, and braces across them.
    ['.en[!]a]', '.env'],
    ['.en[^]a]', '.env'],
    ['.en[]v]', '.env'],
    ['.en[\\]v]', '.env'],
    ['.en[[:alpha:]]', '.env'],
    ['.en[[=v=]]x', '.envx'],
    ['[a/b]', '\\[a/b\\]'],
    ['[{ax],b}', 'a'],
    ['{[a,b}c]', 'ac'],
    ['[!!]', 'a'],
  ])('may both fit a path: %s and %s', (one, other) => {
    expect([mayMeet(one, other), mayMeet(other, one)]).toEqual([true, true]);
  });

  it.each<[one: string, other: string]>([
    ['a', 'b'],
    ['a', ''],
    ['a', 'ab'],
    ['a*', 'b*'],
    ['*a', '*b'],
    ['a?', 'a'],
    ['a?c', 'abbc'],
    ['a[xy]c', 'ac'],
    ['\\*', 'a'],
    ['{a,b}c', 'd'],
    ['a]', 'a'],
    ['a}', 'ab'],
    ['/a/**', '/b'],
    ['/a/**/b', '/ab'],
    ['/a/*', '/a'],
    ['\\', 'a'],
    ['\\*x', '\\\\ax'],
    ['a**', 'b'],
    ['/a/**b', '/ab'],
    ['ab}', 'ac}'],
    ['[!a]b', 'ab]'],
    ['[a-z]', 'ab'],
    ['*b]', 'c]'],
  ])('fit no path both: %s and %s', (one, other) => {
    expect([mayMeet(one, other), mayMeet(other, one)]).toEqual([false, false]);
  });
});

it('a pattern may meet every path that it fits, and the other way round', () => {
  const part = fc.constantFrom(
    ...['a', '*', '?', '/', '**/', '/**', '[ab]', '[!]b]', '[]b]', '[^/]a]', '[a/b]', '[[a]'],
    ...['{a,b}', '{,a}', '{[a,b}c]', '[{a,b}]', '[b]{a', ']', '}', '\\a'],
  );
  const pattern = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''));
  const path = fc.string({ unit: fc.constantFrom(...'aabc/]'), maxLength: 3 });
  fc.assert(
    fc.property(pattern, path, (one, text) => {
      if (!globMatches(one, text)) return;
      const itself = text.replace(/[[{]/g, '\\$&');
      expect([mayMeet(one, itself), mayMeet(itself, one)]).toEqual([true, true]);
    }),
    { numRuns: 3000 },
  );
});

it('what is special in a pattern makes it no more specific', () => {
  expect(['', '**', 'a', 'a*b', '{a,b}[c]?'].map(literalLength)).toEqual([0, 0, 1, 2, 3]);
});

describe('patterns for words', () => {
  it.each<[pattern: string, fits: readonly string[], not: readonly string[]]>([
    ['a', ['a'], ['ab', '']],
    ['*', ['', 'a/b\nc'], []],
    ['a*a', ['aa', 'axa'], ['a', 'ab']],
    ['*a*b*', ['ab', 'xaxbx'], ['ba']],
    ['a**b', ['ab', 'axb'], ['a']],
    ['a*b*a', ['aba', 'axbxa'], ['aa', 'ab', 'xaba', 'abax']],
    ['*ab*b', ['abb', 'xabxb'], ['ab']],
    ['a*ab*b', ['aabb'], ['aab', 'ab']],
    ['*.test*.ts', ['x.test.ts', '.test.a.ts'], ['.test', 'test.ts']],
  ])('%s', (pattern, fits, not) => {
    expect(fits.filter((word) => !wordMatches(pattern, word))).toEqual([]);
    expect(not.filter((word) => wordMatches(pattern, word))).toEqual([]);
  });

  it('hold for long words', () => {
    const word = `--exec=${'foobar'.repeat(100_000)}`;
    expect(wordMatches('--exec=*', word)).toBe(true);
    expect(wordMatches('*foo*foo*foo*foo*x', word)).toBe(false);
  });
});
