/**
 * Text from agents is untrusted: what comes out of here holds no control character but newline and tab, no
 * terminal escape, and nothing that reorders or hides the text around it.
 */
import { eastAsianWidth } from 'get-east-asian-width';

export interface SanitizeOptions {
  /** The character before `text`, when `text` continues something. */
  readonly before?: string;
}

// In JavaScript strings the C1 controls are U+0080–U+009F, so CSI is U+009B, whatever bytes came over the wire.
const CSI = '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?';
// OSC, DCS, SOS, PM and APC carry free text up to a terminator. Without one on the same line only the
// introducer goes: an unfinished title must not swallow what follows.
const STRING_START = '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])';
const STRING_BODY = '[^\\x07\\x1b\\x90\\x98\\x9c-\\x9f\\r\\n]*';
const STRING = `${STRING_START}${STRING_BODY}(?:\\x07|\\x1b\\\\|\\x9c)`;
const OTHER_ESCAPE = '\\x1b(?:[ -/]*[0-~])?';
const CONTROL = '[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]';
// Bidirectional overrides, zero-width characters, invisible operators, line separators.
const INVISIBLE =
  '[\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]|\\udb40[\\udc00-\\udc7f]';
const LONE_SURROGATE =
  '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';

const UNSAFE = new RegExp(
  [CSI, STRING, OTHER_ESCAPE, '\\r\\n?', CONTROL, INVISIBLE, LONE_SURROGATE].join('|'),
  'g',
);
const UNFINISHED = new RegExp(
  `(?:\\r|[\\ud800-\\udbff]|\\x1b[ -/]*|(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*|${STRING_START}${STRING_BODY}\\x1b?)$`,
);
/** An escape sequence longer than this is not waited for. */
const MAX_WAIT = 256;

const ZERO_WIDTH_JOINERS = '\u200c\u200d';

const STRINGS = new RegExp(`${STRING}|${STRING_START}`, 'g');

/**
 * For a terminal of the editor: without titles, links and requests to the terminal, which a program could use to reach
 * more than what it shows.
 */
export function withoutTerminalStrings(text: string): string {
  return text.replace(STRINGS, '');
}

/** Makes text safe to show. Long texts without anything unsafe cost one scan. */
export function sanitize(text: string, options: SanitizeOptions = {}): string {
  const before = options.before ?? '\n';
  return text.replace(UNSAFE, (match, offset: number) =>
    visible(match, offset > 0 ? text.charAt(offset - 1) : before),
  );
}

function visible(match: string, before: string): string {
  const code = match.charCodeAt(0);
  if (code === 0x0d) return '\n';
  if (code === 0x1b) return match.length > 1 ? '' : '␛';
  if (code === 0x9b || (code < 0xa0 && match.length > 1)) return '';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (match.length === 1 && code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  // Joiners belong to emoji and to several scripts; next to ASCII they only hide something.
  if (ZERO_WIDTH_JOINERS.includes(match) && before > '\x7f') return match;
  return codePointName(match.codePointAt(0) ?? 0);
}

/**
 * What is not seen, or seen as a blank though it is none: every control character but tab and newline, blanks other than
 * the space, all that Unicode lets a program leave out, the empty Braille cell and the null notehead.
 */
const UNSEEN =
  /(?![ \t\n])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]|\p{Cs}/gu;
/** At home in emoji and in several scripts; beside ASCII they only hide something. */
const UNSEEN_PARTS = /^(?:\u200c|\u200d|[\ufe00-\ufe0f\u3000])$/;

/**
 * For text that the user must judge in full: unlike {@link sanitize} it removes nothing, not even escape sequences,
 * and a carriage return ends no line.
 */
export function reveal(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, (match, offset: number, whole: string) => {
    const before = offset > 0 ? whole.charAt(offset - 1) : '\n';
    if (UNSEEN_PARTS.test(match) && before > '\x7f') return match;
    const code = match.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return '␡';
    return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : codePointName(code);
  });
}

/** How a character that cannot be seen is shown. */
export function codePointName(code: number): string {
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/**
 * How many characters at the end of a growing text must wait for what comes next: the start of an escape
 * sequence, half a CR LF, half a surrogate pair.
 */
export function unfinishedTail(text: string): number {
  return UNFINISHED.exec(text.slice(-MAX_WAIT))?.[0].length ?? 0;
}

/** Safe text on one line: newlines and runs of blanks become one space. */
export function oneLine(text: string): string {
  return sanitize(text).replace(/\s+/g, ' ').trim();
}

/** Length in UTF-8, as Neovim counts columns. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** The UTF-16 unit at a byte of the UTF-8 text. */
export function indexOfByte(text: string, byte: number): number {
  return Buffer.from(text, 'utf8').subarray(0, byte).toString('utf8').length;
}

/** The longest start of `text` that takes at most `bytes` in UTF-8, and at least one character. */
export function sliceBytes(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text;
  // A UTF-16 unit takes at most three bytes, so the cut lies between a third of the bytes and all of them.
  let low = 1;
  let high = Math.min(text.length, Math.max(1, bytes));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (byteLength(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  return splitsPair(text, low) ? text.slice(0, low > 1 ? low - 1 : 2) : text.slice(0, low);
}

function splitsPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff && at < text.length;
}

/** Screen cells of a text without control characters, as terminals count them. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let cells = 0;
  let last = '';
  for (const character of text) {
    cells += PICTURE.test(last) ? cellsAfterPicture(character, last) : cellsOf(character);
    // What is joined to an emoji is part of it.
    last = last.endsWith(JOINER) || character === JOINER ? last + character : character;
  }
  return cells;
}

/** Cuts to `cols` screen cells, with an ellipsis when something was left out. */
export function truncateDisplay(text: string, cols: number): string {
  // Nearly every character takes a cell or more: only the start of a long text has to be measured.
  const head = text.length > cols * 4 ? text.slice(0, cols * 4) : text;
  if (head === text && displayWidth(text) <= cols) return text;
  let cells = 0;
  let kept = '';
  for (const character of head) {
    cells += cellsOf(character);
    if (cells > cols - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

const ZERO_CELLS = /^[\p{Mn}\p{Me}\u200c\u200d]$/u;
const PLAIN = /^[ -~]*$/;
const PICTURE = /^\p{Extended_Pictographic}/u;
const JOINER = '\u200d';
/** Requests the emoji form of a character that also has a text form: the emoji form is wide. */
const AS_PICTURE = '\ufe0f';

function cellsAfterPicture(character: string, last: string): number {
  if (last.endsWith(JOINER) || /^\p{Emoji_Modifier}$/u.test(character)) return 0;
  return character === AS_PICTURE ? 2 - cellsOf(last) : cellsOf(character);
}

function cellsOf(character: string): number {
  if (character < '\u0300') return 1;
  if (ZERO_CELLS.test(character)) return 0;
  // Two letters make a flag.
  if (/^\p{Regional_Indicator}$/u.test(character)) return 1;
  return isWide(character) ? 2 : 1;
}

function isWide(character: string): boolean {
  return (
    eastAsianWidth(character.codePointAt(0) ?? 0) === 2 ||
    /^\p{Emoji_Presentation}$/u.test(character)
  );
}

/** Cuts to the last `cols` screen cells, with an ellipsis when something was left out. */
export function truncateStart(text: string, cols: number): string {
  if (displayWidth(text) <= cols) return text;
  const characters = [...text.slice(-cols * 4)];
  let cells = 0;
  let first = characters.length;
  while (first > 0 && cells + cellsOf(characters[first - 1] ?? '') <= cols - 1) {
    first--;
    cells += cellsOf(characters[first] ?? '');
  }
  return `…${characters.slice(first).join('')}`;
}
