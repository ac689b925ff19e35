import { isAscii, isUtf8 } from 'node:buffer';

/** Encodings in which a file's bytes come back exactly after decoding and encoding. */
export type Encoding = 'utf-8' | 'latin1' | 'utf-16le' | 'utf-16be';

export interface Decoded {
  readonly text: string;
  readonly encoding: Encoding;
}

/** Neovim's names for them ('fileencoding'). */
const FILEENCODINGS: Readonly<Record<string, Encoding>> = {
  '': 'utf-8',
  'utf-8': 'utf-8',
  latin1: 'latin1',
  'utf-16': 'utf-16be',
  'ucs-2': 'utf-16be',
  'utf-16le': 'utf-16le',
  'ucs-2le': 'utf-16le',
};

const NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf-8',
  latin1: 'latin1',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16',
};

/** Neovim's name of an encoding ('fileencoding'). */
export function fileencodingOf(encoding: Encoding): string {
  return NAMES[encoding];
}

/** A NUL within so many bytes makes a file binary. */
const PROBE_BYTES = 8192;

/** Decodes as Neovim does with its usual settings: marked UTF-16, valid UTF-8, else latin1. Nothing for binary files. */
export function decodeFile(bytes: Buffer): Decoded | undefined {
  const wide = wideEncoding(bytes);
  if (wide) return decodeAs(bytes, wide);
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) return undefined;
  return decodeAs(bytes, isUtf8(bytes) ? 'utf-8' : 'latin1');
}

/** What a loaded file holds, and the 'fileencoding' that its buffer needs for it. */
export interface LoadedText {
  readonly text: string;
  readonly fileencoding: string;
}

/**
 * Decodes the file of a buffer with this 'fileencoding': in that encoding, unless somebody has written the file in
 * another one since it held `before`. Nothing for encodings that only the editor knows.
 */
export function decodeLoaded(
  bytes: Buffer,
  fileencoding: string,
  before: Buffer | undefined,
): LoadedText | undefined {
  const own = FILEENCODINGS[fileencoding];
  // The user may have chosen an encoding that the bytes do not suggest.
  const isChosen = before !== undefined && likelyEncoding(before, own) !== own;
  const encoding = isChosen ? own : likelyEncoding(bytes, own);
  const decoded = encoding && decodeAs(bytes, encoding);
  return decoded && loadedAs(decoded, fileencoding);
}

/** The same for a buffer with 'binary', of which no byte says how it is to be read. What is no text is bytes. */
export function decodeBinary(bytes: Buffer, fileencoding: string): LoadedText | undefined {
  const own = FILEENCODINGS[fileencoding];
  const decoded = own && (decodeAs(bytes, own) ?? decodeAs(bytes, 'latin1'));
  return decoded && loadedAs(decoded, fileencoding);
}

/** @param own the buffer's 'fileencoding', which is kept where it is another name for the same */
function loadedAs({ text, encoding }: Decoded, own: string): LoadedText {
  return { text, fileencoding: encoding === FILEENCODINGS[own] ? own : NAMES[encoding] };
}

/** `own`: the encoding of the file until now, which is kept while the bytes allow it. */
function likelyEncoding(bytes: Buffer, own: Encoding | undefined): Encoding | undefined {
  const wide = wideEncoding(bytes);
  if (wide) return wide;
  if (own?.startsWith('utf-16') && (bytes.length === 0 || bytes.includes(0))) return own;
  const isEightBit = own === 'latin1' || own === undefined;
  if (!isUtf8(bytes)) return isEightBit ? own : 'latin1';
  return isEightBit && isAscii(bytes) ? own : 'utf-8';
}

/** The bytes of a buffer's text; `undefined` when they cannot be known. */
export function encodeLike(text: string, fileencoding: string): Buffer | undefined {
  const encoding = FILEENCODINGS[fileencoding];
  return encoding && encode({ text, encoding });
}

/** The text of bytes that `encodeLike` has made; `undefined` when it cannot be known. */
export function decodeLike(bytes: Buffer, fileencoding: string): string | undefined {
  const encoding = FILEENCODINGS[fileencoding];
  return encoding && decodeAs(bytes, encoding)?.text;
}

/** The bytes of a text; nothing when the encoding lacks one of its characters. */
export function encode({ text, encoding }: Decoded): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'latin1')
    return /[^\0-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

function wideEncoding(bytes: Buffer): Encoding | undefined {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  return mark === 'feff' ? 'utf-16be' : undefined;
}

function decodeAs(bytes: Buffer, encoding: Encoding): Decoded | undefined {
  if (encoding === 'latin1') return { text: bytes.toString('latin1'), encoding };
  try {
    // The byte order mark is part of the text; splitting takes it off.
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encoding };
  } catch {
    return undefined;
  }
}
