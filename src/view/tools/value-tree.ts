/** Any value as people read it: a tree of names and values, one a line. */
import { isRecord } from '../../base/guards';
import { jsonText } from '../../base/shallow';
import { oneLine, reveal } from '../../base/text';
import type { Line } from '../block';
import { clipLine } from '../clip';
import { line, type Part } from '../line';

/** Most lines of one value. */
const MAX_LINES = 200;
/** What is nested deeper is on one line. */
const MAX_DEPTH = 8;
/** Lists of short values up to this many characters are on one line. */
const SHORT = 60;

/** Nothing for nothing. */
export function treeLines(value: unknown): Line[] {
  const rows = valueRows(value, 1);
  const lines: Line[] = [];
  for (const row of rows) {
    if (lines.length === MAX_LINES) return [...lines, line(['  … and more'], 'AcpMuted')];
    lines.push(line(['  '.repeat(row.depth), ...row.parts]));
  }
  return lines;
}

interface Row {
  readonly depth: number;
  readonly parts: readonly Part[];
}

/** Lazily: a value may be of megabytes, of which few lines are shown. */
function* valueRows(value: unknown, depth: number): Generator<Row> {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value)) {
    for (const item of value) yield* itemRows(item, depth);
  } else if (isRecord(value)) {
    for (const [name, field] of Object.entries(value)) yield* fieldRows(name, field, depth);
  } else {
    for (const text of textsOf(value)) yield { depth, parts: [text] };
  }
}

function* fieldRows(name: string, field: unknown, depth: number): Generator<Row> {
  const label: Part = [`${clipLine(oneLine(name))}:`, 'AcpMuted'];
  const inline = onOneLine(field, depth);
  if (inline !== undefined) {
    yield { depth, parts: [label, ' ', inline] };
    return;
  }
  yield { depth, parts: [label] };
  yield* valueRows(field, depth + 1);
}

function* itemRows(item: unknown, depth: number): Generator<Row> {
  const mark: Part = ['- ', 'AcpMuted'];
  const inline = onOneLine(item, depth);
  if (inline !== undefined) {
    yield { depth, parts: [mark, inline] };
    return;
  }
  let isFirst = true;
  for (const row of valueRows(item, depth + 1)) {
    yield isFirst ? { depth, parts: [mark, ...row.parts] } : row;
    isFirst = false;
  }
}

/** Whether there is more to it than one line. */
function onOneLine(value: unknown, depth: number): string | undefined {
  if (value === null) return 'none';
  if (typeof value !== 'object') {
    const [text = '', ...more] = textsOf(value);
    return more.length === 0 ? text || '""' : undefined;
  }
  const members = Object.values(value);
  if (members.length === 0) return Array.isArray(value) ? '[]' : '{}';
  if (depth >= MAX_DEPTH) return clipLine(oneLine(jsonText(value)));
  if (!Array.isArray(value) || members.length > SHORT || !members.every(isShort)) return undefined;
  const text = members.map((member) => textsOf(member).join(' ')).join(', ');
  return text.length <= SHORT ? text : undefined;
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/[\n,]/.test(value));
}

function textsOf(value: unknown): string[] {
  const texts = String(value)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/, MAX_LINES + 1);
  return texts.map((text) => reveal(clipLine(text)));
}
