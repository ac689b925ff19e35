import { MEBIBYTE } from '../../base/units';

/** What data really is, whatever its sender calls it. Pure. */

interface Kind {
  readonly ending: string;
  readonly is: (data: Buffer) => boolean;
}

const has = (data: Buffer, text: string, at = 0): boolean =>
  data.toString('latin1', at, at + text.length) === text;

/** `ftyp` and a brand: a container of QuickTime's family. */
const isBrand = (data: Buffer, brands: RegExp): boolean =>
  has(data, 'ftyp', 4) && brands.test(data.toString('latin1', 8, 12));

/** The size in the header must be that of the data, and the offset of the image must lie in it. */
const isBitmap = (data: Buffer): boolean =>
  data.length > 26 &&
  has(data, 'BM') &&
  data.readUInt32LE(2) === data.length &&
  data.readUInt32LE(10) < data.length;

/**
 * With its version. The letters alone begin texts as well, and some systems choose the program for a text by what else
 * is in it.
 */
const isTagged = (data: Buffer): boolean =>
  ['ID3\x02', 'ID3\x03', 'ID3\x04'].some((tag) => has(data, tag));

/** A frame of sound that has a known bit rate, for the same reason. */
const isFrame = (data: Buffer): boolean => {
  const rate = (data[2] ?? 0) >> 4;
  return has(data, '\xff\xfb') && rate > 0 && rate < 15;
};

/** Images and sounds that programs only show or play. No SVG and no PDF: these may run code. */
const KINDS: readonly Kind[] = [
  { ending: 'png', is: (data) => has(data, '\x89PNG\r\n\x1a\n') },
  { ending: 'jpg', is: (data) => has(data, '\xff\xd8\xff') },
  { ending: 'gif', is: (data) => has(data, 'GIF87a') || has(data, 'GIF89a') },
  { ending: 'webp', is: (data) => has(data, 'RIFF') && has(data, 'WEBP', 8) },
  { ending: 'bmp', is: isBitmap },
  { ending: 'avif', is: (data) => isBrand(data, /^avi[fs]$/) },
  { ending: 'heic', is: (data) => isBrand(data, /^(heic|heix|mif1)$/) },
  { ending: 'wav', is: (data) => has(data, 'RIFF') && has(data, 'WAVE', 8) },
  { ending: 'mp3', is: (data) => isTagged(data) || isFrame(data) },
  { ending: 'ogg', is: (data) => has(data, 'OggS\0') },
  { ending: 'flac', is: (data) => has(data, 'fLaC') },
  { ending: 'm4a', is: (data) => isBrand(data, /^M4[AB] $/) },
  { ending: 'mp4', is: (data) => isBrand(data, /^(isom|iso[2-6]|mp4[12]|avc1|dash)$/) },
];

/** The file extension of an image or a sound that may be opened with the system's programs. */
export function mediaEnding(data: Buffer): string | undefined {
  return KINDS.find(({ is }) => is(data))?.ending;
}

/** Longer texts are not shown. */
const MAX_TEXT = MEBIBYTE;

/** The data as text, when it is text that can be read. */
export function readableText(data: Buffer): string | undefined {
  if (data.length === 0 || data.length > MAX_TEXT || data.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return undefined;
  }
}
