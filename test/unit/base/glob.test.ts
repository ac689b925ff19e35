import { describe, expect, it } from 'vitest';
import { globMatches, wordMatches } from '../../../src/base/glob';

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
  });
});

describe('patterns for words', () => {
  it.each<[pattern: string, fits: readonly string[], not: readonly string[]]>([
    ['a', ['a'], ['ab', '']],
    ['*', ['', 'a/b\nc'], []],
    ['a*a', ['aa', 'axa'], ['a', 'ab']],
    ['*a*b*', ['ab', 'xaxbx'], ['ba']],
    ['a**b', ['ab', 'axb'], ['a']],
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
