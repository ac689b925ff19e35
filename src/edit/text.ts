/**
 * Exact text as Neovim holds it: lines, and the file's format. Splitting and joining is lossless for every
 * text: carriage returns, mixed endings, no final newline, byte order mark, NUL, nothing at all.
 */

export type Fileformat = 'unix' | 'dos' | 'mac';

/** What the lines do not say about a text; the names are those of Neovim's options. */
export interface TextFormat {
  readonly fileformat: Fileformat;
  /** The last line has an ending. Without lines it says nothing about the text. */
  readonly endofline: boolean;
  readonly bomb: boolean;
  /** Lines end with line feeds, and all else is in them ('binary'): no format can be given to such a text. */
  readonly binary?: boolean;
}

/** A text taken apart. No lines at all is the empty text (Neovim shows one empty line for it). */
export interface SplitText extends TextFormat {
  readonly lines: readonly string[];
}

const BOM = '\uFEFF';
const ENDINGS: Readonly<Record<Fileformat, string>> = { unix: '\n', dos: '\r\n', mac: '\r' };

/** The whole text: `joinText(splitText(text)) === text`. */
export function joinText(text: SplitText): string {
  return joinLines(text, 0, Math.max(1, text.lines.length));
}

/** Lines `from` up to, not including, `to`, each with its ending in the whole text. */
export function joinLines(text: SplitText, from: number, to: number): string {
  const end = Math.min(to, text.lines.length);
  const part = { first: from === 0 && to > 0, last: end === text.lines.length };
  return joinPart(text.lines.slice(from, end), text, part);
}

/**
 * Consecutive lines of a text with the file's own endings. `first`: with the start of the text, where a byte order
 * mark may be; `last`: with its end, where the ending may be missing.
 */
function joinPart(lines: readonly string[], format: TextFormat, part: Part): string {
  return joinRaw(lines.length > 0 ? `\n${lines.join('\n')}` : '', format, part);
}

interface Part {
  readonly first: boolean;
  readonly last: boolean;
}

/** The same for raw lines: one string in which each line follows a "\n", as the editor hands them over. */
export function joinRaw(raw: string, format: TextFormat, part: Part): string {
  const bom = format.bomb && part.first ? BOM : '';
  if (raw === '') return bom;
  const body = raw.slice(1) + (!part.last || format.endofline ? '\n' : '');
  if (format.fileformat === 'unix') return bom + body;
  if (format.fileformat === 'dos') return bom + body.replaceAll('\n', '\r\n');
  return bom + swapEndings(body);
}

/** A text from raw lines; they are not cut before somebody looks at them, since most texts are only passed on. */
export function splitRaw(raw: string, format: TextFormat): SplitText {
  const { fileformat, endofline, bomb, binary } = format;
  let lines: readonly string[] | undefined;
  return {
    fileformat,
    endofline,
    bomb,
    ...(binary ? { binary } : {}),
    get lines() {
      lines ??= raw === '' ? [] : raw.slice(1).split('\n');
      return lines;
    },
  };
}

/**
 * Takes a text apart so that joining gives it back exactly. `like` is the file that the text is meant for: of the
 * ways that are exact, its own is preferred.
 */
export function splitText(text: string, like?: TextFormat): SplitText {
  if (like?.binary) return splitBinary(text, like);
  return splitAs(text, exactFormat(text, like?.fileformat), like);
}

/**
 * Takes apart what a file holds that held `before`: in the same way, where the lines of both could not be compared
 * otherwise, because some end with carriage returns and others do not.
 */
export function splitNext(text: string, before: SplitText): SplitText {
  if (before.binary) return splitBinary(text, before);
  const isMixed = before.fileformat === 'unix' && before.lines.some((line) => line.endsWith('\r'));
  return isMixed ? splitAs(text, 'unix', before) : splitText(text, before);
}

/** Takes apart what a file held before it held `after`, so that their lines can be compared; see `splitNext`. */
export function splitBefore(text: string, after: string): SplitText {
  const before = splitText(text);
  const isMixed = splitText(after, before).fileformat === 'unix' && after.includes('\r\n');
  return isMixed ? splitAs(text, 'unix', before) : before;
}

/**
 * Takes apart what an agent wants a file to hold. Agents often read "\r\n" or a byte order mark and write plain
 * lines back; the file then keeps what it had.
 */
export function splitIncoming(text: string, like: SplitText): SplitText {
  if (like.binary) return splitBinary(text, like);
  // A 'unix' text may have carriage returns at the ends of its lines; without them every line would change.
  if (like.fileformat === 'unix' && like.lines.some((line) => line.endsWith('\r'))) {
    return keepBom(splitAs(text, 'unix', like), like);
  }
  if (text.includes('\r')) return keepBom(splitText(text, like), like);
  return keepBom({ ...splitAs(text, 'unix', like), fileformat: like.fileformat }, like);
}

function splitBinary(text: string, { endofline: before }: TextFormat): SplitText {
  const format = { fileformat: 'unix', bomb: false, binary: true } as const;
  if (text === '') return { lines: [], endofline: before, ...format };
  const endofline = text.endsWith('\n');
  return { lines: (endofline ? text.slice(0, -1) : text).split('\n'), endofline, ...format };
}

function keepBom(text: SplitText, like: TextFormat): SplitText {
  return like.bomb && !text.bomb ? { ...text, bomb: true } : text;
}

function exactFormat(text: string, preferred: Fileformat | undefined): Fileformat {
  if (preferred === 'mac' && staysMac(text)) return 'mac';
  if (!text.includes('\n')) return preferred === 'dos' ? 'dos' : 'unix';
  return /(?<!\r)\n/.test(text) ? 'unix' : 'dos';
}

/** Every text can be a 'mac' text; one with other endings only would be a single long line. */
function staysMac(text: string): boolean {
  return !text.includes('\r\n') && (text.includes('\r') || !text.includes('\n'));
}

function splitAs(text: string, fileformat: Fileformat, like: TextFormat | undefined): SplitText {
  const bomb = text.startsWith(BOM);
  const body = bomb ? text.slice(1) : text;
  if (body === '') return { lines: [], fileformat, endofline: like?.endofline ?? true, bomb };
  const ending = ENDINGS[fileformat];
  const endofline = body.endsWith(ending);
  const split = (endofline ? body.slice(0, -ending.length) : body).split(ending);
  const lines = fileformat === 'mac' ? split.map(swapEndings) : split;
  return { lines, fileformat, endofline, bomb };
}

/** In a 'mac' buffer Neovim shows a line feed as a carriage return, since a line cannot hold a line feed. */
function swapEndings(text: string): string {
  return text.replace(/[\r\n]/g, (end) => (end === '\n' ? '\r' : '\n'));
}
