// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { describe, expect, it } from 'vitest';
import { isPattern, looseMentions, mentionsOf } from '../../../../src/rules/shell/command-paths';
import { UNKNOWN_COMMAND } from '../../../../src/rules/shell/parts';
import { analyseShell } from '../../../../src/rules/shell/shell';

const mentions = (line: string, home: string | undefined = '/home/user') =>
  mentionsOf(analyseShell(line, home).commands.at(-1) ?? UNKNOWN_COMMAND, home);
const paths = (line: string) => mentions(line).paths;
const loose = (line: string) => mentions(line).loose;

describe('the files that a command names', () => {
  it.each<[line: string, named: readonly string[]]>([
    ['cat', []],
    ['cat a b/c', ['a', 'b/c']],
    ['./run a', ['./run', 'a']],
    ['"bin/my run" a', ['bin/my run', 'a']],
    ['grep --file=.env', ['.env']],
    ['dd -of=.env', ['.env']],
    ['dd of=.env', ['of=.env']],
    ['grep --file=', ['--file=']],
    ['grep -f.env', ['-f.env', '.env']],
    ['grep -f', ['-f']],
    ['grep --file', ['--file']],
    ['cat < .env', ['.env']],
    ['F=.env make', ['.env']],
    ['cat ""', []],
    ['cat ~/.env', ['/home/user/.env']],
    ['cat $HOME/.env', ['/home/user/.env']],
    ['cat "${HOME}/.env"', ['/home/user/.env']],
    ["cat $HOME/'my x'", ['/home/user/my x']],
    ['cat $HOME/my\\ x', ['/home/user/my x']],
    ['cat $HOMES/.env', []],
    ['cat a$X', ['a']],
    ['cat a`ls`', ['a']],
    ['cat $X', []],
    ['cat a*', ['a']],
  ])('are known: %s', (line, named) => {
    expect(paths(line)).toEqual(named);
  });

  it('are not known below a home folder that is not', () => {
    expect(
      mentionsOf({ words: analyseShell('cat $HOME/x').commands[0]?.words ?? [], names: [] }).paths,
    ).toEqual([]);
  });

  it.each<[line: string, some: readonly string[]]>([
    ['cat .en*', ['.en*']],
    ['cat .en?', ['.en?']],
    ['cat .en[v]', ['.en[v]']],
    ['cat {.env,x}', ['{.env,x}', '.env']],
    ['cat $HOME/.en*', ['/home/user/.en*']],
    ['cat "$HOME"/.en*', ['/home/user/.en*']],
    ["cat '.en'*", ['.en*']],
    ['git show HEAD:.env', ['.env', 'HEAD']],
    ['curl -F x=@.env', ['.env', 'x', '@.env']],
    ['x a:b:c', ['a', 'b', 'c', 'b:c']],
    ['tar -xf.env', ['.env', 'f.env']],
    ['x $X:.env', ['.env']],
    ['x "$X":".env"', ['.env']],
  ])('may be named in part: %s', (line, some) => {
    expect(loose(line)).toEqual(expect.arrayContaining([...some]));
  });

  it('are not guessed where a word is plain', () => {
    expect(loose('cat src/a.ts -')).toEqual([]);
    expect(loose('cat "*"')).toEqual(['*']);
    expect(loose('tar xf.env')).toEqual([]);
  });

  it('may be any in a word that is too long, or has too many parts, to be taken apart', () => {
    expect(loose(`x ${'a'.repeat(256)}`)).toEqual([]);
    expect(loose(`x ${'a'.repeat(257)}`)).toEqual(['**']);
    expect(loose(`x ${':a'.repeat(32)}`)).not.toContain('**');
    expect(loose(`x ${':a'.repeat(33)}`)).toEqual(['**']);
  });

  it('are none with a name that no system opens', () => {
    const line = (length: number) => ({
      words: ['x', 'a'.repeat(length)].map((text) => ({ text, raw: text, known: true })),
      names: [],
    });
    expect(mentionsOf(line(32 * 1024)).paths).toHaveLength(1);
    expect(mentionsOf(line(32 * 1024 + 1)).paths).toEqual([]);
  });
});

describe('any text', () => {
  it('may name a file as a whole and in part, each once', () => {
    expect(looseMentions('a:b:b')).toEqual(['a:b:b', 'a', 'b', 'b:b']);
    expect(looseMentions('.en*')).toEqual(['.en*']);
    expect(looseMentions('')).toEqual([]);
  });

  it('is a pattern when it may match names of files', () => {
    expect(['a*', 'a?', '[a]', '{a,b}'].every(isPattern)).toBe(true);
    expect(['a', ']', 'a}', '', 'a.b-c/d'].some(isPattern)).toBe(false);
  });
});
