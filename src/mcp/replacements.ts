/** Edits of a text that say what they replace. Pure. All of them are about the text as it is before the first one. */

/** `old_text` must be there exactly once, or be exactly the lines from `start_line` to `end_line`. */
export interface Replacement {
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all?: boolean;
  readonly start_line?: number;
  /** Included; one less than `start_line`: nothing is replaced, and the new lines come before that line. */
  readonly end_line?: number;
}

export interface Replaced {
  readonly text: string;
  /** Lines of the new text that edits have made, from 1, in order. */
  readonly changed: readonly { readonly start_line: number; readonly end_line: number }[];
}

/** Which edit cannot be made, and why. */
export class ReplacementError extends Error {}

interface Span {
  /** From 0; which edit it comes from. */
  readonly edit: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Lines that are shown around what was expected. */
const CONTEXT_LINES = 2;
const MAX_SHOWN_LINES = 20;
const MAX_SHOWN_CHARACTERS = 300;
const MAX_PLACES = 10;
/** Of a character of two units one would be left, which no file can hold. */
const HALF = /\p{Surrogate}/u;

/** @param text each line ends with "\n" */
export function replaceTexts(text: string, edits: readonly Replacement[]): Replaced {
  const lines = text === '' ? [] : text.slice(0, -1).split('\n');
  const spans = edits.flatMap((edit, index) => spansOf(text, lines, edit, index, edits.length));
  spans.sort((a, b) => a.from - b.from || a.to - b.to || a.edit - b.edit);
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (!next || next.from >= span.to) continue;
    throw new ReplacementError(
      `edits ${span.edit + 1} and ${next.edit + 1} overlap at line ${lineAt(text, next.from)}`,
    );
  }
  const replaced = apply(text, spans);
  if (replaced.text === text) throw new ReplacementError('the edits would change nothing');
  return replaced;
}

function apply(text: string, spans: readonly Span[]): Replaced {
  let result = '';
  let at = 0;
  let line = 1;
  const changed: { start_line: number; end_line: number }[] = [];
  for (const { from, to, text: added } of spans) {
    const kept = text.slice(at, from);
    line += countOf(kept, '\n');
    const last = line + countOf(added, '\n') - (added.endsWith('\n') ? 1 : 0);
    changed.push({ start_line: line, end_line: Math.max(line, last) });
    line += countOf(added, '\n');
    result += kept + added;
    at = to;
  }
  return { text: result + text.slice(at), changed };
}

function spansOf(
  text: string,
  lines: readonly string[],
  edit: Replacement,
  index: number,
  count: number,
): Span[] {
  const fail = (why: string): never => {
    throw new ReplacementError(count > 1 ? `edit ${index + 1} of ${count}: ${why}` : why);
  };
  const { old_text, new_text } = edit;
  if (HALF.test(old_text)) return fail('old_text holds half a character');
  if (HALF.test(new_text)) return fail('new_text holds half a character');
  if (new_text.includes('\0') && !text.includes('\0')) {
    return fail('new_text holds a NUL character, with which the file would be no text any more');
  }
  if (edit.start_line !== undefined) {
    const found = linesSpan(lines, edit, edit.start_line);
    if ('why' in found) return fail(found.why);
    return [{ edit: index, ...found, text: asLines(new_text) }];
  }
  if (edit.end_line !== undefined) return fail('end_line needs start_line');
  if (old_text === '') return fail('old_text is empty: say with start_line where the text goes');
  const places = placesOf(text, old_text);
  const [first] = places;
  if (first === undefined) return fail(`old_text was not found. ${closest(lines, old_text)}`);
  if (places.length > 1 && !edit.replace_all) {
    const at = places.slice(0, MAX_PLACES).map((place) => lineAt(text, place));
    const more = places.length > MAX_PLACES ? ' and more' : '';
    return fail(
      `old_text was found ${places.length} times, at lines ${at.join(', ')}${more}. Give more of the text around it, ` +
        'or start_line, or set replace_all',
    );
  }
  return places.map((from) => ({ edit: index, from, to: from + old_text.length, text: new_text }));
}

/** Where whole lines begin and end that must be what was expected. */
function linesSpan(
  lines: readonly string[],
  { old_text, end_line }: Replacement,
  start: number,
): { readonly from: number; readonly to: number } | { readonly why: string } {
  const isInsertion = end_line === start - 1;
  const expected = isInsertion && old_text === '' ? [] : withoutLastEnd(old_text).split('\n');
  const end = end_line ?? start - 1 + expected.length;
  if (end < start - 1) return { why: `end_line (${end}) is before start_line (${start})` };
  const there = lines.slice(start - 1, end);
  if (start > lines.length + 1 || there.length < end - start + 1) {
    return { why: `the file has ${lines.length} lines, not ${Math.max(start, end)}` };
  }
  if (there.length !== expected.length || there.some((line, row) => line !== expected[row])) {
    const now = shown(lines, start - 1 - CONTEXT_LINES, end + CONTEXT_LINES);
    return { why: `lines ${start}-${end} are not old_text. They are now:\n${now}` };
  }
  const from = lengthOf(lines.slice(0, start - 1));
  return { from, to: from + lengthOf(there) };
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function asLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function withoutLastEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Places that do not overlap, from the start. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    places.push(at);
  }
  return places;
}

/** The lines that are most like what was expected: those that hold most of its lines, whatever their indentation. */
function closest(lines: readonly string[], wanted: string): string {
  const expected = withoutLastEnd(wanted).split('\n');
  const rows = new Map<string, number[]>();
  for (const [row, line] of lines.entries()) {
    const key = line.trim();
    if (key !== '') rows.set(key, [...(rows.get(key) ?? []).slice(-MAX_PLACES), row]);
  }
  const votes = new Map<number, number>();
  for (const [index, line] of expected.entries()) {
    for (const row of rows.get(line.trim()) ?? []) {
      votes.set(row - index, (votes.get(row - index) ?? 0) + 1);
    }
  }
  const [best] = [...votes].sort(([a, n], [b, m]) => m - n || a - b);
  if (!best) return 'None of its lines is in the file: read the file again';
  const [row] = best;
  const now = shown(lines, row - CONTEXT_LINES, row + expected.length + CONTEXT_LINES);
  return `The lines that are most like it are now:\n${now}`;
}

/** Lines from one row up to, not including, another, with their numbers. */
function shown(lines: readonly string[], from: number, to: number): string {
  const first = Math.max(0, from);
  const end = Math.min(lines.length, to, first + MAX_SHOWN_LINES);
  const numbered = lines
    .slice(first, end)
    .map((line, index) => `${first + index + 1}: ${clip(line)}`);
  if (end < Math.min(lines.length, to)) numbered.push('…');
  return numbered.length > 0 ? numbered.join('\n') : '(the file is empty)';
}

function clip(line: string): string {
  return line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS)}…` : line;
}

function lineAt(text: string, index: number): number {
  return countOf(text.slice(0, index), '\n') + 1;
}

function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}
