import { describe, expect, it } from 'vitest';
import { type Match, meetsCommand } from '../../../src/rules/deny-command';
import { UNKNOWN_COMMAND } from '../../../src/rules/shell/parts';
import { analyseShell } from '../../../src/rules/shell/shell';

const meets = (rule: string, line: string) =>
  meetsCommand(rule, analyseShell(line).commands[0] ?? UNKNOWN_COMMAND);

describe('a rule that denies a command', () => {
  it.each<[rule: string, line: string, match: Match]>([
    ['git push', 'git push', 'yes'],
    ['git push', 'git push origin', 'yes'],
    ['git push *', 'git push', 'yes'],
    ['git push **', 'git push', 'yes'],
    ['git push **', 'git push -f x', 'yes'],
    ['git push', 'git pushy', 'no'],
    ['git push', 'git', 'no'],
    ['git pu*', 'git push', 'yes'],
    ['g*', 'git', 'yes'],
    [' git  push ', 'git push', 'yes'],
    ['git push -f *', 'git push -f', 'yes'],
    ['git push -f *', 'git push x', 'no'],
    ['git A=1 push', 'git A=1 push', 'yes'],
    ['A=1 git push', 'git push', 'yes'],
    ['_b2=1 git', 'git', 'yes'],
    ['2=1 git', 'git', 'no'],
    ['A=1', 'git', 'no'],
    ['git', '/usr/bin/git', 'yes'],
    ['/usr/bin/git', 'git', 'maybe'],
    ['git', 'GIT', 'maybe'],
    ['git', 'git.exe', 'maybe'],
    ['git push', 'GIT stash', 'no'],
    ['git push', 'git -C x push', 'maybe'],
    ['git push -f', 'git push x -f', 'maybe'],
    ['git push -f', 'git -f push', 'no'],
    ['git a a', 'git x a', 'no'],
    ['git push', 'git $X', 'maybe'],
    ['git push', 'git x $X', 'maybe'],
    ['git push', 'git pu$X', 'maybe'],
    ['git', '$X', 'maybe'],
    ['git', 'gi$X', 'maybe'],
    ['rm', 'xyz rm a', 'maybe'],
    ['rm', 'xyz /bin/RM.exe', 'maybe'],
    ['git push', 'xyz git -v push', 'maybe'],
    ['git push', 'xyz push git', 'no'],
    ['rm', 'xyz $rm', 'no'],
    ['rm', 'cat rm', 'no'],
    ['rm', 'xyz arm', 'no'],
  ])('"%s" meets %s: %s', (rule, line, match) => {
    expect(meets(rule, line)).toBe(match);
  });

  it('is about no names of files without a program', () => {
    expect(meetsCommand('rm', { words: [], names: [] })).toBe('no');
  });
});
