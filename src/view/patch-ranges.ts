/** The ranges of blocks (Markdown, folds) in a patch. */
import type { Block, PatchRange, Piece, RowRange } from './block';
import { rowCount } from './pieces';

const KINDS = ['markdown', 'fold'] as const;

export function sameRanges(a: Block, b: Block): boolean {
  return KINDS.every((kind) => a[kind]?.from === b[kind]?.from && a[kind]?.to === b[kind]?.to);
}

export function rangesOf(block: Block, row: number): PatchRange[] {
  return KINDS.flatMap((kind): PatchRange[] => {
    const range = block[kind];
    return range
      ? [{ ...range, key: block.id, kind, from: row + range.from, to: row + range.to }]
      : [];
  });
}

/** Ranges that are no more, with their block or without. */
export function forgottenRanges(old: readonly Block[], drawn: readonly Block[]): PatchRange[] {
  const there = new Map(drawn.map((block) => [block.id, block]));
  return old.flatMap((block) =>
    KINDS.filter((kind) => block[kind] && !there.get(block.id)?.[kind]).map(
      (kind): PatchRange => ({ key: block.id, kind }),
    ),
  );
}

/** A block of which only a part is drawn: its ranges end as far from the block's end as they should. */
export function partOf(block: Block, sealed: readonly Piece[], lines: Piece): Block {
  const drawn = { id: block.id, ...(sealed.length > 0 ? { sealed } : {}), lines };
  const missing = rowCount(block) - rowCount(drawn);
  const markdown = shorten(block.markdown, missing);
  const fold = shorten(block.fold, missing);
  return { ...drawn, ...(markdown ? { markdown } : {}), ...(fold ? { fold } : {}) };
}

function shorten<R extends RowRange>(range: R | undefined, missing: number): R | undefined {
  if (!range || range.to - missing < range.from) return undefined;
  return { ...range, to: range.to - missing };
}
