/** A change of a file as people read it: a few lines around each hunk, counts on top. */
import { diffLines, type Hunk } from '../edit/hunks';
import type { Diff } from '../protocol/schema.gen';
import type { Line } from './block';
import { clipLine } from './clip';
import { line, omittedLine, type Part, withTarget } from './line';
import { fileTarget, shownPath } from './path';

/** Unchanged lines shown around a change. */
export const CONTEXT = 3;
/** Most lines of one diff. */
const MAX_LINES = 200;

interface DrawnDiff {
  readonly counts: readonly Part[];
  /** At most `MAX_LINES`. */
  readonly lines: readonly Line[];
  readonly total: number;
}

/** The same diff is drawn again at every change of its tool call. */
const drawn = new WeakMap<Diff, DrawnDiff>();

export function shownDiff(diff: Diff, cwd: string): Line[] {
  const { counts, lines, total } = drawnDiff(diff);
  return [
    withTarget(
      line(['  ', [shownPath(diff.path, cwd), 'AcpDiffHeader'], '  ', ...counts]),
      fileTarget(diff.path, cwd),
    ),
    ...lines,
    ...omittedLine(total - lines.length, 'more'),
  ];
}

/** Each hunk with a few lines around it, and how many lines come and go. Nothing left out, however long. */
export function diffRows(diff: Diff): { readonly counts: readonly Part[]; readonly rows: Row[] } {
  return rowsBetween(textLines(diff.oldText ?? ''), textLines(diff.newText));
}

/** The same between the lines of two texts. */
export function rowsBetween(
  before: readonly string[],
  after: readonly string[],
): { readonly counts: readonly Part[]; readonly rows: Row[] } {
  const hunks = diffLines(before, after);
  const added = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const deleted = hunks.reduce((sum, hunk) => sum + hunk.del, 0);
  return {
    counts: [[`+${added}`, 'AcpDiffAdd'], ' ', [`−${deleted}`, 'AcpDiffDelete']],
    rows: unified(before, hunks),
  };
}

function drawnDiff(diff: Diff): DrawnDiff {
  const known = drawn.get(diff);
  if (known) return known;
  const fresh = drawDiff(diff);
  drawn.set(diff, fresh);
  return fresh;
}

function drawDiff(diff: Diff): DrawnDiff {
  const { counts, rows } = diffRows(diff);
  return {
    counts,
    lines: rows
      .slice(0, MAX_LINES)
      .map(([sign, text]) => line([`  ${sign} ${clipLine(text)}`], ROW_GROUPS[sign])),
    total: rows.length,
  };
}

/** Line ends make no difference here: agents read and write them differently. */
function textLines(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
}

/** Counted from 1: lines that come in the new text, all others in the old one. */
export type Row = readonly [sign: ' ' | '+' | '-' | '⋯', text: string, number: number];

/** Each hunk with a few lines around it. */
export function unified(before: readonly string[], hunks: readonly Hunk[]): Row[] {
  const rows: Row[] = [];
  const take = (sign: ' ' | '-', from: number, to: number): void => {
    for (const [at, text] of before.slice(from, to).entries()) {
      rows.push([sign, text, from + at + 1]);
    }
  };
  let at = 0;
  let shift = 0;
  hunks.forEach((hunk, index) => {
    const { row, del, lines } = hunk;
    const start = Math.max(at, row - CONTEXT);
    if (start > at && index > 0) rows.push(['⋯', '', 0]);
    const end = row + del;
    const next = hunks[index + 1]?.row ?? before.length;
    at = Math.min(end + CONTEXT, next);
    take(' ', start, row);
    take('-', row, end);
    for (const [added, text] of lines.entries()) rows.push(['+', text, row + shift + added + 1]);
    shift += lines.length - del;
    take(' ', end, at);
  });
  return rows;
}

export const ROW_GROUPS = {
  '+': 'AcpDiffAdd',
  '-': 'AcpDiffDelete',
  '⋯': 'AcpMuted',
  ' ': undefined,
} as const;
