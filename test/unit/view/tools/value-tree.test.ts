import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOf, withMarks } from '../../../../src/view/line';
import { treeLines } from '../../../../src/view/tools/value-tree';

const texts = (value: unknown): string[] => treeLines(value).map(textOf);

describe('a value as a tree', () => {
  it('has names and values, one a line', () => {
    const value = {
      title: 'Fix it',
      open: true,
      labels: ['bug', 'ui'],
      author: { name: 'Ada', team: null },
      notes: 'one\ntwo\n',
      files: [
        { path: 'a.ts', lines: [1, 2] },
        { path: 'b.ts', by: { name: 'Bo' } },
      ],
      none: [],
      empty: '',
    };
    expect(texts(value)).toEqual([
      '  title: Fix it',
      '  open: true',
      '  labels: bug, ui',
      '  author:',
      '    name: Ada',
      '    team: none',
      '  notes:',
      '    one',
      '    two',
      '  files:',
      '    - path: a.ts',
      '      lines: 1, 2',
      '    - path: b.ts',
      '      by:',
      '        name: Bo',
      '  none: []',
      '  empty: ""',
    ]);
    expect(withMarks(treeLines({ a: 1 })[0] ?? '').spans).toEqual([
      { from: 2, to: 4, group: 'AcpMuted' },
    ]);
  });

  it.each([[null], [undefined], [{}], [[]], ['']])('is nothing for %j', (value) => {
    expect(treeLines(value)).toEqual([]);
  });

  it('is a line for each item of a list, and the lines of a text', () => {
    expect(texts(['a', { b: 1, c: 2 }, [3, [4, { d: 5 }]]])).toEqual([
      '  - a',
      '  - b: 1',
      '    c: 2',
      '  - - 3',
      '    - - 4',
      '      - d: 5',
    ]);
    expect(texts('one\ntwo')).toEqual(['  one', '  two']);
    expect(texts(0)).toEqual(['  0']);
  });

  it('ends after so many lines, and is not nested without end', () => {
    expect(treeLines(Array.from({ length: 1e6 }, (_, index) => ({ index })))).toHaveLength(201);
    expect(texts(Array.from({ length: 300 }, () => ({ a: 1 }))).at(-1)).toBe('  … and more');
    const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);
    expect(texts(deep).at(-1)).toMatch(/^ {16}a: \{"a":/);
  });

  it('is short however much there is, and says of what it cuts how much that was', () => {
    expect(texts({ all: Array.from({ length: 1e6 }, () => 1) })).toHaveLength(201);
    expect(texts({ ['k'.repeat(3000)]: 'x'.repeat(3000) })).toEqual([
      `  ${'k'.repeat(2000)}… 1000 more characters: ${'x'.repeat(2000)}… 1000 more characters`,
    ]);
    expect(texts('a\n'.repeat(300)).at(-1)).toBe('  … and more');
    expect(texts({ dos: 'a\r\nb\r\n', one: 'c\r\n' })).toEqual([
      '  dos:',
      '    a',
      '    b',
      '  one: c',
    ]);
    const deep = JSON.parse(`${'[1,'.repeat(100_000)}2${']'.repeat(100_000)}`);
    expect(texts(deep).at(-1)).toMatch(/nested too deeply/);
  });

  it('shows what would not be seen, and lets nothing through', () => {
    expect(texts({ 'a\x1b[31m\n': '\x1b[2Jb' })).toEqual(['  a: ␛[2Jb']);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const text of texts(value)) expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
      }),
    );
  });
});
