import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalUri, mimeTypeOf, uriOf } from '../../../src/mcp/buffer-uris';

test.each([
  ['/home/a/b.ts', 'nvim://buffer/home/a/b.ts'],
  ['/a b/ä#?.txt', 'nvim://buffer/a%20b/%C3%A4%23%3F.txt'],
  ['C:\\a\\b.ts', 'nvim://buffer/C%3A/a/b.ts'],
])('%s is %s', (path, uri) => {
  expect(uriOf(path)).toBe(uri);
});

test('an address that is escaped otherwise is the same', () => {
  expect(canonicalUri('nvim://buffer/a b/ä.txt')).toBe(uriOf('/a b/ä.txt'));
  expect(canonicalUri('nvim://buffer/%61/(x)')).toBe(uriOf('/a/(x)'));
});

test.each([
  'file:///a',
  'nvim://buffer',
  'nvim://buffers/a',
  'nvim://other/a',
  'nvim://buffer/%',
  '',
])('%j is none of ours', (uri) => {
  expect(canonicalUri(uri)).toBeUndefined();
});

test('every path has an address of its own', () => {
  const path = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 })
    .map((parts) => `/${parts.map((part) => part.replaceAll('\\', '-')).join('/')}`);
  fc.assert(
    fc.property(path, path, (a, b) => {
      expect(canonicalUri(uriOf(a))).toBe(uriOf(a));
      expect(uriOf(a) === uriOf(b)).toBe(a === b);
    }),
  );
});

test('types are those of the web, or plain text', () => {
  expect(mimeTypeOf('markdown')).toBe('text/markdown');
  expect(mimeTypeOf('lua')).toBe('text/plain');
  expect(mimeTypeOf('constructor')).toBe('text/plain');
});
