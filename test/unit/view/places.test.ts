import { describe, expect, it } from 'vitest';
import { placesFrom, placesIn } from '../../../src/view/places';

const named = (text: string): unknown[] =>
  placesIn(text).map(({ names }) =>
    names.kind === 'url'
      ? names.url
      : [names.path, names.line, names.column].filter(Boolean).join(' '),
  );

describe('the places that a line names', () => {
  it.each([
    ['see src/app.js:12:3.', ['src/app.js 12 3']],
    ['see src/app.js:12-20, please', ['src/app.js 12']],
    ['`src/app.js#L12-L20`', ['src/app.js 12']],
    ['src/app.ts(12,3): error TS1', ['src/app.ts 12 3']],
    ['[the file](src/app.js#L4)', ['src/app.js 4']],
    ['[the file](<src/app.js> "title")', ['src/app.js']],
    ['`my notes/a b.md`', ['my notes/a b.md', 'notes/a', 'b.md']],
    ['file:///tmp/a%20b.ts:7:2', ['/tmp/a b.ts 7 2']],
    ['file:///tmp/a.ts#L7', ['/tmp/a.ts 7']],
    ['at f (/x/y.js:10:5)', ['/x/y.js 10 5']],
    ['go to https://example.org/a?b#c.', ['https://example.org/a?b#c']],
    ['[docs](https://example.org/x)', ['https://example.org/x']],
    ['Makefile:3', ['Makefile 3']],
    ['nothing here, really', []],
    ['ssh://host/x and //host/share', []],
    ['src/größe.ts:2', ['src/größe.ts 2']],
    ['C:\\x\\a.ts:4', ['C:\\x\\a.ts 4']],
  ])('%s', (text, wanted) => {
    expect(named(text)).toEqual(wanted);
  });

  it('come in the order in which a cursor means them', () => {
    const text = 'a/one.ts then b/two.ts then c/three.ts';
    const from = (column: number): unknown[] =>
      placesFrom(text, column).map(({ names }) => (names.kind === 'file' ? names.path : ''));
    expect(from(0)).toEqual(['a/one.ts', 'b/two.ts', 'c/three.ts']);
    expect(from(10)).toEqual(['b/two.ts', 'c/three.ts', 'a/one.ts']);
    expect(from(16)).toEqual(['b/two.ts', 'c/three.ts', 'a/one.ts']);
    expect(from(37)[0]).toBe('c/three.ts');
  });

  it('take no longer for a line of any length', () => {
    const long = `${'a('.repeat(2000)} ${'x:'.repeat(2000)} ${'](('.repeat(2000)}`;
    expect(placesIn(long).length).toBeLessThan(100);
  });
});
