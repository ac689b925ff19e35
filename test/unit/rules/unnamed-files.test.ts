import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/rules/decide';
import { around, command, rule } from '../../support/rules';

const RULES = ['git show *', 'git diff *', 'git log *', 'git *', 'git commit **', 'rg *']
  .map((text) => rule(`allow command=${text}`))
  .concat(rule('deny path=**/.env*'));
const effectOf = (line: string, rules = RULES) => decide(command(line), rules, around).effect;

describe('where a file is denied, what git prints of files that a line does not name', () => {
  it.each([
    'git show',
    'git show HEAD',
    'git show main',
    'git show --stat main',
    'git show HEAD:a.ts main',
    'git show HEAD -- src',
    'git diff main',
    "git diff 'HEAD~1' HEAD",
    'git diff --stat -U3 main',
  ])('is asked about: %s', (line) => {
    expect(effectOf(line)).toBe('ask');
    expect(effectOf(line, [...RULES.slice(0, -1), rule('deny path=/elsewhere/**')])).toBe('allow');
  });

  it.each([
    'git show HEAD:src/a.ts',
    "git show main:a.ts 'HEAD~2:b.ts'",
    "git show --stat 'HEAD~1'",
    'git show -s --oneline',
    'git diff',
    'git diff --cached -- src/a.ts',
    'git diff --name-only main',
    'git diff HEAD:a.ts main:a.ts',
    'git log --oneline --stat -n5 main',
    'git status -sb',
    'git ls-files -s',
    'rg x src',
  ])('is nothing: %s', (line) => {
    expect(effectOf(line)).toBe('allow');
  });

  it('may be a patch of what prints none by itself', () => {
    const rules = [rule('allow command=git commit -v'), rule('deny path=**/.env*')];
    expect(effectOf('git commit -v', rules)).toBe('ask');
    expect(effectOf('git commit', [rule('allow command=git commit'), ...rules])).toBe('allow');
    const log = [rule('allow command=git log -p'), rule('deny path=**/.env*')];
    expect(effectOf('git log -p', log)).toBe('ask');
  });

  it.each(['git archive HEAD', 'git blame src', 'git cat-file -p abc', 'git unheard-of'])(
    'may be what a command that is not looked at prints: %s',
    (line) => {
      const allowed = rule(`allow command=${line}`);
      expect(effectOf(line, [allowed, rule('deny path=**/.env*')])).toBe('ask');
      expect(effectOf(line, [allowed, rule('deny path=/elsewhere/**')])).toBe('allow');
    },
  );
});
