import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeFile,
  decodeLoaded,
  type Encoding,
  encode,
  encodeLike,
  fileencodingOf,
} from '../../../src/edit/encoding';

const hex = (bytes: string): Buffer => Buffer.from(bytes.replaceAll(' ', ''), 'hex');
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('the bytes of a file', () => {
  test.each([
    ['nothing', '', { text: '', encoding: 'utf-8' }],
    ['UTF-8', 'c3 a4', { text: 'ä', encoding: 'utf-8' }],
    ['UTF-8 with a mark', 'ef bb bf 61', { text: '\uFEFFa', encoding: 'utf-8' }],
    ['what is no UTF-8', 'e4 61', { text: 'äa', encoding: 'latin1' }],
    ['little UTF-16 with a mark', 'ff fe e4 00', { text: '\uFEFFä', encoding: 'utf-16le' }],
    ['big UTF-16 with a mark', 'fe ff 00 e4', { text: '\uFEFFä', encoding: 'utf-16be' }],
    ['half of a mark', 'ff 61', { text: 'ÿa', encoding: 'latin1' }],
  ])('%s are read as Neovim reads them', (_, bytes, decoded) => {
    expect(decodeFile(hex(bytes))).toEqual(decoded);
  });

  test('with a NUL among the first 8,192 are no text', () => {
    expect(decodeFile(Buffer.from('a\0b'))).toBeUndefined();
    expect(decodeFile(Buffer.from(`${'a'.repeat(8191)}\0`))).toBeUndefined();
    expect(decodeFile(Buffer.from(`${'a'.repeat(8192)}\0`))?.encoding).toBe('utf-8');
  });

  test('with a mark of UTF-16 that they do not keep are no text', () => {
    expect(decodeFile(hex('ff fe 00 d8'))).toBeUndefined();
    expect(decodeFile(hex('fe ff 61'))).toBeUndefined();
  });

  test('come back exactly', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom('', 'fffe', 'feff'),
        (body, mark) => {
          const bytes = Buffer.concat([hex(mark), body]);
          const decoded = decodeFile(bytes);
          if (decoded) expect(encode(decoded)).toEqual(bytes);
        },
      ),
    );
  });
});

test.each<[Encoding, string]>([
  ['utf-8', 'utf-8'],
  ['latin1', 'latin1'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16'],
])('Neovim calls %s %s', (encoding, name) => {
  expect(fileencodingOf(encoding)).toBe(name);
});

describe('the text of a buffer', () => {
  test.each([
    ['', 'ä', 'c3 a4'],
    ['utf-8', 'ä', 'c3 a4'],
    ['latin1', 'ä', 'e4'],
    ['utf-16', 'ä', '00 e4'],
    ['ucs-2', 'ä', '00 e4'],
    ['utf-16le', 'ä', 'e4 00'],
    ['ucs-2le', 'ä', 'e4 00'],
  ])("with 'fileencoding' %j has the bytes of that encoding", (fileencoding, text, bytes) => {
    expect(encodeLike(text, fileencoding)).toEqual(hex(bytes));
  });

  test('are unknown in an encoding that only the editor knows', () => {
    expect(encodeLike('ä', 'cp1250')).toBeUndefined();
  });

  test('has none in latin1 when a character is not in it', () => {
    expect(encode({ text: 'aÿ\0', encoding: 'latin1' })).toEqual(hex('61 ff 00'));
    expect(encode({ text: 'a€', encoding: 'latin1' })).toBeUndefined();
  });
});

describe('the file of a loaded buffer', () => {
  const latin = hex('e4');

  test.each<[what: string, bytes: Buffer, fileencoding: string, text: string, becomes: string]>([
    ['UTF-8 stays UTF-8', utf8('ä'), 'utf-8', 'ä', 'utf-8'],
    ["an empty 'fileencoding' stays empty", utf8('ä'), '', 'ä', ''],
    ['latin1 stays latin1', latin, 'latin1', 'ä', 'latin1'],
    ['plain letters say nothing against latin1', utf8('a'), 'latin1', 'a', 'latin1'],
    ['what is UTF-8 now is no longer latin1', utf8('ä'), 'latin1', 'ä', 'utf-8'],
    ['what is no UTF-8 any more is latin1', latin, 'utf-8', 'ä', 'latin1'],
    ['a mark means UTF-16', hex('fffe e400'), 'utf-8', '\uFEFFä', 'utf-16le'],
    ['a mark says which UTF-16', hex('feff 00e4'), 'utf-16le', '\uFEFFä', 'utf-16'],
    ['UTF-16 without a mark stays UTF-16', hex('6100'), 'utf-16le', 'a', 'utf-16le'],
    ['UTF-16 that was emptied stays UTF-16', hex(''), 'utf-16le', '', 'utf-16le'],
    ['latin1 that was emptied stays latin1', hex(''), 'latin1', '', 'latin1'],
    ['ucs-2 keeps its name', hex('0061'), 'ucs-2', 'a', 'ucs-2'],
    ['what has no NUL any more is no UTF-16', utf8('aä'), 'utf-16le', 'aä', 'utf-8'],
    ['neither UTF-8 nor with a NUL is latin1', latin, 'utf-16', 'ä', 'latin1'],
  ])('%s', (_, bytes, fileencoding, text, becomes) => {
    expect(decodeLoaded(bytes, fileencoding, undefined)).toEqual({ text, fileencoding: becomes });
  });

  test('is read in the encoding that the user chose, though it does not look like it', () => {
    const chosen = decodeLoaded(utf8('ä€'), 'latin1', utf8('ä'));
    expect(chosen).toEqual({ text: 'Ã¤â\u0082¬', fileencoding: 'latin1' });
    expect(decodeLoaded(utf8('ä€'), 'latin1', utf8('a'))).toEqual({
      text: 'ä€',
      fileencoding: 'utf-8',
    });
  });

  test('is left to the editor where only the editor knows the encoding', () => {
    expect(decodeLoaded(latin, 'cp1250', undefined)).toBeUndefined();
    expect(decodeLoaded(utf8('a'), 'cp1250', undefined)).toBeUndefined();
    expect(decodeLoaded(utf8('ä'), 'cp1250', undefined)).toEqual({
      text: 'ä',
      fileencoding: 'utf-8',
    });
  });
});

test.each(['utf-16le', 'utf-16'] as const)('a file in %s that was emptied stays in it', (own) => {
  const encoding = own === 'utf-16le' ? 'utf-16le' : 'utf-16be';
  const before = encode({ text: 'ä\n', encoding });
  expect(decodeLoaded(Buffer.alloc(0), own, before)).toEqual({ text: '', fileencoding: own });
  // Text without a single NUL is no UTF-16 any more.
  expect(decodeLoaded(Buffer.from('plain\n'), own, before)).toMatchObject({ text: 'plain\n' });
  expect(decodeLoaded(before as Buffer, own, before)).toMatchObject({ fileencoding: own });
});
