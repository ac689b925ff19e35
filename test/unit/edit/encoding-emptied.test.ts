import { expect, test } from 'vitest';
import { decodeLoaded, encode } from '../../../src/edit/encoding';

test.each(['utf-16le', 'utf-16'] as const)('a file in %s that was emptied stays in it', (own) => {
  const encoding = own === 'utf-16le' ? 'utf-16le' : 'utf-16be';
  const before = encode({ text: 'ä\n', encoding });
  expect(decodeLoaded(Buffer.alloc(0), own, before)).toEqual({ text: '', fileencoding: own });
  // Text without a single NUL is no UTF-16 any more.
  expect(decodeLoaded(Buffer.from('plain\n'), own, before)).toMatchObject({ text: 'plain\n' });
  expect(decodeLoaded(before as Buffer, own, before)).toMatchObject({ fileencoding: own });
});
