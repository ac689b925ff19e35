/** The ranges of blocks (Markdown, folds, stops of motions, hunks of diffs) in a patch. */
import type { Block, FoldRange, GroupFold, PatchRange, Piece, RowRange, Stop } from './block';
import { diffRuns } from './diff-runs';
import { chunksOf, sameLine } from './line';
import { rowCount } from './pieces';

const KINDS = ['markdown', 'fold', 'actions'] as const;

/** Whether both have the same ranges, and so need none in a patch. */
export function sameRanges(a: Block, b: Block): boolean {
  const isSame = KINDS.every((kind) => sameRows(a[kind], b[kind]));
  const isSameContext = sameRows(a.context, b.context);
  const isSameCard = a.actions?.token === b.actions?.token;
  const isSameFold = sameLine(a.fold?.closed, b.fold?.closed);
  const isSameStop = String(a.stops ?? '') === String(b.stops ?? '');
  return isSame && isSameContext && isSameCard && isSameFold && isSameStop && sameGroups(a, b);
}

function sameGroups({ groups: a = [] }: Block, { groups: b = [] }: Block): boolean {
  return a.length === b.length && a.every((group, at) => sameGroup(group, b[at]));
}

function sameGroup(a: GroupFold, b: GroupFold | undefined): boolean {
  return a.from === b?.from && a.open === b.open && sameLine(a.closed, b.closed);
}

function sameRows(a: RowRange | undefined, b: RowRange | undefined): boolean {
  return a?.from === b?.from && a?.to === b?.to;
}

/** All ranges of a block that begins at a row. */
export function rangesOf(block: Block, row: number): PatchRange[] {
  const { id, markdown, fold, actions } = block;
  const ranges: PatchRange[] = [];
  if (markdown) ranges.push({ ...markdown, key: id, kind: 'markdown', ...below(markdown, row) });
  if (fold) ranges.push(foldRange(id, fold, row));
  if (actions) ranges.push({ ...actions, key: id, kind: 'actions', ...below(actions, row) });
  const diffs = diffRuns(block).map(({ from, to, layout }, at): PatchRange => {
    return { key: diffKey(block, at), kind: 'diff', from: row + from, to: row + to, layout };
  });
  return [...ranges, ...contextRanges(block, row), ...stopRanges(block, row), ...diffs];
}

function foldRange(key: string, { closed, ...fold }: FoldRange, row: number): PatchRange {
  const shown = closed === undefined ? {} : { closed: chunksOf(closed) };
  return { ...fold, key, kind: 'fold', ...below(fold, row), ...shown };
}

/** A group of blocks, in these rows. */
export function groupRange({ from: id, ...group }: GroupFold, rows: RowRange): PatchRange {
  return { ...group, ...rows, key: groupKey(id), kind: 'group', closed: chunksOf(group.closed) };
}

function groupKey(id: string): string {
  return `${id} group`;
}

function below({ from, to }: RowRange, row: number): RowRange {
  return { from: row + from, to: row + to };
}

function stopRanges({ id, stops = [] }: Block, row: number): PatchRange[] {
  return stops.map((kind): PatchRange => ({ key: id, kind, from: row, to: row }));
}

function contextRanges({ id, context }: Block, row: number): PatchRange[] {
  return context ? [foldRange(contextKey(id), context, row)] : [];
}

function contextKey(id: string): string {
  return `${id} context`;
}

function diffKey({ id }: Block, at: number): string {
  return `${id} ${at}`;
}

/** Ranges that are no more, with their block or without. */
export function forgottenRanges(old: readonly Block[], drawn: readonly Block[]): PatchRange[] {
  const there = new Map(drawn.map((block) => [block.id, block]));
  const groups = new Set(groupsOf(drawn));
  const left = groupsOf(old).filter((id) => !groups.has(id));
  const forgotten = old.flatMap((block): PatchRange[] => {
    const now = there.get(block.id);
    if (now === block) return [];
    const kinds: (Stop | (typeof KINDS)[number])[] = [
      ...KINDS.filter((kind) => block[kind] && !now?.[kind]),
      ...(block.stops ?? []).filter((stop) => !now?.stops?.includes(stop)),
    ];
    const hunks = now ? diffRuns(now).length : 0;
    return [
      ...kinds.map((kind): PatchRange => ({ key: block.id, kind })),
      ...(block.context && !now?.context
        ? [{ key: contextKey(block.id), kind: 'fold' } as const]
        : []),
      ...diffRuns(block)
        .slice(hunks)
        .map((_, at): PatchRange => ({ key: diffKey(block, hunks + at), kind: 'diff' })),
    ];
  });
  return [...forgotten, ...left.map((id): PatchRange => ({ key: groupKey(id), kind: 'group' }))];
}

function groupsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ groups = [] }) => groups.map(({ from }) => from));
}

/** A block of which only a part is drawn: its ranges end as far from the block's end as they should. */
export function partOf(block: Block, sealed: readonly Piece[], lines: Piece): Block {
  const { id, stops } = block;
  const drawn = {
    id,
    ...(sealed.length > 0 ? { sealed } : {}),
    lines,
    ...(stops ? { stops } : {}),
  };
  const missing = rowCount(block) - rowCount(drawn);
  const markdown = shorten(block.markdown, missing);
  const fold = shorten(block.fold, missing);
  const context = shorten(block.context, missing);
  return {
    ...drawn,
    ...(markdown ? { markdown } : {}),
    ...(fold ? { fold } : {}),
    ...(context ? { context } : {}),
  };
}

function shorten<R extends RowRange>(range: R | undefined, missing: number): R | undefined {
  if (!range || range.to - missing < range.from) return undefined;
  return { ...range, to: range.to - missing };
}
