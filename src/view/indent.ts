/** Blocks moved to the right, under what they belong to. Pure. */
import type { Block, DiffLayout, FoldRange, Line, Piece } from './block';
import { withMarks } from './line';

/** Columns, which are bytes of blanks, for each level. */
const STEP = 2;
/** What is deeper stands no further to the right. */
const MAX_LEVEL = 4;

/** Columns that a block of this level is moved by. */
export function indentOf(level: number): number {
  return STEP * Math.min(level, MAX_LEVEL);
}

/** The block, moved by so many columns. Empty lines stay empty. */
export function indentedBlock(block: Block, by: number): Block {
  if (by === 0) return block;
  const layouts = new Map<DiffLayout, DiffLayout>();
  const moved = (line: Line): Line => movedLine(line, by, layouts);
  const { sealed, lines, fold, context } = block;
  return {
    ...block,
    ...(sealed ? { sealed: sealed.map((piece) => movedPiece(piece, by)) } : {}),
    lines: lines.map(moved),
    ...(fold ? { fold: movedFold(fold, by) } : {}),
    ...(context ? { context: movedFold(context, by) } : {}),
  };
}

/** A piece is the same as long as it is not changed, also when it is moved. */
const pieces = new WeakMap<Piece, Map<number, Piece>>();

function movedPiece(piece: Piece, by: number): Piece {
  const known = pieces.get(piece) ?? new Map<number, Piece>();
  pieces.set(piece, known);
  const moved = known.get(by) ?? piece.map((line) => movedLine(line, by, new Map()));
  known.set(by, moved);
  return moved;
}

function movedFold(fold: FoldRange, by: number): FoldRange {
  const { closed } = fold;
  return closed === undefined ? fold : { ...fold, closed: movedLine(closed, by, new Map()) };
}

function movedLine(line: Line, by: number, layouts: Map<DiffLayout, DiffLayout>): Line {
  const { text, spans, diff, ...rest } = withMarks(line);
  if (text === '') return line;
  if (typeof line === 'string') return ' '.repeat(by) + line;
  return {
    ...rest,
    text: ' '.repeat(by) + text,
    ...(spans
      ? { spans: spans.map(({ from, to, group }) => ({ from: from + by, to: to + by, group })) }
      : {}),
    ...(diff ? { diff: movedLayout(diff, by, layouts) } : {}),
  };
}

/** All lines of a hunk share one object. */
function movedLayout(
  layout: DiffLayout,
  by: number,
  layouts: Map<DiffLayout, DiffLayout>,
): DiffLayout {
  const known = layouts.get(layout);
  if (known) return known;
  const { path, sign, column } = layout;
  const moved = { path, sign: sign + by, column: column + by };
  layouts.set(layout, moved);
  return moved;
}
