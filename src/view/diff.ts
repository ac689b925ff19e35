/** A change of a file as people read it: a few lines around each hunk, counts on top. */
import { diffLines, type Hunk } from '../edit/hunks';
import type { Diff } from '../protocol/schema.gen';
import type { Line } from './block';
import { clipLine } from './clip';
import { type HunkLook, type HunkRow, hunkLines } from './hunk-lines';
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
  const before = textLines(diff.oldText ?? '');
  const hunks = diffLines(before, textLines(diff.newText));
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
    lines: diffRowLines(rows.slice(0, MAX_LINES), {
      path: diff.path,
      show: (text) => [clipLine(text)],
    }),
    total: rows.length,
  };
}

/** Line ends make no difference here: agents read and write them differently. */
function textLines(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
}

export type Row = readonly [sign: ' ' | '+' | '-' | '⋯', text: string];

/** Each hunk with a few lines around it. */
export function unified(before: readonly string[], hunks: readonly Hunk[]): Row[] {
  const rows: Row[] = [];
  let at = 0;
  hunks.forEach((hunk, index) => {
    const start = Math.max(at, hunk.row - CONTEXT);
    if (start > at && index > 0) rows.push(['⋯', '']);
    const end = hunk.row + hunk.del;
    const next = hunks[index + 1]?.row ?? before.length;
    at = Math.min(end + CONTEXT, next);
    for (const text of before.slice(start, hunk.row)) rows.push([' ', text]);
    for (const text of before.slice(hunk.row, end)) rows.push(['-', text]);
    for (const text of hunk.lines) rows.push(['+', text]);
    for (const text of before.slice(end, at)) rows.push([' ', text]);
  });
  return rows;
}

/** As they are drawn: hunks, and gaps between them. */
export function diffRowLines(rows: readonly Row[], look: HunkLook): Line[] {
  const drawn: Line[] = [];
  let hunk: HunkRow[] = [];
  for (const [sign, text] of rows) {
    if (sign !== '⋯') {
      hunk.push({ sign, text });
      continue;
    }
    drawn.push(...hunkLines(hunk, look), line(['  ⋯'], 'AcpMuted'));
    hunk = [];
  }
  return [...drawn, ...hunkLines(hunk, look)];
}
