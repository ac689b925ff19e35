import { describe, expect, test } from 'vitest';
import { mediaEnding, readableText } from '../../../../src/host/chat/media-type';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

function bitmap(): Buffer {
  const data = Buffer.alloc(58);
  data.write('BM');
  data.writeUInt32LE(58, 2);
  data.writeUInt32LE(54, 10);
  return data;
}

describe('a picture or a sound', () => {
  test.each([
    ['png', bytes('\x89PNG\r\n\x1a\n…')],
    ['jpg', bytes('\xff\xd8\xff\xe0')],
    ['gif', bytes('GIF89a…')],
    ['webp', bytes('RIFF\0\0\0\0WEBPVP8 ')],
    ['bmp', bitmap()],
    ['avif', bytes('\0\0\0\x20ftypavif')],
    ['wav', bytes('RIFF\0\0\0\0WAVEfmt ')],
    ['mp3', bytes('ID3\x04')],
    ['mp3', bytes('\xff\xfb\x90\0')],
    ['ogg', bytes('OggS\0')],
    ['flac', bytes('fLaC\0')],
    ['mp4', bytes('\0\0\0\x20ftypisom')],
  ])('is a %s by its first bytes', (ending, data) => {
    expect(mediaEnding(data)).toBe(ending);
  });

  test('keeps its ending with an archive behind it', () => {
    expect(mediaEnding(bytes('GIF89a…PK\x03\x04META-INF/MANIFEST.MF'))).toBe('gif');
  });

  test.each([
    ['a starter of the desktop', '[Desktop Entry]\nType=Application\nExec=sh -c "touch /tmp/x"\n'],
    ['a page', '<html><script>alert(1)</script>'],
    ['a drawing that may hold a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
    ['a document', '%PDF-1.7 /OpenAction'],
    ['an archive', 'PK\x03\x04'],
    ['a program of Windows', 'MZ\x90\0'],
    ['a program of Linux', '\x7fELF'],
    ['a script', '#!/bin/sh\ntouch /tmp/x\n'],
    ['text that begins as a bitmap does', 'BM=1; touch /tmp/x # and more than that'],
    ['a page that begins as a tagged sound does', 'ID3<html><script>alert(1)</script>'],
    ['a page in another encoding that does', 'ID3\xe9<html><script>alert(1)</script>'],
    [
      'a page that begins as a sound without tags does',
      '\xff\xfb\n<html><script>alert(1)</script>',
    ],
    ['a document that begins as another sound does', 'OggS%PDF-1.7 /OpenAction'],
    ['text before the signature', ' GIF89a'],
    ['the middle of another container', 'RIFF\0\0\0\0AVI LIST'],
    ['a container of another brand', '\0\0\0\x20ftypevil'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(mediaEnding(bytes(text))).toBeUndefined();
  });
});

test('text is what is UTF-8 without a NUL, and not too long to be read', () => {
  expect(readableText(Buffer.from('<svg/> ä\n'))).toBe('<svg/> ä\n');
  expect(readableText(bytes('\xff\xfe'))).toBeUndefined();
  expect(readableText(bytes('a\0b'))).toBeUndefined();
  expect(readableText(Buffer.alloc(2 * 1024 * 1024, 97))).toBeUndefined();
  expect(readableText(bytes(''))).toBeUndefined();
});
