import { describe, expect, it } from 'vitest';
import { parsePlace, placeName, placeOfUri, placeUri } from '../../../../src/model/context/places';

describe('places', () => {
  it.each([
    ['src/a.js', { path: 'src/a.js' }],
    ['src/a.js:4', { path: 'src/a.js', lines: { first: 4, last: 4 } }],
    ['src/a.js:4-6', { path: 'src/a.js', lines: { first: 4, last: 6 } }],
  ])('%s is read and written', (name, place) => {
    expect(parsePlace(name)).toEqual(place);
    expect(placeName(place)).toBe(name);
  });

  it.each(['a:0', 'a:6-4', ':4', 'a:b', 'c:/x/y'])('%s names no lines', (name) => {
    expect(parsePlace(name)).toEqual({ path: name });
  });

  it.each([
    [{ path: '/p/a b.js' }, 'file:///p/a%20b.js'],
    [{ path: '/p/a.js', lines: { first: 4, last: 4 } }, 'file:///p/a.js#L4'],
    [{ path: '/p/#a.js', lines: { first: 4, last: 6 } }, 'file:///p/%23a.js#L4-L6'],
  ])('%j has an address', (place, uri) => {
    expect(placeUri(place)).toBe(uri);
    expect(placeOfUri(uri)).toEqual(place);
  });

  it.each(['https://x.org/a', 'file://server/a', 'file:///%ff', 'a.js', 'neovim://diff'])(
    '%s is no file of this machine',
    (uri) => {
      expect(placeOfUri(uri)).toBeUndefined();
    },
  );
});
