/**
 * Exact text as Neovim holds it: lines, and three facts about the file. Splitting and joining is lossless for every
 * text: carriage returns, mixed endings, no final newline, byte order mark, NUL, nothing at all.
 */

export type Fileformat = 'unix' | 'dos' | 'mac';

/** What the lines do not say about a text; the names are those of Neovim's options. */
export interface TextFacts {
  readonly fileformat: Fileformat;
  /** The last line has an ending. Without lines it says nothing about the text. */
  readonly endofline: boolean;
  readonly bomb: boolean;
}

/** A text taken apart. No lines at all is the empty text (Neovim shows one empty line for it). */
export interface SplitText extends TextFacts {
  readonly lines: readonly string[];
}

const BOM = '\uFEFF';
const ENDINGS: Readonly<Record<Fileformat, string>> = { unix: '\n', dos: '\r\n', mac: '\r' };

/** The whole text: `joinText(splitText(text)) === text`. */
export function joinText(text: SplitText): string {
  return joinLines(text, 0, text.lines.length);
}

/** Lines `from` up to, not including, `to`, each with its ending as it stands in the whole text. */
export function joinLines(text: SplitText, from: number, to: number): string {
  const end = Math.min(to, text.lines.length);
  const start = Math.max(0, from);
  const bom = text.bomb && start === 0 && to > 0 ? BOM : '';
  if (start >= end) return text.lines.length === 0 ? bom : '';
  return bom + joinSlice(text.lines.slice(start, end).join('\n'), text, end === text.lines.length);
}

/**
 * Turns lines joined by "\n", as the editor hands them over, into text with the file's own endings. `last`: the
 * piece reaches the end of the text, where the ending is optional.
 */
export function joinSlice(piece: string, facts: TextFacts, last: boolean): string {
  const ended = !last || facts.endofline ? `${piece}\n` : piece;
  if (facts.fileformat === 'unix') return ended;
  if (facts.fileformat === 'dos') return ended.replaceAll('\n', '\r\n');
  return swapEndings(ended);
}

/**
 * Takes a text apart so that joining gives it back exactly. `like` is the file that the text is meant for: of the
 * ways that are exact, its own is preferred.
 */
export function splitText(text: string, like?: TextFacts): SplitText {
  const bomb = text.startsWith(BOM);
  const body = bomb ? text.slice(1) : text;
  const fileformat = exactFormat(body, like?.fileformat);
  return { ...splitBody(body, fileformat, like), bomb };
}

/**
 * Takes apart what an agent wants a file to hold. Agents often read "\r\n" or a byte order mark and write plain
 * lines back; the file then keeps what it had.
 */
export function splitIncoming(text: string, like: TextFacts): SplitText {
  const plain = like.fileformat !== 'unix' && !text.includes('\r');
  if (!plain) return keepBom(splitText(text, like), like);
  const body = text.startsWith(BOM) ? text.slice(1) : text;
  const unix = splitBody(body, 'unix', like);
  return { ...unix, fileformat: like.fileformat, bomb: like.bomb || text.startsWith(BOM) };
}

function keepBom(text: SplitText, like: TextFacts): SplitText {
  return like.bomb && !text.bomb ? { ...text, bomb: true } : text;
}

function exactFormat(body: string, preferred: Fileformat | undefined): Fileformat {
  if (preferred === 'mac' && staysMac(body)) return 'mac';
  if (!body.includes('\n')) return preferred === 'dos' ? 'dos' : 'unix';
  return /(?<!\r)\n/.test(body) ? 'unix' : 'dos';
}

/** Every text can be a 'mac' text; one with other endings only would be a single long line. */
function staysMac(body: string): boolean {
  return !body.includes('\r\n') && (body.includes('\r') || !body.includes('\n'));
}

function splitBody(
  body: string,
  fileformat: Fileformat,
  like: TextFacts | undefined,
): Omit<SplitText, 'bomb'> {
  if (body === '') return { lines: [], fileformat, endofline: like?.endofline ?? true };
  const ending = ENDINGS[fileformat];
  const endofline = body.endsWith(ending);
  const lines = (endofline ? body.slice(0, -ending.length) : body).split(ending);
  return { lines: fileformat === 'mac' ? lines.map(swapEndings) : lines, fileformat, endofline };
}

/** In a 'mac' buffer Neovim shows a line feed as a carriage return, since a line cannot hold a line feed. */
function swapEndings(text: string): string {
  return text.replace(/[\r\n]/g, (end) => (end === '\n' ? '\r' : '\n'));
}
