// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { describe, expect, it } from 'vitest';
import { UNKNOWN_COMMAND } from '../../../../src/rules/shell/parts';
import { analyseShell } from '../../../../src/rules/shell/shell';

/** The commands as text: `?` something unknown, `…` the end of a word that is not known, `<` names without a program. */
const runs = (line: string, home?: string): string[] =>
  analyseShell(line, home).commands.map((part) => {
    if (part === UNKNOWN_COMMAND) return '?';
    const words = part.words.map(({ text, known }) => (known ? text : `${text}…`)).join(' ');
    const names = part.names.map(({ text, known }) => ` <${known ? text : `${text}…`}`);
    return words + names.join('');
  });
const writes = (line: string) => analyseShell(line).writes;

describe('the words of a line', () => {
  it.each<[line: string, read: string]>([
    ['a  b\tc', 'a b c'],
    ['\'a b\' "c d"', 'a b c d'],
    ["a''b", 'ab'],
    ['"a\\"b" "\\$x" "\\`" "\\\\" "\\n"', 'a"b $x ` \\ \\n'],
    ['a\\ b \\$x', 'a b $x'],
    ['a\\\nb', 'ab'],
    ['"a\\\nb"', 'ab'],
    ['a "it\'s"', "a it's"],
    ['a~ b=~', 'a~ b=~'],
    ['x ~', 'x /home/user'],
    ['x ~/a', 'x /home/user/a'],
    ['x ~;', 'x /home/user'],
    ['x ~bob/a', 'x …'],
    ['x "~"', 'x ~'],
    ['x a=b', 'x a=b'],
    ['x =a', 'x …'],
    ['x $A', 'x …'],
    ['x a$A', 'x a…'],
    ['x "a$A b" c', 'x a… c'],
    ['x a$', 'x a$'],
    ['x a$/b', 'x a$/b'],
    ['x a$=b', 'x a…'],
    ['x a$~b', 'x a…'],
    ['x a$^b', 'x a…'],
    ['x a$+b', 'x a…'],
    ['x a$?b', 'x a…'],
    ['x $1a', 'x …'],
    ["x a$'b'c d", 'x a… d'],
    ["x $'b\\'c' d", 'x … d'],
    ['x a$"b c" d', 'x a… d'],
    ['x "$\'a\'"', "x $'a'"],
    [`x $${'A'.repeat(200)} b`, 'x … b'],
    ['x a*b', 'x a…'],
    ['x a?b', 'x a…'],
    ['x a[b]c', 'x a…'],
    ['x a[b', 'x a[b'],
    ['x a]b', 'x a]b'],
    ['x a[b[c]', 'x a…'],
    ['x a{b,c}d', 'x a…'],
    ['x a{1..3}', 'x a…'],
    ['x a{b}', 'x a{b}'],
    ['x a,b}', 'x a,b}'],
    ['x a{b,c', 'x a{b,c'],
    ['x a,{b}', 'x a,{b}'],
    ['x a{b{c,d}', 'x a…'],
    ['x "a*" "{b,c}"', 'x a* {b,c}'],
    ['x $A[b]', 'x …'],
    ['x a$B{c,d}', 'x a…'],
    ['x $((1 + 2))a', 'x …'],
    ['x a$/b=c', 'x a$/b=c'],
    ["x $'a\\ b' c", 'x … c'],
    // A list of words or a pattern from its first character on, and where more of it is not known.
    ['x [a]b', 'x …'],
    ['x [a[b]', 'x …'],
    ['x {a,b}', 'x …'],
    ['x {a{b,c}', 'x …'],
    ['x a[b$C]', 'x a…'],
    ['x a{b$C,d}', 'x a…'],
    ['x ${A}b', 'x …'],
    [
      'x ${#A} ${A:1} ${A:1:2} ${A:-b} ${A-b} ${A+b} ${A?b} ${A#b} ${A%b} ${A/b/c} ${A^} ${A,}',
      `x${' …'.repeat(12)}`,
    ],
    ['x ${1} ${@} ${*} ${?} ${$} ${!} ${-} ${A[0]} ${A[@]} ${A[*]}', `x${' …'.repeat(10)}`],
  ])('are read as a shell would: %s', (line, read) => {
    expect(runs(line, '/home/user')).toEqual([read]);
  });

  it('begin nowhere in particular without a home folder', () => {
    expect(runs('x ~/a')).toEqual(['x …']);
  });

  it.each([
    "x 'a",
    'x "a',
    'x \\',
    'x `a',
    "x $'a",
    'x $"a',
    'x $[1]',
    'x $((a))',
    'x $((1 + a))',
    'x $((a + 1))',
    'x $((1 + 2)',
    "x ${A:-$'b'}",
    'x $((1',
    'x $(())',
    'x ${A',
    "x ${A:-'b'}",
    'x ${A:-"b"}',
    'x ${A:-\\b}',
    'x ${A:-${B{}}',
    'x ${A=b}',
    'x ${A:=b}',
    'x ${!A}',
    'x ${A@P}',
    'x ${A[b]}',
    'x ${A:b}',
    'x ${}',
    'x a<(b)',
    'x a>(b)',
  ])('may be beyond what is understood: %s', (line) => {
    expect(runs(line)).toEqual(['?']);
  });
});

describe('the commands of a line', () => {
  it.each<[line: string, commands: readonly string[]]>([
    ['a; b', ['a', 'b']],
    ['a&&b||c|d|&e&f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['a\nb\n\nc', ['a', 'b', 'c']],
    ['a # b; c\nd', ['a', 'd']],
    ['a#b', ['a#b']],
    ['a \\\n b', ['a b']],
    ['# a', []],
    ['', []],
    ['(a; b) && c', ['a', 'b', 'c']],
    ['{ a; }; b', ['a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while ! a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['time -p a -p', ['a -p']],
    ['time -x a', ['-x a']],
    ['a if then fi { } time for', ['a if then fi { } time for']],
    ['for x in a b; do c; done', [' <x <in <a <b', 'c']],
    ['select x in a; do c; done', [' <x <in <a', 'c']],
    ['A=1 B+=2 a C=3', ['a C=3 <1 <2']],
    ['A=$X a', ['a <…']],
    ['1A=2 a', ['1A=2 a']],
    ['AB=1 a', ['a <1']],
    ['a "$(b; c)" d', ['b', 'c', 'a … d']],
    ['a `b` "`c \\"d\\"`"', ['b', 'c d', 'a … …']],
    ['a `b \\"c` `d \\`e\\``', ['b "c', 'e', 'd …', 'a … …']],
    ['a `b \\`c\\``', ['c', 'b …', 'a …']],
    ['a "${X:-$(b)}"', ['b', 'a …']],
    ['a ${X:-$(b)}', ['b', 'a …']],
    ['a `b\\ c`', ['b c', 'a …']],
    ['a <(b) >(c)', ['b', 'c', 'a … …']],
    ['a < b', ['a <b']],
    ['a <b 2<c', ['a <b <c']],
    ['a {fd}<b', ['a <b']],
    ['a 2x<b', ['a 2x <b']],
    ['a b2<c', ['a b2 <c']],
    ['a 12<b', ['a <b']],
    ['< b if a', ['if a <b']],
    ['(a) < b', ['a', ' <b']],
    ['a <<< "b c"', ['a']],
    ['a > $X', ['a <…']],
    ['a 2>&1 <&- >&2- 3<&0', ['a']],
    ['a <<E\nb $(c)\nE\nd', ['a', 'c', 'd']],
    ["a <<'E'\nb $(c)\nE\nd", ['a', 'd']],
    ['a <<\\E\n$(c)\nE\nd', ['a', 'd']],
    ["a <<'E'\nb \\\nE\nd", ['a', 'd']],
    ['a <<-E\n\tb\n\t\tE\nd', ['a', 'd']],
    ['a <<E\n`c`\nE', ['a', 'c']],
    ['a <<A <<B\n$(b)\nA\n$(c)\nB\nd', ['a', 'b', 'c', 'd']],
    ['a <<E; b\n$(c)\nE\nd', ['a', 'b', 'c', 'd']],
    ['a <<E\n"\'(\nE\nd', ['a', 'd']],
    ["a <<E\n$'b\nE\nd", ['a', 'd']],
    ['a <<E\n$(c\nd)\nE', ['a', 'c', 'd']],
    ['a <<-E\nE\t\n$(c)\nE', ['a', 'c']],
  ])('are found: %j', (line, commands) => {
    expect(runs(line)).toEqual(commands);
  });

  it.each([
    'a;;',
    'a;& b',
    'a;| b',
    'a (b)',
    '(a) (b)',
    '(a) b',
    '{ a; } b',
    'fi b',
    '((1))',
    '(a',
    'a)',
    'a <',
    'a < ;',
    'a <<$X\n$X',
    "a <<''\n\n",
    'a <<E',
    'a <<E\nb',
    'a <<E\n\tE',
    'a <<E\nb \\\nE\nE',
    'case x in esac',
    'esac',
    'function f',
    'coproc a',
    '[[ a ]]',
    ']]',
    'in',
    'f() { a; }',
  ])('are followed by what is not understood: %j', (line) => {
    expect(runs(line).at(-1)).toBe('?');
  });

  it('are looked for in a line of a certain length, and no deeper than people write', () => {
    expect(runs(`a ${'b'.repeat(16_382)}`)).not.toContain('?');
    expect(runs(`a ${'b'.repeat(16_383)}`)).toEqual(['?']);
    const nested = (depth: number) => `${'$('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(runs(nested(10))).not.toContain('?');
    expect(runs(nested(40))).toContain('?');
    // One beside the other is not one in the other.
    expect(runs(`a ${'$(b) '.repeat(40)}`)).not.toContain('?');
  });

  it('are looked for no deeper in scripts and texts that are read in their turn', () => {
    expect(runs(`${'eval '.repeat(10)}a`)).not.toContain('?');
    expect(runs(`${'eval '.repeat(40)}a`)).toContain('?');
    const heredocs = (depth: number): string =>
      depth === 0 ? 'a' : `a <<E${depth}\n$(${heredocs(depth - 1)}\n)\nE${depth}\n`;
    expect(runs(heredocs(5))).not.toContain('?');
    expect(runs(heredocs(40))).toContain('?');
  });
});

describe('the files that a line writes', () => {
  it.each<[line: string, written: readonly string[]]>([
    ['a > b', ['b']],
    ['a >b 2>>c', ['b', 'c']],
    ['a >| b', ['b']],
    ['a &> b', ['b']],
    ['a &>> b', ['b']],
    ['a >& b', ['b']],
    ['a >& 2x', ['2x']],
    ['a >& x2', ['x2']],
    ['a > 2', ['2']],
    ['a >& 12', []],
    ['a <> b', ['b']],
    ['a <& b', ['b']],
    ['> b', ['b']],
    ['(a) > b', ['b']],
    ['{ a; } > b', ['b']],
    ['a > "b c"', ['b c']],
    ['a > /dev/null 2> /dev/stderr > /dev/stdout', []],
    ['a < b <<< c', []],
    ['a >&2 >&-', []],
    ['a > $X', []],
  ])('are named: %s', (line, written) => {
    expect(writes(line)).toEqual(written);
  });
});
