import { describe, expect, it } from 'vitest';
import { filePathOf, placeOf } from '../../../../src/mcp/lsp/places';
import { isSettled } from '../../../../src/mcp/lsp/settling';
import { outlineIn } from '../../../../src/mcp/lsp/symbols';

describe('a place', () => {
  const lines = ['const café = cafe;', '  indented()', 'other', 'cafe'];
  const file = { lines, endofline: true, modified: false };
  const place = (input: object) => placeOf(file, { path: 'a', line: 1, ...input });

  it('is that of a whole word, if there is one', () => {
    expect(place({ symbol: 'cafe' })).toEqual({ row: 0, index: 13 });
    expect(place({ symbol: 'caf' })).toEqual({ row: 0, index: 6 });
  });

  it('is a column, or where the line begins', () => {
    expect(place({ column: 12 })).toEqual({ row: 0, index: 11 });
    expect(place({ column: 999 })).toEqual({ row: 0, index: 18 });
    expect(place({ line: 2 })).toEqual({ row: 1, index: 2 });
  });

  it('that is not there is said to be elsewhere', () => {
    expect(() => place({ line: 9 })).toThrow('a has 4 lines: there is no line 9');
    expect(() => place({ line: 3, symbol: 'cafe' })).toThrow('It is on line 1, 4');
    expect(() => place({ symbol: 'none' })).toThrow('nowhere else');
  });

  it('may be in no file', () => {
    expect(filePathOf('file:///a%20b')).toBe('/a b');
    for (const uri of ['jdt://a', 'file://host/a', 'file:///%2F', 'x']) {
      expect(filePathOf(uri)).toBeUndefined();
    }
  });
});

describe('diagnostics have settled', () => {
  const client = {} as never;
  const quiet = { busy: false, servers: ['a'], pulls: [], since_sent: 5000, since_published: 4000 };

  it.each([
    [true, quiet],
    [false, { ...quiet, busy: true }],
    [false, { ...quiet, since_published: 100 }],
    [false, { ...quiet, since_sent: 1000 }],
    [true, { ...quiet, since_published: 9000 }],
    [true, { ...quiet, since_sent: 0, pulls: [client] }],
    [false, { ...quiet, since_sent: 0, pulls: [client], servers: ['a', 'b'] }],
    [true, { ...quiet, servers: [] }],
  ])('%s', (expected, activity) => {
    expect(isSettled(activity, 9999)).toBe(expected);
  });

  it('not before a server can have come', () => {
    expect(isSettled({ ...quiet, servers: [] }, 100)).toBe(false);
  });
});

it('symbols without what they should have are left out', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
  const symbols = [
    1,
    { name: 'no range' },
    { range },
    {
      name: 'a',
      kind: 99,
      range,
      children: [{ name: 'b', kind: 5, location: { uri: 'x', range } }, null],
    },
  ];
  expect(outlineIn(symbols)).toEqual([
    { name: 'a', kind: 'symbol', line: 1, end_line: 2, depth: 0 },
    { name: 'b', kind: 'class', line: 1, end_line: 2, depth: 1 },
  ]);
  expect(outlineIn('x')).toEqual([]);
});
