import { describe, expect, it } from 'vitest';
import type { PlacedChange, ShownChange } from '../../../src/model/proposal';
import { askedDiff } from '../../../src/view/asked-diff';
import { SHORT, WHOLE } from '../../../src/view/asked-text';
import { textOf, withMarks } from '../../../src/view/line';

const before = Array.from({ length: 120 }, (_, at) => `line ${at + 1}`);
const placed = (fields: Partial<PlacedChange> = {}): PlacedChange => ({
  kind: 'placed',
  path: '/p/a.ts',
  before,
  after: before.with(99, 'changed').toSpliced(9, 0, 'inserted'),
  isNew: false,
  ...fields,
});
const shown = (change: ShownChange, extent = SHORT): string[] =>
  askedDiff(change, '/p', extent).map(textOf);

describe('a change at its place', () => {
  it('has the numbers of the file, as it is and as it will be', () => {
    expect(shown(placed())).toEqual([
      '  a.ts  +2 −1',
      '    7   7   line 7',
      '    8   8   line 8',
      '    9   9   line 9',
      '       10 + inserted',
      '   10  11   line 10',
      '   11  12   line 11',
      '   12  13   line 12',
      '  ⋯',
      '   97  98   line 97',
      '   98  99   line 98',
      '   99 100   line 99',
      '  100     - line 100',
      '      101 + changed',
      '  101 102   line 101',
      '  102 103   line 102',
      '  103 104   line 103',
    ]);
    const [, , , , added] = askedDiff(placed(), '/p', SHORT).map(withMarks);
    expect(added?.diff).toEqual({ path: '/p/a.ts', sign: 10, column: 12 });
  });

  it('says that the file is new', () => {
    const change = placed({ before: [], after: ['a'], isNew: true });
    expect(shown(change)).toEqual(['  a.ts  +1 −0  new file', '    1 + a']);
  });

  it('counts what is cut, and reveals what cannot be seen', () => {
    const after = Array.from({ length: 9 }, () => 'x\u202Ey');
    const cut = shown(placed({ before: [], after }), { ...SHORT, lines: 2 });
    expect(cut.slice(1)).toEqual(['    1 + x<U+202E>y', '    2 + x<U+202E>y', '  … 7 more lines']);
    expect(shown(placed({ before: [], after }), WHOLE)).toHaveLength(10);
  });
});

describe('a change without a place', () => {
  const change = { path: '/p/a.ts', oldText: 'old', newText: 'new' };

  it.each([
    [{ is: 'absent' }, 'not found in the file as it is now'],
    [{ is: 'missing' }, 'there is no such file'],
    [{ is: 'large' }, 'the file is too large to look for it'],
    [{ is: 'overlapping' }, 'where another of these changes is'],
    [{ is: 'repeated', times: 3 }, 'found 3 times in the file'],
    [{ is: 'replacing', lines: 1 }, 'there is such a file already, of 1 line'],
    [{ is: 'replacing', lines: 1200 }, 'there is such a file already, of 1,200 lines'],
  ] as const)('says why: %j', (why, text) => {
    expect(shown({ kind: 'alone', path: change.path, change, why })).toEqual([
      '  a.ts  +1 −1',
      `  ${text}`,
      '  - old',
      '  + new',
    ]);
  });

  it('says nothing where nothing is known of the file', () => {
    expect(shown({ kind: 'alone', path: change.path, change })).toHaveLength(3);
  });
});
