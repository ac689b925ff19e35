// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { readFileSync } from 'node:fs';
import fc from 'fast-check';

/** The lines of a fixture: not its headings; `⏎` is a line break. */
export function linesOf(name: string): string[] {
  return readFileSync(new URL(`../fixtures/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('## '))
    .map((line) => line.replaceAll('⏎', '\n'));
}

const PROGRAMS = ['npm test', 'git log', 'ls', 'cat', 'git', 'npm', 'pwn', 'command ls', 'A=1 ls'];

const WORDS = [
  ...['src/a.ts', 'src/*.ts', 'src/b.*', './src', 'HEAD', 'a:b', 'x,y', 'a%b', 'a@b', '-la', '-n5'],
  ...['--oneline', '--format=%h', "'a b'", '"a b"', `"it's"`, `'say "x"'`, '2>&1', '>/dev/null'],
  ...[
    '2> /dev/null',
    '</dev/null',
    '--',
    '-n',
    '--output=out',
    '*',
    '-*',
    '.env',
    "'*'",
    '""',
    "''",
  ],
  ...[
    '$X',
    '${x- --output=out}',
    '$(pwn)',
    '`pwn`',
    '> out',
    '&> out',
    '~',
    '=pwn',
    '#',
    '!!',
    '%1',
  ],
  ...['--=x', '-=x', '--x=y', '--a=b:c', '-x=.', '@a', ':x', '-', ',x', 'x,', '1', '2', 'a2', '%x'],
  ...['{a,b}', '[ab]', "$'a'", '$"a"', '\\;', '*(e:pwn:)', '$~x', 'A=b', '<<E\n', '@x', '+x', '^x'],
];

const JOINTS = [
  ' && ',
  ' || ',
  '; ',
  ' | ',
  ';',
  '&&',
  '|',
  ' & ',
  '\n',
  ' |& ',
  ';; ',
  ' ',
  ' &&\n',
];

const BREAKING = [
  ...'\'"`$(){}[]<>|&;\\ \n\t\r#!~=*?-+^%@:,.1',
  ...['$(', '$((', '))', '${', '}', "$'", '\\\n', '; pwn ', ' pwn ', '$(pwn)', '`pwn`', "'; pwn '"],
  ...[
    '&>',
    '>&',
    '2>',
    '<<',
    '<<<',
    '<(',
    '() ',
    ' } ',
    '=(',
    '*(',
    '~+',
    '!!',
    '\0',
    '\u00a0',
    '\u2028',
  ],
];

const part = fc
  .tuple(fc.constantFrom(...PROGRAMS), fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }))
  .map(([program, words]) => [program, ...words].join(' '));

const line = fc
  .tuple(part, fc.array(fc.tuple(fc.constantFrom(...JOINTS), part), { maxLength: 2 }))
  .map(([first, rest]) => first + rest.flat().join(''));

const breaks = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...BREAKING)), { maxLength: 2 });

/** Lines that are right, broken in a place or two. */
const attack = fc.tuple(line, breaks).map(([text, pieces]) =>
  pieces.reduce((all, [place, piece]) => {
    const at = place % (all.length + 1);
    return all.slice(0, at) + piece + all.slice(at);
  }, text),
);

export function randomAttacks(seed: number, numRuns: number): string[] {
  return [...new Set(fc.sample(attack, { seed, numRuns }))];
}
