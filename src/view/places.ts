/** Places that a line of text names: files with lines and columns, links, addresses. Pure. */
import type { Target } from './block';
import { uriTarget } from './target';

/** Something on a line that may be opened. */
export interface Place {
  /** UTF-16 units of the line. */
  readonly from: number;
  readonly to: number;
  readonly names: Extract<Target, { kind: 'url' }> | NamedFile;
}

/** It may not exist, and its path may count from any folder. */
export interface NamedFile {
  readonly kind: 'file';
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  readonly column?: number;
}

/** In Markdown what a link leads to; between quotes; else what stands between blanks and brackets. */
const PATTERNS: readonly RegExp[] = [
  /\]\(\s*<?([^()<>\s]+(?:\([^()\s]*\)[^()<>\s]*)?)>?(?:\s+["'][^"']*["'])?\s*\)/dg,
  /`([^`]+)`/dg,
  /"([^"]+)"/dg,
  /'([^']+)'/dg,
  /\b((?:https?|file):\/\/[^\s<>"'`\])}]+)/dg,
  /((?:[^\s<>"'`()[\]{},;|*]|\((?=\d+(?:,\s*\d+)?\))|(?<=\(\d+)(?:,\s*\d+)?\))+)/dg,
];

/** Lines and columns behind a path: `:12:3`, `:12-20`, `#L12`, `#L12-L20`, `(12,3)`, `:L12`. */
const POSITION =
  /(?::L?(\d+)(?:[:.](\d+))?(?:-L?\d+(?::\d+)?)?|#L?(\d+)(?:C(\d+))?(?:-L?\d+(?:C\d+)?)?|\((\d+)(?:,\s*(\d+))?\))$/;

/** What opens from a cursor: what it is on first (the longest of it), then what follows, then what is before. */
export function placesFrom(text: string, column: number): Place[] {
  const distance = ({ from, to }: Place): number => {
    if (column >= from && column < to) return 0;
    return from > column ? from - column : text.length + column - to;
  };
  return placesIn(text).toSorted(
    (a, b) => distance(a) - distance(b) || b.to - b.from - a.to + a.from,
  );
}

/** True when the cursor is on the place itself. */
export function isOn({ from, to }: Place, column: number): boolean {
  return column >= from && column < to;
}

/** Of a longer line only what is near its start is looked at. */
const MAX_LENGTH = 4000;

export function placesIn(line: string): Place[] {
  const text = line.slice(0, MAX_LENGTH);
  const found = PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(
    (match): Place[] => {
      const [from = 0, to = 0] = match.indices?.[1] ?? [];
      const names = namedBy(match[1] ?? '');
      return names ? [{ from: match.index < from ? match.index : from, to, names }] : [];
    },
  );
  const isFirst = (place: Place, at: number): boolean =>
    found.findIndex(
      (one) => sameName(one, place) && one.from <= place.from && one.to >= place.to,
    ) === at;
  return found.filter(isFirst);
}

function sameName(a: Place, b: Place): boolean {
  return JSON.stringify(a.names) === JSON.stringify(b.names);
}

function namedBy(raw: string): Place['names'] | undefined {
  const text = raw.trim().replace(/[.,;:!?…]+$/, '');
  if (/^https?:\/\//i.test(text)) return addressOf(text);
  if (/^file:/i.test(text)) return fileOf(text);
  // Other schemes, and words: only what looks like the name of a file.
  if (/^[a-z][a-z+.-]+:\/\//i.test(text) || /^(?:\/\/|\\\\)/.test(text)) return undefined;
  const named = splitPosition(text);
  return /[\w)\]-]\.\w|[/\\]/.test(named.path) || named.line !== undefined ? named : undefined;
}

function addressOf(text: string): Place['names'] | undefined {
  const target = uriTarget(text);
  return target?.kind === 'url' ? target : undefined;
}

/** `file:///x/a.ts:12:3` and `file:///x/a.ts#L12`. */
function fileOf(text: string): NamedFile | undefined {
  const { path: uri, ...position } = splitPosition(text);
  const target = uriTarget(uri);
  return target?.kind === 'file' ? { ...position, kind: 'file', path: target.path } : undefined;
}

function splitPosition(text: string): NamedFile {
  const match = POSITION.exec(text);
  if (!match || match.index === 0) return { kind: 'file', path: text };
  const [, ...numbers] = match;
  const [line, column] = numbers.filter((one) => one !== undefined).map(Number);
  return {
    kind: 'file',
    path: text.slice(0, match.index),
    ...(line ? { line } : {}),
    ...(column ? { column } : {}),
  };
}
