/** A change of a file as people read it: a few lines around each hunk, counts on top. */
import { diffLines } from '../edit/hunks';
import { type DiffRow, unified } from '../edit/unified';
import type { CallChange } from '../model/call-change';
import type { Diff } from '../protocol/schema.gen';
import type { DiffTarget, Line } from './block';
import { clipLine } from './clip';
import { type HunkLook, type HunkNumbers, type HunkRow, hunkLines } from './hunk-lines';
import { line, omittedLine, type Part, withTarget } from './line';
import { fileTarget, shownPath } from './path';
import { type PiecePlace, piecePlace } from './piece-place';

/** Most lines of one diff. */
const MAX_LINES = 200;

/** The tool call that has made a change. */
export interface Call {
  readonly turn: number;
  readonly toolCallId: string;
}

/** Where rows are, but for the rows themselves. */
type RowTarget = Omit<DiffTarget, 'kind' | 'row'>;

interface DrawnDiff {
  readonly cwd: string;
  readonly change: CallChange | undefined;
  readonly lines: readonly Line[];
}

/** The same diff is drawn again at every change of its tool call. */
const drawn = new WeakMap<Diff, DrawnDiff>();

/**
 * @param call lets its lines be opened where they are by now
 * @param change what the call has really changed in this file
 */
export function shownDiff(
  diff: Diff,
  cwd: string,
  call?: Call,
  change?: CallChange,
): readonly Line[] {
  const known = drawn.get(diff);
  if (known?.cwd === cwd && known.change === change) return known.lines;
  const lines = drawDiff(diff, cwd, call, change);
  drawn.set(diff, { cwd, change, lines });
  return lines;
}

/** A change as it is read. */
export interface DiffRows {
  readonly counts: readonly Part[];
  readonly rows: readonly DiffRow[];
}

/** Each hunk with a few lines around it, and how many lines come and go. Nothing left out, however long. */
export function diffRows(diff: Diff): DiffRows {
  return rowsBetween(textLines(diff.oldText ?? ''), textLines(diff.newText));
}

/** The same between the lines of two texts. */
export function rowsBetween(before: readonly string[], after: readonly string[]): DiffRows {
  const hunks = diffLines(before, after);
  const added = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const deleted = hunks.reduce((sum, hunk) => sum + hunk.del, 0);
  return {
    counts: [[`+${added}`, 'AcpDiffAdd'], ' ', [`−${deleted}`, 'AcpDiffDelete']],
    rows: unified(before, hunks),
  };
}

function drawDiff(
  diff: Diff,
  cwd: string,
  call: Call | undefined,
  change: CallChange | undefined,
): Line[] {
  const { counts, rows } = diffRows(diff);
  const file = fileTarget(diff.path, cwd);
  const target = call && { ...call, path: file.path, piece: diff.newText };
  const shown = rows.slice(0, MAX_LINES);
  const place = placeOf(diff, rows, change);
  const look = place ? numbered(diff.path, shown, place) : clipped(diff.path);
  return [
    withTarget(
      line([
        '  ',
        [shownPath(diff.path, cwd), 'AcpDiffHeader'],
        '  ',
        ...counts,
        ...(rows.length === 0 ? unseenChange(diff) : []),
      ]),
      file,
    ),
    ...diffRowLines(shown, look, target),
    ...omittedLine(Math.max(0, rows.length - MAX_LINES), 'more'),
  ];
}

/** What a diff without lines is about. */
function unseenChange({ oldText, newText }: Diff): Part[] {
  if (oldText === newText) return [[' · nothing changed', 'AcpMuted']];
  return [[textLines(newText).length === 0 ? ' · empty' : ' · line endings', 'AcpMuted']];
}

/** Of files that were there agents may tell pieces: only what was really changed says at which line those begin. */
function placeOf(
  { oldText }: Diff,
  rows: readonly DiffRow[],
  change: CallChange | undefined,
): PiecePlace | undefined {
  if (oldText === null || oldText === undefined) return WHOLE;
  return change && piecePlace(rows, change.rows);
}

/** How many the largest of their numbers has. */
function digitsOf(rows: readonly DiffRow[], { now, old }: PiecePlace): number {
  const removed = rows.filter(([sign]) => sign === '-').length;
  const last = Math.max(0, ...rows.map(([, , row]) => row ?? 0));
  return String(last + Math.max(now, old) + removed + 1).length;
}

/** How rows are drawn; with `digits` their numbers are, too. */
export interface RowLook extends Omit<HunkLook, 'numbers'>, Pick<HunkNumbers, 'isOneColumn'> {
  readonly digits?: number;
  /** Of a piece. */
  readonly place?: PiecePlace;
}

/** Rows of a whole file. */
const WHOLE: PiecePlace = { now: 0, old: 0 };

/** With numbers that take little room. */
export function numbered(path: string, rows: readonly DiffRow[], place = WHOLE): RowLook {
  return { ...clipped(path), digits: digitsOf(rows, place), isOneColumn: true, place };
}

/**
 * As they are drawn: hunks, and gaps between them.
 *
 * @param target where they are, but for their rows
 */
export function diffRowLines(
  rows: readonly DiffRow[],
  { digits, isOneColumn, place = WHOLE, ...look }: RowLook,
  target?: RowTarget,
): Line[] {
  let shift = place.now - place.old;
  return runsOf(rows).flatMap((run, index) => {
    const gap = index > 0 ? [line(['  ⋯'], 'AcpMuted')] : [];
    const now = (run[0]?.row ?? 0) + 1 + place.now;
    const numbers =
      digits === undefined
        ? {}
        : { numbers: { old: now - shift, now, digits, ...(isOneColumn ? { isOneColumn } : {}) } };
    for (const { sign } of run) shift += sign === '+' ? 1 : sign === '-' ? -1 : 0;
    const lines = hunkLines(run, { ...look, ...numbers }).map((one, at) =>
      withTarget(one, target && { kind: 'diff', row: run[at]?.row ?? 0, ...target }),
    );
    return [...gap, ...lines];
  });
}

/** Rows that follow each other. */
function runsOf(rows: readonly DiffRow[]): (HunkRow & { readonly row: number })[][] {
  const runs: (HunkRow & { readonly row: number })[][] = [[]];
  for (const [sign, text, row] of rows) {
    if (sign === '⋯') runs.push([]);
    else runs.at(-1)?.push({ sign, text, row });
  }
  return runs;
}

/** Of a file at this path, each line on one line of the screen. */
export function clipped(path: string): HunkLook {
  return { path, show: (text) => [clipLine(text)] };
}

/** Line ends make no difference here: agents read and write them differently. */
function textLines(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
}
