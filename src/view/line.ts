/** Builds and compares lines. */
import { quantity } from '../base/quantity';
import { byteLength, sanitize } from '../base/text';
import type { DiffLayout, FoldedPart, Line, Span, StyledLine, Target } from './block';
import type { Group } from './groups';

/** A piece of a line, with or without a look. */
export type Part = string | readonly [text: string, group: Group];

/** A line from pieces; `lineGroup` colours it as a whole. Whatever the pieces hold becomes safe to show. */
export function line(parts: readonly Part[], lineGroup?: Group): Line {
  let text = '';
  let column = 0;
  const spans: Span[] = [];
  for (const part of parts) {
    const [raw, group] = typeof part === 'string' ? [part, undefined] : part;
    const shown = shownText(raw);
    const end = column + byteLength(shown);
    if (group && end > column) spans.push({ from: column, to: end, group });
    text += shown;
    column = end;
  }
  return styled(text, spans, lineGroup);
}

/** On one line, and safe to show. */
function shownText(raw: string): string {
  return sanitize(raw).replaceAll('\n', ' ');
}

/** A line of pieces, taken apart again. */
export function chunksOf(line: Line): FoldedPart[] {
  const { text, spans = [], lineGroup = '' } = withMarks(line);
  const bytes = Buffer.from(text);
  const chunks: FoldedPart[] = [];
  let column = 0;
  const add = (end: number, group: string): void => {
    if (end > column) chunks.push([bytes.subarray(column, end).toString(), group]);
    column = Math.max(column, end);
  };
  for (const { from, to, group } of spans) {
    add(from, lineGroup);
    add(to, group);
  }
  add(bytes.length, lineGroup);
  return chunks;
}

/** The line with more behind it. */
export function followedBy(before: Line, parts: readonly Part[]): Line {
  const { text, spans = [], ...rest } = withMarks(before);
  const added = withMarks(line(parts));
  const by = byteLength(text);
  const moved = (added.spans ?? []).map(({ from, to, group }) => ({
    from: from + by,
    to: to + by,
    group,
  }));
  return { ...rest, text: text + added.text, spans: [...spans, ...moved] };
}

/** The same line, to be opened as `target`. */
export function withTarget(line: Line, target: Target | undefined): Line {
  return target ? { ...withMarks(line), target } : line;
}

/** The same line, without what only opening needs. */
export function withoutTarget(line: Line): Line {
  if (typeof line === 'string' || !line.target) return line;
  const { target: _, ...bare } = line;
  return bare;
}

/** Several lines of one look, each moved in by two columns. */
export function indented(texts: readonly string[], lineGroup?: Group): Line[] {
  return texts.map((text) => styled(`  ${shownText(text)}`, [], lineGroup));
}

/** The same for lines that have marks already. */
export function movedIn(lines: readonly StyledLine[], lineGroup?: Group): Line[] {
  return lines.map(({ text, spans = [] }) =>
    styled(
      `  ${text}`,
      spans.map(({ from, to, group }) => ({ from: from + 2, to: to + 2, group })),
      lineGroup,
    ),
  );
}

/** Says how much is not shown. */
export function omittedLine(omitted: number, where: 'more' | 'earlier'): Line[] {
  if (omitted === 0) return [];
  return [line([`  … ${quantity(omitted, `${where} line`)}`], 'AcpMuted')];
}

function styled(text: string, spans: readonly Span[], lineGroup?: Group): Line {
  if (spans.length === 0 && !lineGroup) return text;
  return { text, ...(spans.length > 0 ? { spans } : {}), ...(lineGroup ? { lineGroup } : {}) };
}

/** The text alone. */
export function textOf(line: Line): string {
  return typeof line === 'string' ? line : line.text;
}

/** The line with everything that may be absent. */
export function withMarks(line: Line): StyledLine {
  return typeof line === 'string' ? { text: line } : line;
}

/** Whether both look and do the same. */
export function sameLine(a: Line | undefined, b: Line | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const [left, right] = [withMarks(a), withMarks(b)];
  return (
    left.text === right.text &&
    left.lineGroup === right.lineGroup &&
    left.fence === right.fence &&
    sameLayout(left.diff, right.diff) &&
    left.spans?.length === right.spans?.length &&
    startsWithSpans(right.spans, left.spans)
  );
}

function sameLayout(a: DiffLayout | undefined, b: DiffLayout | undefined): boolean {
  if (a === b) return true;
  return a?.path === b?.path && a?.sign === b?.sign && a?.column === b?.column;
}

/** True when the first of `spans` are exactly `start`. */
export function startsWithSpans(spans: readonly Span[] = [], start: readonly Span[] = []): boolean {
  return start.every((span, index) => {
    const other = spans[index];
    return other?.from === span.from && other.to === span.to && other.group === span.group;
  });
}
