/** Cuts long texts to what is shown: tool calls of half a megabyte are real. */
import { byteLength, sanitize } from '../base/text';
import type { StyledLine } from './block';
import { terminalScreen } from './terminal/screen';

/** Lines of one text that are shown at most. */
const MAX_LINES = 200;
/** Longest line that is shown, in UTF-16 units. */
const MAX_COLUMNS = 2000;

/** As programs that fill the whole screen enter and leave theirs. */
const ENTER_ALTERNATE = '\x1b[?1049h';
const LEAVE_ALTERNATE = '\x1b[?1049l';

export interface Clipped {
  /** Safe to show. */
  readonly lines: readonly string[];
  /** Lines left out after them. */
  readonly omitted: number;
}

export interface ClippedOutput {
  readonly lines: readonly StyledLine[];
  /** Before them. */
  readonly omitted: number;
}

/** The first lines of a text. */
export function clipText(text: string): Clipped {
  const body = sanitize(text).replace(/\n$/, '');
  if (body === '') return { lines: [], omitted: 0 };
  const omitted = Math.max(0, countLines(body) - MAX_LINES);
  const kept = omitted > 0 ? firstLines(body) : body;
  return { lines: kept.split('\n').map(clipLine), omitted };
}

/** The last lines of what a program printed, as a terminal would show them. */
export function clipOutput(output: string): ClippedOutput {
  const body = output.replace(/\r?\n$/, '');
  if (body === '') return { lines: [], omitted: 0 };
  // Cut first: this is asked again and again while a program prints megabytes.
  const cut = Math.max(0, countLines(body) - MAX_LINES);
  const shown = terminalScreen(cut > 0 ? lastOutput(body) : body);
  const over = Math.max(0, shown.length - MAX_LINES);
  return { lines: shown.slice(over).map(clipStyled), omitted: cut + over };
}

/** Shortens a line that is too long to be read. */
export function clipLine(line: string): string {
  if (line.length <= MAX_COLUMNS) return line;
  return `${line.slice(0, MAX_COLUMNS)}… ${line.length - MAX_COLUMNS} more characters`;
}

/** What is left of a line keeps its colours, and what is said about the rest has none. */
function clipStyled(line: StyledLine): StyledLine {
  const text = clipLine(line.text);
  if (text === line.text) return line;
  const end = byteLength(line.text.slice(0, MAX_COLUMNS));
  const spans = line.spans
    ?.filter(({ from }) => from < end)
    .map((span) => ({ ...span, to: Math.min(span.to, end) }));
  return { text, ...(spans ? { spans } : {}) };
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function firstLines(text: string): string {
  let end = -1;
  for (let n = 0; n < MAX_LINES; n++) end = text.indexOf('\n', end + 1);
  return text.slice(0, end);
}

/** The last lines, on the screen that they were printed on. */
function lastOutput(output: string): string {
  let start = output.length;
  for (let n = 0; n < MAX_LINES; n++) start = output.lastIndexOf('\n', start - 1);
  const isAlternate =
    output.lastIndexOf(ENTER_ALTERNATE, start) > output.lastIndexOf(LEAVE_ALTERNATE, start);
  return (isAlternate ? ENTER_ALTERNATE : '') + output.slice(start + 1);
}
