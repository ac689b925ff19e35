import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOffered, pageOf } from '../../../src/mcp/catalogue';

test('the options say which tools are offered, and the switch of the user counts more', () => {
  const none = new Map<string, boolean>();
  expect(isOffered('a', true, none)).toBe(true);
  expect(isOffered('a', false, none)).toBe(false);
  expect(isOffered('a', { only: ['a'] }, none)).toBe(true);
  expect(isOffered('a', { only: ['b'] }, none)).toBe(false);
  expect(isOffered('a', { only: [] }, none)).toBe(false);
  expect(isOffered('a', { except: ['a'] }, none)).toBe(false);
  expect(isOffered('a', { except: ['b'] }, none)).toBe(true);
  expect(isOffered('a', { only: ['a'], except: ['a'] }, none)).toBe(false);
  expect(isOffered('a', { only: ['b'] }, new Map([['a', true]]))).toBe(true);
  expect(isOffered('a', true, new Map([['a', false]]))).toBe(false);
});

const nameOf = (name: string): string => name;

/** All pages after each other; `between` changes the list before each further page. */
function read(names: readonly string[], size: number, between = (list: readonly string[]) => list) {
  const pages: (readonly string[])[] = [];
  let list = names;
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = pageOf(list, nameOf, cursor, size);
    if (!page) return undefined;
    pages.push(page.items);
    cursor = page.nextCursor;
    list = between(list);
  }
  return pages;
}

test('pages hold all items once, in their order', () => {
  const names = fc.uniqueArray(fc.string(), { maxLength: 30 });
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 10 }), (list, size) => {
      const pages = read(list, size);
      expect(pages?.flat()).toEqual(list);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(list.length / size)));
    }),
  );
});

test('what comes and goes while pages are read leaves none out that stay, and gives none twice', () => {
  const added = read(['a', 'b', 'c', 'd'], 2, (list) => [...new Set(['z', ...list, 'e'])]);
  expect(added?.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
  const gone = read(['a', 'b', 'c', 'd'], 2, (list) => list.filter((name) => name !== 'a'));
  expect(gone?.flat()).toEqual(['a', 'b', 'c', 'd']);
});

test('a cursor that is none, or whose item is gone, is refused', () => {
  const cursor = pageOf(['a', 'b', 'c'], nameOf, undefined, 2)?.nextCursor;
  expect(pageOf(['a', 'b', 'c'], nameOf, cursor, 2)?.items).toEqual(['c']);
  expect(pageOf(['a', 'c'], nameOf, cursor, 2)).toBeUndefined();
  expect(pageOf(['a', 'b', 'c'], nameOf, 'nonsense', 2)).toBeUndefined();
  expect(pageOf(['a', 'b', 'c'], nameOf, '', 2)).toBeUndefined();
});
