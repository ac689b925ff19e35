/** Which rows of a block are hunks of diffs. */
import type { Block, DiffLayout, Piece, RowRange } from './block';
import { piecesOf } from './pieces';

export interface DiffRun extends RowRange {
  readonly layout: DiffLayout;
}

/** Pieces do not change, and most hold no diff: each is looked through once. */
const known = new WeakMap<Piece, readonly DiffRun[]>();

export function diffRuns(block: Block): DiffRun[] {
  const runs: DiffRun[] = [];
  let start = 0;
  for (const piece of piecesOf(block)) {
    for (const { from, to, layout } of runsIn(piece)) {
      runs.push({ from: start + from, to: start + to, layout });
    }
    start += piece.length;
  }
  return runs;
}

function runsIn(piece: Piece): readonly DiffRun[] {
  const found = known.get(piece);
  if (found) return found;
  const runs: { from: number; to: number; layout: DiffLayout }[] = [];
  piece.forEach((line, row) => {
    const layout = typeof line === 'string' ? undefined : line.diff;
    if (!layout) return;
    const last = runs.at(-1);
    if (last?.layout === layout && last.to === row - 1) last.to = row;
    else runs.push({ from: row, to: row, layout });
  });
  known.set(piece, runs);
  return runs;
}
