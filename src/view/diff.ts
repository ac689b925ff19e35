/** A change of a file as people read it: a few lines around each hunk, counts on top. */
import { diffLines } from '../edit/hunks';
import { type DiffRow, unified } from '../edit/unified';
import type { Diff } from '../protocol/schema.gen';
import type { DiffTarget, Line } from './block';
import { clipLine } from './clip';
import { line, omittedLine, type Part, withTarget } from './line';
import { fileTarget, shownPath } from './path';

/** Most lines of one diff. */
const MAX_LINES = 200;

/** The tool call that has made a change. */
export interface Call {
  readonly turn: number;
  readonly toolCallId: string;
}

interface DrawnDiff {
  readonly cwd: string;
  readonly lines: readonly Line[];
}

/** The same diff is drawn again at every change of its tool call. */
const drawn = new WeakMap<Diff, DrawnDiff>();

/** @param call lets its lines be opened where they are by now */
export function shownDiff(diff: Diff, cwd: string, call?: Call): readonly Line[] {
  const known = drawn.get(diff);
  if (known?.cwd === cwd) return known.lines;
  const lines = drawDiff(diff, cwd, call);
  drawn.set(diff, { cwd, lines });
  return lines;
}

/** Each hunk with a few lines around it, and how many lines come and go. Nothing left out, however long. */
export function diffRows(diff: Diff): {
  readonly counts: readonly Part[];
  readonly rows: DiffRow[];
} {
  const before = textLines(diff.oldText ?? '');
  const hunks = diffLines(before, textLines(diff.newText));
  const added = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const deleted = hunks.reduce((sum, hunk) => sum + hunk.del, 0);
  return {
    counts: [[`+${added}`, 'AcpDiffAdd'], ' ', [`−${deleted}`, 'AcpDiffDelete']],
    rows: unified(before, hunks),
  };
}

function drawDiff(diff: Diff, cwd: string, call: Call | undefined): Line[] {
  const { counts, rows } = diffRows(diff);
  const file = fileTarget(diff.path, cwd);
  const target = call && { ...call, path: file.path, piece: diff.newText };
  return [
    withTarget(line(['  ', [shownPath(diff.path, cwd), 'AcpDiffHeader'], '  ', ...counts]), file),
    ...rowLines(rows.slice(0, MAX_LINES), target),
    ...omittedLine(Math.max(0, rows.length - MAX_LINES), 'more'),
  ];
}

/** @param target where they are, but for their rows */
export function rowLines(
  rows: readonly DiffRow[],
  target: Omit<DiffTarget, 'kind' | 'row'> | undefined,
): Line[] {
  return rows.map(([sign, text, row]) => {
    const shown = line([`  ${sign} ${clipLine(text)}`], ROW_GROUPS[sign]);
    return withTarget(shown, target && { kind: 'diff', row, ...target });
  });
}

/** Line ends make no difference here: agents read and write them differently. */
function textLines(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
}

export const ROW_GROUPS = {
  '+': 'AcpDiffAdd',
  '-': 'AcpDiffDelete',
  '⋯': 'AcpMuted',
  ' ': undefined,
} as const;
