/** Where a part of a text is that an agent names by its content. Pure, and linear in both texts. */
import type { SplitText } from './text';

/** A part that becomes another one. */
export interface Fragment {
  readonly oldText: string;
  readonly newText: string;
}

/** Characters `from` up to, not including, `to` become `text`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** How often a part is there; the place is known of one that is there once. */
export type Search =
  | { readonly times: 1; readonly splice: Splice }
  | { readonly times: number; readonly splice?: never };

/** More are not counted. */
const MAX_TIMES = 99;

/** The text of a file with plain line ends, as fragments are looked for in it. */
export function plainText({ lines, endofline }: SplitText): string {
  return lines.length === 0 ? '' : lines.join('\n') + (endofline ? '\n' : '');
}

/** The lines of such a text. */
export function plainLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Line ends and byte order marks make no difference: agents read and write them differently. */
export function findFragment(text: string, { oldText, newText }: Fragment): Search {
  const hasReturns = /\r(?:\n|$)/.test(text);
  const same = hasReturns ? [{ oldText, newText }] : [];
  for (const way of [...same, { oldText: plainEnds(oldText), newText: plainEnds(newText) }]) {
    const found = findExact(text, way);
    if (found.times > 0) return found;
  }
  return { times: 0 };
}

/** The text with the splice done. */
export function spliced(text: string, { from, to, text: inserted }: Splice): string {
  return text.slice(0, from) + inserted + text.slice(to);
}

function plainEnds(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function findExact(text: string, { oldText, newText }: Fragment): Search {
  if (oldText === '') return { times: 0 };
  const starts = startsOf(text, oldText);
  const [from] = starts;
  if (from === undefined) return findAtEnd(text, { oldText, newText });
  if (starts.length > 1) return { times: starts.length };
  return { times: 1, splice: { from, to: from + oldText.length, text: newText } };
}

/** The last line of the text has no end, and that of the fragment has one. */
function findAtEnd(text: string, { oldText, newText }: Fragment): Search {
  const open = oldText.replace(/\n$/, '');
  if (open === oldText || open === '' || !text.endsWith(open)) return { times: 0 };
  const from = text.length - open.length;
  return { times: 1, splice: { from, to: text.length, text: newText.replace(/\n$/, '') } };
}

/** Knuth, Morris and Pratt: no text makes it slow. Places may overlap. */
function startsOf(text: string, wanted: string): number[] {
  const borders = bordersOf(wanted);
  const starts: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length && starts.length < MAX_TIMES; at++) {
    while (matched > 0 && (matched === wanted.length || text[at] !== wanted[matched])) {
      matched = borders[matched - 1] ?? 0;
    }
    if (text[at] === wanted[matched]) matched++;
    if (matched === wanted.length) starts.push(at - matched + 1);
  }
  return starts;
}

/** For each start of a text: how long the longest is that it both begins and ends with. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[at] === text[length]) length++;
    borders[at] = length;
  }
  return borders;
}
