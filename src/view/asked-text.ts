/** Texts on which the user decides: nothing is removed from them, and what is cut is counted. */
import { reveal } from '../base/text';
import { counted, isBlank, withoutRuns } from './blanks';
import type { Line } from './block';
import type { Group } from './groups';
import { line, omittedLine, type Part } from './line';

/** How much of a text is shown. */
export interface Extent {
  readonly lines: number;
  /** UTF-16 units of one line. */
  readonly columns: number;
  /** Long runs of blanks are described instead of shown. */
  readonly foldsBlanks: boolean;
  /** Called when something is left out. */
  readonly onCut?: () => void;
}

/** In the question. */
export const SHORT: Extent = { lines: 2000, columns: 4000, foldsBlanks: true };
/** Where the user wants to see all of it. */
export const WHOLE: Extent = { lines: Infinity, columns: Infinity, foldsBlanks: false };

/** Blank lines in a row that are shown as they are. */
const MAX_BLANK_LINES = 2;

export interface Look {
  readonly group: Group;
  /** Precedes the first line; the others are indented as far. */
  readonly lead?: string;
}

export function askedText(text: string, extent: Extent, { group, lead = '  ' }: Look): Line[] {
  if (text === '') return [];
  const { rows, omitted } = rowsOf(text, extent);
  const indent = ' '.repeat(lead.length);
  return [
    ...rows.map((parts, index) =>
      line([
        index === 0 && lead.trim() ? [lead, 'AcpMuted'] : indent,
        ...parts.map((part) => inGroup(part, group)),
      ]),
    ),
    ...cutLine(omitted, extent),
  ];
}

/** One line of a text, at most as long as `extent` says. */
export function askedRow(text: string, extent: Extent): Part[] {
  const kept: Part[] = [];
  let room = extent.columns;
  let hidden = 0;
  for (const part of extent.foldsBlanks ? withoutRuns(text) : [text]) {
    if (typeof part !== 'string') {
      if (room > 0) kept.push(part);
      else hidden += part[0].length;
      room = Math.max(0, room - part[0].length);
      continue;
    }
    // Revealing never shortens a text.
    const raw = part.slice(0, wholeCharacters(part, room));
    const whole = reveal(raw);
    const shown = whole.slice(0, wholeCharacters(whole, room));
    if (shown !== '') kept.push(shown);
    hidden += part.length - raw.length + whole.length - shown.length;
    room -= shown.length;
  }
  if (hidden === 0) return kept;
  extent.onCut?.();
  return [...kept, [`… ${counted(hidden)} more characters`, 'AcpNoticeWarn']];
}

/** Says how many lines are left out. */
export function cutLine(omitted: number, extent: Extent): Line[] {
  if (omitted > 0) extent.onCut?.();
  return omittedLine(Math.max(0, omitted), 'more');
}

/** Not between the halves of a pair. */
function wholeCharacters(text: string, length: number): number {
  if (length >= text.length) return text.length;
  const code = text.charCodeAt(length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length - 1 : Math.max(0, length);
}

function rowsOf(text: string, extent: Extent): { rows: Part[][]; omitted: number } {
  const lines = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  const rows: Part[][] = [];
  let at = 0;
  while (at < lines.length && rows.length < extent.lines) {
    const blank = extent.foldsBlanks ? blankLinesFrom(lines, at) : 0;
    if (blank > MAX_BLANK_LINES) {
      rows.push([[`… ${counted(blank)} blank lines …`, 'AcpNoticeWarn']]);
      at += blank;
    } else {
      rows.push(askedRow(lines[at] ?? '', extent));
      at++;
    }
  }
  return { rows, omitted: lines.length - at };
}

function blankLinesFrom(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && isBlank(lines[end] ?? '')) end++;
  return end - from;
}

function inGroup(part: Part, group: Group): Part {
  return typeof part === 'string' ? [part, group] : part;
}
