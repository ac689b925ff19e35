// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { describe, expect, it } from 'vitest';
import { mayMeet } from '../../../src/base/glob';
import { decide } from '../../../src/rules/decide';
import { readPlainArgv, readPlainLine } from '../../../src/rules/shell/plain-line';
import { around, command, rule } from '../../support/rules';

const allows = (line: string, ...rules: string[]): boolean =>
  decide(
    command(line),
    rules.map((text) => rule(`allow ${text}`)),
    around,
  ).effect === 'allow';

describe('on Windows, where a line may be for cmd.exe', () => {
  const verdict = (line: string, isWindows: boolean) =>
    decide(
      command(line),
      ['ls', 'ls *'].map((text) => rule(`allow command=${text}`)),
      {
        ...around,
        isWindows,
      },
    );

  it.each(["ls 'a&pwn'", "ls 'a b'", 'ls a%PATH%', 'ls; ls', "ls '\"'"])(
    'what it reads otherwise asks: %s',
    (line) => {
      expect(verdict(line, false).effect).toBe('allow');
      expect(verdict(line, true)).toMatchObject({
        effect: 'ask',
        why: expect.stringContaining('cmd.exe'),
      });
    },
  );

  it('all else is read alike', () => {
    expect(verdict('ls "a b" && ls -la src | ls 2>&1', true).effect).toBe('allow');
  });
});

describe('a plain line', () => {
  it('is commands with their words', () => {
    expect(readPlainLine(`A=1 npm 't e' "it's" --x=y | cat src/*.ts 2>&1 && ls\n`)).toEqual({
      commands: [
        {
          env: ['A=1'],
          words: ['npm', 't e', "it's", '--x=y'].map((text) => ({ text, pattern: false })),
          piped: false,
        },
        {
          env: [],
          words: [
            { text: 'cat', pattern: false },
            { text: 'src/*.ts', pattern: true },
          ],
          piped: true,
        },
        { env: [], words: [{ text: 'ls', pattern: false }], piped: false },
      ],
    });
  });

  it.each([
    ['ls $x', 'a $'],
    ['ls "$x"', 'a $ in quotes'],
    ['ls `x`', 'backticks'],
    ['ls \\a', 'a backslash'],
    ["ls 'a\\'", 'a \\ in quotes'],
    ['ls !x', 'a !'],
    ["ls '!'", 'a ! in quotes'],
    ['ls ~', 'a ~'],
    ['ls #', 'a #'],
    ['ls {a}', 'braces'],
    ['ls [a]', 'brackets'],
    ['ls ?', 'a ?'],
    ['ls (a)', 'a ('],
    ['ls & ls', 'an &'],
    ['ls &> x', 'an &'],
    ['ls > x', 'a redirection to a file'],
    ['ls < x', 'a redirection from a file'],
    ['ls\nls', 'a line break'],
    ['ls;;ls', 'a ;;'],
    ['ls |& ls', 'a |&'],
    ['ls *', 'a * at the beginning of a word'],
    ['ls ""*', 'a * at the beginning of a word'],
    ['ls -*', 'a * in an option'],
    ['ls a**', 'a **'],
    ['ls ./.*', 'a * behind a dot'],
    ['ls a=b', 'an = in a word that is no option'],
    ['ls -a=b=c', 'more than one = in a word'],
    ['ls -"a"=b', 'an = behind quotes'],
    ['A=* ls', 'a * in an assignment'],
    ['ls "a', 'an unclosed "'],
    ["ls 'a", "an unclosed '"],
    ["ls 'a''b'", "'' inside a word"],
    ['ls\tx', 'unusual characters'],
    ['ls \u00e9', 'unusual characters'],
    ["ls '\u00e9'", 'unusual characters'],
    ['ls\r', 'unusual characters'],
    ['ls \0', 'unusual characters'],
    ['ls >/dev/null x', 'words behind a redirection'],
    ['', 'a part without a command'],
    ['ls &&', 'a part without a command'],
    ['A=1', 'a part without a command'],
    ['>/dev/null', 'a part without a command'],
    ['if ls', '"if" where a command is expected'],
    ["'while' ls", '"while" where a command is expected'],
    ['- ls', '"-" where a command is expected'],
    ['%1', 'a %'],
    ['ls %1', 'a %'],
    ["'a b'", '"a b" where a command is expected'],
    [`ls ${'a'.repeat(5000)}`, 'its length'],
  ])('is not %j', (line, uncertainty) => {
    expect(readPlainLine(line)).toEqual({ uncertainty });
  });

  it('may be given as words, when they would stay what they are', () => {
    expect(readPlainArgv(['git', 'log', '--format=%h'])).toEqual(
      readPlainLine('git log --format=%h'),
    );
    expect(readPlainArgv(['A=1', 'ls'])).toEqual({ uncertainty: 'an = in the name of a program' });
    expect(readPlainArgv(['ls', 'a b'])).toEqual({
      uncertainty: 'an argument with unusual characters',
    });
    expect(readPlainArgv(['ls', ''])).toHaveProperty('uncertainty');
  });
});

describe('a rule that allows', () => {
  it('covers exactly what it names', () => {
    expect(allows('npm test', 'command=npm test')).toBe(true);
    expect(allows('\'npm\'  "test"', 'command=npm test')).toBe(true);
    expect(allows('npm test x', 'command=npm test')).toBe(false);
    expect(allows('npm test -x', 'command=npm test')).toBe(false);
    expect(allows('npm', 'command=npm test')).toBe(false);
    expect(allows('npm test src/*', 'command=npm test src/*')).toBe(false);
    expect(allows('git', 'command=git')).toBe(true);
    expect(allows('git status', 'command=git')).toBe(false);
  });

  it('covers further plain words behind a star, options where it names them', () => {
    const star = 'command=npm test *';
    for (const line of ['npm test', 'npm test a src/b.ts', 'npm test src/*.ts 1 .']) {
      expect([line, allows(line, star)]).toEqual([line, true]);
    }
    for (const line of [
      'npm test -x',
      'npm test a --x',
      "npm test '-x'",
      'npm test --',
      'npm test +x',
    ]) {
      expect([line, allows(line, star)]).toEqual([line, false]);
    }
    for (const line of [
      "npm test 'a b'",
      "npm test 'x;y'",
      "npm test ''",
      'npm test @x',
      'npm test :x',
    ]) {
      expect([line, allows(line, star)]).toEqual([line, false]);
    }
    expect(allows('npm test -- --watch', 'command=npm test -- --watch')).toBe(true);
    expect(allows('npm test -w x', 'command=npm test -w *')).toBe(true);
    expect(allows('npm test -w -x', 'command=npm test -w *')).toBe(false);
  });

  it('knows a star inside a word for safe characters, and never for a program', () => {
    expect(allows('npm run test:unit', 'command=npm run test:*')).toBe(true);
    expect(allows('npm run test:a b', 'command=npm run test:*')).toBe(false);
    expect(allows("npm run 'test:a;b'", 'command=npm run test:*')).toBe(false);
    expect(allows('eslint src/a', 'command=eslint src/*')).toBe(true);
    expect(allows('eslint src/../../a', 'command=eslint src/*')).toBe(false);
    expect(allows('x -a --n=1', 'command=x -a --n=*')).toBe(true);
    expect(allows('x --n', 'command=x *n')).toBe(false);
    expect(allows('make a b', 'command=make * b')).toBe(true);
    expect(allows('x -a b', 'command=x * b')).toBe(false);
    expect(allows('ls', 'command=*')).toBe(false);
    expect(allows('ls', 'command=l*')).toBe(false);
    expect(allows('./scripts/x', 'command=./scripts/*')).toBe(false);
  });

  it('takes known options of programs that only look', () => {
    for (const line of [
      'git log --oneline -5',
      'git status -sb',
      'git diff --stat HEAD',
      'git log x',
    ]) {
      expect([line, allows(line, 'command=git *')]).toEqual([line, true]);
    }
    for (const line of [
      'git add x',
      'git log --output=x',
      'git -C x log',
      'git',
      'git log --format=%G',
    ]) {
      expect([line, line === 'git' || allows(line, 'command=git *')]).toEqual([
        line,
        line === 'git',
      ]);
    }
    expect(allows('git add x', 'command=git add *')).toBe(true);
    expect(allows('git add -A', 'command=git add *')).toBe(false);
    expect(allows('git -C x push', 'command=git -C x *')).toBe(false);
    expect(allows('git bisect run x', 'command=git bisect *')).toBe(false);
    expect(allows('ls -la --color=never', 'command=ls *')).toBe(true);
    expect(allows('head -n5 -20 x', 'command=head *')).toBe(true);
    expect(allows("grep -nA3 'a b' x", 'command=grep *')).toBe(false);
    expect(allows("grep -n -A3 'a b' x", 'command=grep *')).toBe(true);
    expect(allows('ls --col', 'command=ls *')).toBe(false);
  });

  it('names wrappers exactly, and all assignments', () => {
    for (const line of [
      'sudo ls',
      'env ls',
      'xargs ls',
      'nice ls',
      'npx ls',
      'time ls',
      'bash -c ls',
    ]) {
      expect([line, allows(line, `command=${line}`)]).toEqual([line, true]);
      const [program = ''] = line.split(' ');
      const stars = [`command=${program} *`, `command=${line} *`, 'command=ls *', 'command=ls'];
      expect([line, allows(`${line} x`, ...stars)]).toEqual([line, false]);
      expect([line, allows(line, 'kind=execute')]).toEqual([line, false]);
    }
    expect(allows('CI=1 npm test', 'command=npm test', 'kind=execute')).toBe(false);
    expect(allows('CI=1 npm test', 'command=CI=1 npm test')).toBe(true);
    expect(allows('CI=2 npm test', 'command=CI=1 npm test')).toBe(false);
    expect(allows('npm test', 'command=CI=1 npm test')).toBe(false);
    expect(allows('B=1 A=1 npm test', 'command=A=1 B=1 npm test')).toBe(false);
  });

  it('of no command covers plain lines of programs that are known', () => {
    expect(allows('npm test && make x', 'kind=execute')).toBe(true);
    expect(allows('npm test', '')).toBe(true);
    expect(allows('npm test $x', 'kind=execute')).toBe(false);
    expect(allows('cat x | make', 'kind=execute')).toBe(false);
  });

  it('covers nothing behind a change of folder, and no program that reads a program', () => {
    expect(allows('cd src', 'command=cd src')).toBe(true);
    expect(allows('cd src && ls', 'command=cd src', 'command=ls')).toBe(false);
    expect(allows('ls | node', 'command=ls', 'command=node')).toBe(false);
    expect(allows('ls | git apply', 'command=ls', 'command=git apply')).toBe(false);
    expect(allows('ls | wc -l', 'command=ls', 'command=wc -l')).toBe(true);
  });
});

describe('a rule that denies', () => {
  const effect = (line: string, ...rules: string[]) =>
    decide(command(line), rules.map(rule), around).effect;

  it('looks into what is taken apart differently, and asks where it cannot', () => {
    expect(effect('echo "`\\"rm\\" x`"', 'deny command=rm')).toBe('deny');
    expect(effect('for x PATH in a; do rm y; done', 'deny command=rm')).toBe('deny');
    expect(effect('rm x; echo ${x', 'deny command=rm')).toBe('deny');
    expect(effect('rm x # \u202e', 'deny command=rm')).toBe('deny');
    const unread = decide(command('case x in x) rm y;; esac'), [rule('deny command=rm')], around);
    expect(unread).toMatchObject({ effect: 'ask', final: true });
    expect(effect('sudo --strange rm x', 'deny command=rm', 'allow')).toBe('ask');
    expect(decide(command('sudo --strange rm x'), [rule('deny command=rm')], around)).toMatchObject(
      {
        final: true,
      },
    );
  });

  it('sees files in loops, assignments and redirections', () => {
    expect(effect('for f in a .env; do cat $f; done', 'deny path=.env')).toBe('deny');
    expect(effect('F=.env; cat $F', 'deny path=.env')).toBe('deny');
    expect(effect('cat < .env', 'deny path=.env')).toBe('deny');
    expect(decide(command('cat < .e*'), [rule('deny path=.env')], around)).toMatchObject({
      effect: 'ask',
      final: true,
    });
  });

  it('asks where a path of a line may lead elsewhere', () => {
    const asks = (line: string) => effect(line, 'allow command=cat *', 'deny path=sub/key');
    expect(asks('cat link/../key')).toBe('ask');
    expect(asks('cat /proc/self/cwd/sub/key')).toBe('ask');
    expect(asks('cat ../project/sub/key')).toBe('deny');
    const realPath = (path: string): string => path.replace(/^\/project/, '/real/p');
    const rules = ['allow command=cat *', 'deny path=/real/key'].map(rule);
    expect(decide(command('cat ../key'), rules, { ...around, realPath }).effect).toBe('deny');
  });

  it('asks where another program may start it', () => {
    expect(effect('unbuffer rm x', 'deny command=rm', 'allow kind=execute')).toBe('ask');
    expect(effect('x run git -f push', 'deny command=git push', 'allow kind=execute')).toBe('ask');
    expect(effect('echo rm x', 'deny command=rm', 'allow command=echo *')).toBe('allow');
    expect(effect('bash x.sh', 'deny command=rm', 'allow command=bash x.sh')).toBe('allow');
  });

  it('about a path is about a program in it', () => {
    expect(effect('./bin/x', 'deny path=bin/**', 'allow command=./bin/x')).toBe('deny');
  });

  it('takes a star at the end as more words, or none', () => {
    expect(effect('git push', 'deny command=git push *')).toBe('deny');
    expect(effect('git push -f x', 'deny command=git push *')).toBe('deny');
  });
});

it.each([
  ['/p/src/*', '**/.env*', true],
  ['/p/.e*', '/p/.env', true],
  ['/p/src/*', '/p/.env', false],
  ['/p/a*', '/p/secrets/**', false],
  ['/p/s*', '/p/secrets/**', true],
  ['/p/a/*', '/p/a/**/z', true],
  ['/p/{a,b}', '/p/b', true],
  ['/p/[ab]c', '/p/bc', true],
  ['/p/\\*', '/p/x', false],
  ['/p/x', '/p/{x,y}', true],
  ['/p/[id]/page.ts', '**/.env*', false],
  ['/p/?env', '**/.env*', true],
  ['/p/[.]env', '**/.env*', true],
])('the patterns %s and %s may meet: %s', (one, other, may) => {
  expect(mayMeet(one, other)).toBe(may);
  expect(mayMeet(other, one)).toBe(may);
});
