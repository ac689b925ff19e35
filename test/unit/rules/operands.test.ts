import { describe, expect, it } from 'vitest';
import { coversCommand } from '../../../src/rules/allow-command';
import { decide } from '../../../src/rules/decide';
import { takesOperands } from '../../../src/rules/operands';
import { around, command, rule } from '../../support/rules';

const verdict = (line: string, ...rules: string[]) =>
  decide(
    command(line),
    rules.map((text) => rule(`allow ${text}`)),
    around,
  );
const allows = (line: string, ...rules: string[]): boolean =>
  verdict(line, ...rules).effect === 'allow';

describe('words after which operands follow', () => {
  it.each([
    'make',
    'npm run',
    'pnpm run',
    'npm test',
    'npm run exec',
    'cargo build --release',
    'cargo nextest run',
    'git checkout -b',
    'golangci-lint run',
    'node --test',
    'npx vitest run',
    'python3 -m pytest',
    'bundle exec rspec',
    'uv run ruff check',
  ])('%s', (text) => {
    expect(takesOperands(text.split(' '))).toBe(true);
  });

  it.each([
    '',
    'sudo',
    'sudo ls',
    'sudo make',
    '/usr/bin/SUDO.exe ls',
    'docker',
    'docker -H',
    'docker run',
    'docker exec',
    'yarn run',
    'git',
    'git -C x checkout',
    'git bisect',
    'git submodule',
    'git push',
    'npm exec',
    'npm install',
    'npx',
    'npx ls',
    'npx npx vitest',
    'python3 -m',
    'python3 x.py',
    'xyz shell',
    'xyz make',
    'lua',
    'Rscript',
    'm4',
    'nvim',
    'uniq',
    'date -u',
    'hyperfine',
    'a-program-that-nobody-knows',
    'run',
    'nextest run',
    'constructor',
  ])('none after: %j', (text) => {
    expect(takesOperands(text.split(' '))).toBe(false);
  });
});

describe('a star in a rule that allows', () => {
  it('takes words only where they are known to be operands', () => {
    expect(allows('make all', 'command=make *')).toBe(true);
    expect(allows('./bin/rspec spec/a.rb', 'command=./bin/rspec *')).toBe(true);
    expect(allows('npx eslint src/*.ts', 'command=npx eslint *')).toBe(true);
    expect(allows('npx eslint --config x', 'command=npx eslint *')).toBe(false);
    for (const program of ['xyz', 'hyperfine', 'sudo', 'npx', 'git push', 'docker run']) {
      expect([program, allows(`${program} rm`, `command=${program} *`)]).toEqual([program, false]);
      expect([program, allows(`${program} rm`, `command=${program} r*`)]).toEqual([program, false]);
      expect([program, allows(`${program} rm x`, `command=${program} * x`)]).toEqual([
        program,
        false,
      ]);
    }
    expect(allows('xyz', 'command=xyz *')).toBe(true);
    expect(allows('make a b', 'command=make * b')).toBe(true);
    expect(allows('cat src/a b', 'command=cat src/* b')).toBe(true);
  });

  it('stands for safe characters in the value of an option that is named', () => {
    expect(allows('xyz -na', 'command=xyz -n*')).toBe(true);
    expect(allows("xyz '-na b'", 'command=xyz -n*')).toBe(false);
    expect(allows('make all', 'command= make   * ')).toBe(true);
  });

  it('does not stand for a way up', () => {
    const words = (...texts: string[]) => texts.map((text) => ({ text, pattern: false }));
    const covers = (path: string) =>
      coversCommand('make src/*', {
        env: [],
        words: [{ text: 'make', pattern: false }, ...words(path)],
        piped: false,
      });
    expect(covers('src/a')).toBe(true);
    expect(covers('src/a..b')).toBe(true);
    expect(covers('src/../a')).toBe(false);
  });

  it('is said to be about words that are not known', () => {
    expect(verdict('xyz a', 'command=ls *', 'command=xyz *').why).toBe(
      '"allow command=xyz *" (options) does not take all words of the command "xyz a": ' +
        'what they are to it is not known',
    );
    expect(verdict('xyz -a', 'command=xyz *').why).toBe('no rule is about the command "xyz -a"');
    expect(verdict('abc a', 'command=xyz *').why).toBe('no rule is about the command "abc a"');
  });

  it('written twice takes any plain words, of the user\u2019s own knowledge', () => {
    expect(allows('./scripts/x a src/b.ts', 'command=./scripts/x **')).toBe(true);
    expect(allows('./scripts/x', 'command=./scripts/x **')).toBe(true);
    expect(allows('./scripts/x e2e/a', 'command=./scripts/x e2e/**')).toBe(true);
    expect(allows('xyz a b', 'command=xyz ** b')).toBe(true);
    expect(allows('cat -n a', 'command=cat **')).toBe(true);
    for (const line of [
      './scripts/x -a',
      './scripts/x a -a',
      "./scripts/x 'a b'",
      './scripts/x @a',
      './scripts/x $a',
    ]) {
      expect([line, allows(line, 'command=./scripts/x **')]).toEqual([line, false]);
    }
    expect(allows('./scripts/x e2e/../../a', 'command=./scripts/x e2e/**')).toBe(false);
    expect(allows('ls', 'command=**')).toBe(false);
    expect(allows('ls', 'command=*')).toBe(false);
    expect(allows('ls a', 'command=l** a')).toBe(false);
  });
});

describe('a rule that allows, of no command', () => {
  it.each(['ls -la', 'git log -5', 'git add x', 'make x', 'npx eslint src/a.ts', 'npm run x'])(
    'covers what is known: %s',
    (line) => {
      expect(allows(line, 'kind=execute')).toBe(true);
      expect(allows(line, '')).toBe(true);
    },
  );

  it.each([
    'xyz',
    'xyz a',
    './evil/make x',
    'npx ./evil/eslint x',
    'make --eval=x',
    'node x.js',
    'git log --output=x',
    'git push origin',
    'A=1 make',
  ])('asks about the rest: %s', (line) => {
    expect(allows(line, 'kind=execute')).toBe(false);
    expect(allows(line, '')).toBe(false);
  });
});
