import { describe, expect, it } from 'vitest';
import { diffRows, shownDiff } from '../../../src/view/diff';
import { textOf, withMarks } from '../../../src/view/line';

const numbered = (count: number, changed: Record<number, string> = {}): string =>
  Array.from({ length: count }, (_, n) => `${changed[n + 1] ?? n + 1}\n`).join('');
const rows = (oldText: string | null, newText: string): string[] =>
  diffRows({ path: '/p/a', oldText, newText }).rows.map(([sign, text]) => `${sign}${text}`);

describe('the rows of a diff', () => {
  it('say where they are in the new text, or would be', () => {
    const { rows: found } = diffRows({
      path: '/p/a',
      oldText: 'a\nb\nc\nd\n1\n2\n3\n4\n5\n6\n7\ne\n',
      newText: 'a\nB\nBB\nd\n1\n2\n3\n4\n5\n6\n7\n',
    });
    const news = 'a\nB\nBB\nd\n1\n2\n3\n4\n5\n6\n7'.split('\n');
    for (const [sign, text, row] of found) {
      if (sign === '+' || sign === ' ') expect(news[row]).toBe(text);
    }
    const places = found.filter(([sign]) => sign === '-' || sign === '⋯');
    expect(places).toEqual([
      ['-', 'b', 1],
      ['-', 'c', 1],
      ['⋯', '', 8],
      ['-', 'e', 11],
    ]);
  });
});

it.each([
  [null, '', 'empty'],
  ['a\n', 'a\n', 'nothing changed'],
  ['a\nb\n', 'a\r\nb\r\n', 'line endings'],
  ['a', 'a\n', 'line endings'],
])('a diff without lines says what it is about: %j and %j', (oldText, newText, what) => {
  const lines = shownDiff({ path: '/p/a', oldText, newText }, '/p');
  expect(lines.map(textOf)).toEqual([`  a  +0 −0 · ${what}`]);
});

describe('a diff', () => {
  it('shows three lines around each change, and a gap between changes that are far apart', () => {
    expect(rows(numbered(20), numbered(20, { 5: 'five', 15: 'fifteen' }))).toEqual(
      [' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8', '⋯'].concat([
        ' 12',
        ' 13',
        ' 14',
        '-15',
        '+fifteen',
        ' 16',
        ' 17',
        ' 18',
      ]),
    );
  });

  it('shows no line twice where changes are near', () => {
    expect(rows(numbered(9), numbered(9, { 2: 'two', 6: 'six' }))).toEqual([
      ' 1',
      '-2',
      '+two',
      ' 3',
      ' 4',
      ' 5',
      '-6',
      '+six',
      ' 7',
      ' 8',
      ' 9',
    ]);
    expect(rows(numbered(11), numbered(11, { 2: 'two', 9: 'nine' }))).not.toContain('⋯');
    expect(rows(numbered(12), numbered(12, { 2: 'two', 10: 'ten' }))).toContain('⋯');
  });

  it('of a new file is all that comes, and line ends make no difference', () => {
    expect(rows(null, 'a\nb\n')).toEqual(['+a', '+b']);
    expect(rows('', 'a')).toEqual(['+a']);
    expect(rows('a\n', '')).toEqual(['-a']);
    expect(rows('a\r\nb\rc', 'a\nb\nc\n')).toEqual([]);
    expect(rows('a', 'a\n\n')).toEqual([' a', '+']);
  });

  it('has counts and a path to open above it, and says where signs and code stand', () => {
    const diff = { path: '/p/src/a.ts', oldText: 'a\nb\nc\n', newText: 'a\nB\nc\nd\n' };
    const lines = shownDiff(diff, '/p');
    expect(lines.map(textOf)).toEqual([
      '  src/a.ts  +2 −1',
      '    a',
      '  - b',
      '  + B',
      '    c',
      '  + d',
    ]);
    const [, first, ...others] = lines.map((line) => withMarks(line).diff);
    expect(first).toEqual({ path: '/p/src/a.ts', sign: 2, column: 4 });
    expect(others.every((layout) => layout === first)).toBe(true);
    expect(withMarks(lines[0] ?? '')).toMatchObject({
      target: { path: '/p/src/a.ts' },
      spans: [{ group: 'AcpDiffHeader' }, { group: 'AcpDiffAdd' }, { group: 'AcpDiffDelete' }],
    });
  });

  it('of a piece has the numbers of the lines where the call has changed the file', () => {
    const before = numbered(120);
    const after = numbered(120, { 5: 'five\n5b', 110: 'x', 115: 'y' });
    const rows = diffRows({ path: '/p/a', oldText: before, newText: after }).rows;
    const change = {
      path: '/p/a',
      kind: 'modified',
      added: 4,
      removed: 3,
      rows,
      total: 20,
    } as const;
    const lines = (oldText: string, newText: string): string[] =>
      shownDiff({ path: '/p/a', oldText, newText }, '/p', undefined, change).map(textOf).slice(1);
    expect(lines('109\n110\n', '109\nx\n')).toEqual(['  110   109', '  110 - 110', '  111 + x']);
    expect(lines('5\n', 'five\n5b\n')).toEqual(['  5 - 5', '  5 + five', '  6 + 5b']);
    expect(lines('109\n110\n', '109\nz\n')).toEqual(['    109', '  - 110', '  + z']);
  });

  it('of a piece that was changed in several places has no numbers', () => {
    const [oldText, newText] = ['a\nb\na\n', 'c\nb\nc\n'];
    const { rows } = diffRows({ path: '/p/a', oldText, newText });
    const change = {
      path: '/p/a',
      kind: 'modified',
      added: 2,
      removed: 2,
      rows,
      total: 5,
    } as const;
    const piece = { path: '/p/a', oldText: 'a\n', newText: 'c\n' };
    expect(shownDiff(piece, '/p', undefined, change).map(textOf).slice(1)).toEqual([
      '  - a',
      '  + c',
    ]);
  });

  it('is cut after two hundred lines, and counts all', () => {
    const lines = shownDiff({ path: '/p/a', newText: numbered(203) }, '/p').map(textOf);
    expect(lines).toHaveLength(202);
    expect(lines[0]).toContain('+203 −0');
    expect(lines.slice(-2)).toEqual(['  200 + 200', '  … 3 more lines']);
  });
});
