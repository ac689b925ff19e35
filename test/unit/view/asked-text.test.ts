import { describe, expect, it } from 'vitest';
import { askedRow, askedText, cutLine, type Extent } from '../../../src/view/asked-text';
import { counted, isBlank, withoutRuns } from '../../../src/view/blanks';
import { textOf, withMarks } from '../../../src/view/line';

const LOOK = { group: 'AcpOutput' } as const;

/** An extent of this size, and how often something was cut. */
function extent(fields: Partial<Extent>): Extent & { cuts: number } {
  const made = { lines: 10, columns: 20, foldsBlanks: true, ...fields, cuts: 0 };
  return Object.assign(made, { onCut: () => made.cuts++ });
}
const row = (text: string, of: Extent): string =>
  askedRow(text, of)
    .map((part) => (typeof part === 'string' ? part : part[0]))
    .join('');

describe('a line that is too long', () => {
  it('is cut at its limit, and what is cut is counted', () => {
    const exact = extent({ columns: 5 });
    expect(row('12345', exact)).toBe('12345');
    expect(exact.cuts).toBe(0);
    const short = extent({ columns: 4 });
    expect(row('123456', short)).toBe('1234… 2 more characters');
    expect(short.cuts).toBe(1);
  });

  it('is not cut inside of a character', () => {
    expect(row('ab😀cd', extent({ columns: 3 }))).toBe('ab… 4 more characters');
    expect(row('ab😀cd', extent({ columns: 4 }))).toBe('ab😀… 2 more characters');
    for (const edge of ['\u{10000}', '\u{10ffff}'])
      expect(row(`a${edge}b`, extent({ columns: 2 }))).toBe('a… 3 more characters');
  });

  it('counts what is revealed as long as it is shown', () => {
    expect(row('ab\u00a0', extent({ columns: 2 }))).toBe('ab… 1 more characters');
    expect(row('\u00a0\u00a0', extent({ columns: 8 }))).toMatch(/^<U\+00A0>… \d+ more characters$/);
  });

  it('counts the blanks described in it, too', () => {
    const text = `a${' '.repeat(2000)}b`;
    expect(row(text, extent({ columns: 100 }))).toBe('a … 2,000 spaces … b');
    expect(row(text, extent({ columns: 1 }))).toMatch(/^a… \d+ more characters$/);
    expect(row(text, extent({ columns: 5 }))).toBe('a … 2,000 spaces … … 1 more characters');
  });
});

describe('a text that is too long', () => {
  it('is cut at its limit, and the lines that are cut are counted', () => {
    const short = extent({ lines: 2 });
    expect(askedText('1\n2\n3\n4', short, LOOK).map(textOf)).toEqual([
      '  1',
      '  2',
      '  … 2 more lines',
    ]);
    expect(short.cuts).toBe(1);
    const exact = extent({ lines: 2 });
    expect(askedText('1\n2\n', exact, LOOK).map(textOf)).toEqual(['  1', '  2']);
    expect(exact.cuts).toBe(0);
  });

  it('stands out where something is described instead of shown', () => {
    const reported = (text: string, of: Extent): unknown[] =>
      askedText(text, of, LOOK).flatMap((line) =>
        (withMarks(line).spans ?? []).map(({ group }) => group),
      );
    const cut = extent({ columns: 1 });
    expect(reported('abc', cut)).toEqual(['AcpOutput', 'AcpNoticeWarn']);
    expect(reported(`a${' '.repeat(50)}`, extent({}))).toEqual(['AcpOutput', 'AcpNoticeWarn']);
    expect(reported('\n\n\n\n', extent({}))).toEqual(['AcpNoticeWarn']);
  });

  it('is nothing when it is empty', () => {
    expect(askedText('', extent({}), LOOK)).toEqual([]);
    expect(cutLine(-3, extent({}))).toEqual([]);
  });

  it('has what leads it before its first line only, and its look on every line', () => {
    const lines = askedText('a\nb', extent({}), { ...LOOK, lead: '  $ ' }).map(withMarks);
    expect(lines).toEqual([
      {
        text: '  $ a',
        spans: [
          { from: 0, to: 4, group: 'AcpMuted' },
          { from: 4, to: 5, group: 'AcpOutput' },
        ],
      },
      { text: '    b', spans: [{ from: 4, to: 5, group: 'AcpOutput' }] },
    ]);
  });

  it('describes three blank lines and more, unless all of it is wanted', () => {
    const text = 'a\n\n \n\t\nb';
    expect(askedText(text, extent({}), LOOK).map(textOf)).toEqual([
      '  a',
      '  … 3 blank lines …',
      '  b',
    ]);
    expect(askedText(text, extent({ foldsBlanks: false }), LOOK)).toHaveLength(5);
    expect(askedText('a\n\n\n', extent({}), LOOK).map(textOf)).toEqual(['  a', '  ', '  ']);
  });
});

describe('a run of what cannot be seen', () => {
  const reported = (text: string): string[] =>
    withoutRuns(text).flatMap((part) => (typeof part === 'string' ? [] : [part[0].trim()]));

  it.each([
    [' '.repeat(41), '… 41 spaces …'],
    ['\t'.repeat(6), undefined],
    [`${'\t'.repeat(4)}${' '.repeat(8)}`, undefined],
    [`${'\t'.repeat(4)}${' '.repeat(9)}`, '… 13 blanks and unseen characters …'],
    ['\t'.repeat(8), '… 8 tabs …'],
    [`${'\t'.repeat(8)}`, '… 8 tabs …'],
    [' '.repeat(40), undefined],
    ['\u00a0'.repeat(8), '… 8 × <U+00A0> …'],
    ['\u00a0'.repeat(7), undefined],
    ['\\n'.repeat(8), '… 8 escaped line ends …'],
    ['\\n\\r\\t\\n\\n\\n\\n\\n', '… 8 escaped line ends …'],
    ['\\n'.repeat(7), undefined],
    [`${'\u200b\u00a0'.repeat(4)}`, '… 8 blanks and unseen characters …'],
  ])('%j is described where it is long: %s', (run, wanted) => {
    expect(reported(`a${run}b`)).toEqual(wanted ? [wanted] : []);
    expect(withoutRuns(`a${run}b`).at(0)).toMatch(/^a/);
  });

  it('keeps all that can be seen, in its order', () => {
    const blanks = ' '.repeat(50);
    const parts = withoutRuns(`${'\\n'.repeat(9)}one${blanks}two${'\\n'.repeat(9)}`);
    expect(parts.filter((part) => typeof part === 'string')).toEqual(['one', 'two']);
    expect(parts.map((part) => typeof part === 'string')).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(withoutRuns('plain')).toEqual(['plain']);
    expect(withoutRuns('')).toEqual([]);
  });
});

it.each([
  ['', true],
  [' \t\u00a0\u200b\u2800', true],
  [' a', false],
  ['\u0007', false],
])('%j is blank: %s', (text, blank) => {
  expect(isBlank(text)).toBe(blank);
});

it('large numbers are easy to read', () => {
  expect([7, 1234, 1234567].map(counted)).toEqual(['7', '1,234', '1,234,567']);
});

it('marks that pile up on one character are counted', () => {
  expect(withoutRuns(`e${'\u0301'.repeat(300)}; pwn`)).toEqual([
    'e',
    [' … 300 × <U+0301> … ', 'AcpNoticeWarn'],
    '; pwn',
  ]);
  expect(withoutRuns('e\u0301\u0302 वि')).toEqual(['e\u0301\u0302 वि']);
});
