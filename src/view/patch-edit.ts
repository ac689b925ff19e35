/** Lines and their marks in the form the editor's side applies. */
import { byteLength } from '../base/text';
import type { Line, PatchEdit, PatchSpan, Span } from './block';
import { startsWithSpans, textOf, withMarks } from './line';

/** The edits that make `old`, at buffer row `row`, into `next`. */
export function lineEdits(row: number, old: readonly Line[], next: readonly Line[]): PatchEdit[] {
  const [first, ...others] = old;
  const lengthened = next[0];
  if (first === undefined || lengthened === undefined || !lengthens(first, lengthened)) {
    return [replacement(row, old.length, next)];
  }
  if (others.length === 0) return [appending(row, first, next)];
  // An appending edit takes nothing out, so what was below goes in an edit of its own.
  return [appending(row, first, [lengthened]), replacement(row + 1, others.length, next.slice(1))];
}

/** True when `next` is `old` with something added at the end, so that cursor and selection on it can stay. */
export function lengthens(old: Line, next: Line): boolean {
  const [before, after] = [withMarks(old), withMarks(next)];
  return (
    before.lineGroup === after.lineGroup &&
    before.fence === after.fence &&
    startsWithSpans(after.spans, before.spans) &&
    after.text.length >= before.text.length &&
    // Several times faster than startsWith on a very long line.
    after.text.slice(0, before.text.length) === before.text
  );
}

/** Lines that take the place of `del` rows at a row. */
export function replacement(row: number, del: number, lines: readonly Line[]): PatchEdit {
  return {
    row,
    del,
    lines: lines.map(textOf),
    spans: lines.flatMap((line, offset) => lineSpans(line, offset)),
    fences: fencesOf(lines, 0),
  };
}

/** The marks that the line has already are not repeated. */
function appending(row: number, old: Line, lines: readonly Line[]): PatchEdit {
  const [first = '', ...others] = lines;
  const known = withMarks(old).spans?.length ?? 0;
  const added = withMarks(first).spans?.slice(known) ?? [];
  return {
    row,
    del: 0,
    col: byteLength(textOf(old)),
    lines: [textOf(first).slice(textOf(old).length), ...others.map(textOf)],
    spans: [
      ...added.map((span) => patchSpan(span, 0)),
      ...others.flatMap((line, index) => lineSpans(line, index + 1)),
    ],
    fences: fencesOf(others, 1),
  };
}

function lineSpans(line: Line, offset: number): PatchSpan[] {
  if (typeof line === 'string') return [];
  const spans = (line.spans ?? []).map((span) => patchSpan(span, offset));
  return line.lineGroup ? [[offset, 0, -1, line.lineGroup], ...spans] : spans;
}

function patchSpan({ from, to, group }: Span, offset: number): PatchSpan {
  return [offset, from, to, group];
}

function fencesOf(lines: readonly Line[], shift: number): [number, 'open' | 'close'][] {
  return lines.flatMap((line, index) => {
    const fence = withMarks(line).fence;
    return fence ? [[index + shift, fence] as [number, 'open' | 'close']] : [];
  });
}
