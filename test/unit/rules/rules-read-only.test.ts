import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/rules/decide';
import { onlyLooks } from '../../../src/rules/read-only';
import { around, command, rule } from '../../support/rules';

/** What a rule that names the first `named` words and a `*` says about the line. */
const looks = (line: string, named = 1): boolean | undefined => onlyLooks(line.split(' '), named);

describe('a program that only looks', () => {
  it.each([
    'cat README.md src/a-b+c.ts',
    'ls -la1 --color=auto --sort=size src',
    'grep -in -A3 -m1 --count needle',
    'head -5 a',
    'head -n5 --lines=3 a',
    'sort -k2 -rn',
    'wc -l --words a',
    'true',
    'git status -sb --porcelain=v2',
    'git diff -U3 --cached -- src',
    'git log -5 -n3 --oneline --since=yesterday --format=%h -- src',
    'git log --grep=GNU --author=Grace',
    'git show HEAD~1 --stat',
  ])('still only looks with what was looked at: %s', (line) => {
    expect(looks(line, line.startsWith('git') ? 2 : 1)).toBe(true);
  });

  it.each([
    ['an option that was not looked at', 'ls -Z'],
    ['one among others that were', 'ls -lZ'],
    ['a long one', 'sort --compress-program=sh'],
    ['the start of a long one', 'cat --show'],
    ['a long one without the value that it takes', 'head --lines'],
    ['a value that it does not take', 'wc --words=x'],
    ['a value right behind a short one', 'head -n=x'],
    ['something behind a number', 'head -5x'],
    ['a number that it does not take', 'grep -5'],
    ['a number for another letter', 'head -q5'],
    ['a letter that needs its number', 'grep -A'],
    ['what old programs take for an option', 'sort +1'],
    ['the same, though it ends like a short option', 'head +-n'],
    ['the same, though it ends like a number', 'head +-n5'],
  ])('may do anything with %s', (_, line) => {
    expect(looks(line)).toBe(false);
  });

  it('may do anything with an empty word', () => {
    expect(onlyLooks(['cat', ''], 1)).toBe(false);
  });

  it.each(['..', '../x', '/dev/null', '/p/x', 'C:/x'])(
    'walks through whole folders with a path outside: git diff src %s',
    (path) => {
      expect(looks(`git diff src ${path}`, 2)).toBe(false);
      expect(looks(`git log -- ${path}`, 2)).toBe(true);
      expect(looks('git diff ..main HEAD..x -- src/../a', 2)).toBe(true);
    },
  );

  it('is trusted with the words that the rule names, and no others', () => {
    expect(looks('ls --evil src', 2)).toBe(true);
    expect(looks('ls src --evil', 2)).toBe(false);
    expect(looks('git log --output=x src', 3)).toBe(true);
    expect(looks('git log -5 --output=x', 2)).toBe(false);
  });

  it('has no format that starts another program', () => {
    expect(looks('git log --format=%G?', 2)).toBe(false);
    expect(looks('git show --pretty=format:%GS', 2)).toBe(false);
  });
});

describe('what reads the output of another program', () => {
  const allowed = ['echo *', 'cat', 'git log', 'npm log', 'npm test'].map((text) =>
    rule(`allow command=${text}`),
  );
  const effectOf = (line: string) => decide(command(line), allowed, around).effect;

  it.each(['cat', 'git log'])('may be what only looks: %s', (reader) => {
    expect(effectOf(`echo a | ${reader}`)).toBe('allow');
  });

  it.each(['npm log', 'npm test'])('may be nothing else: %s', (reader) => {
    expect(effectOf(reader)).toBe('allow');
    expect(effectOf(`echo a | ${reader}`)).toBe('ask');
  });
});

describe('any other program', () => {
  it('is none that only looks', () => {
    expect(looks('npm test --x')).toBeUndefined();
    expect(looks('toString x')).toBeUndefined();
    expect(onlyLooks([], 0)).toBeUndefined();
  });

  it('is git with another subcommand, once the rule has named that', () => {
    expect(looks('git commit -m x', 2)).toBeUndefined();
    expect(looks('git toString x', 2)).toBeUndefined();
    expect(looks('git commit -m x', 1)).toBe(false);
    expect(looks('git -C log', 2)).toBe(false);
    expect(looks('git', 1)).toBe(false);
  });
});
