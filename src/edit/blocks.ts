import { alignHunks } from './align';
import { diffLines, type LineRange } from './hunks';

type Lines = readonly string[];

/** Lines of two texts that stand for each other: line for line, else only as a whole. */
export interface Block {
  readonly old: LineRange;
  readonly now: LineRange;
  readonly isLineForLine: boolean;
}

/** All of both texts, in order. */
export function alignedBlocks(before: Lines, after: Lines): Block[] {
  const blocks: Block[] = [];
  let [oldAt, newAt] = [0, 0];
  const add = (del: number, length: number): void => {
    if (del === 0 && length === 0) return;
    const [old, now] = [
      { from: oldAt, to: oldAt + del },
      { from: newAt, to: newAt + length },
    ];
    blocks.push({ old, now, isLineForLine: del === length });
    [oldAt, newAt] = [old.to, now.to];
  };
  for (const { row, del, lines } of alignHunks(before, diffLines(before, after))) {
    add(row - oldAt, row - oldAt);
    add(del, lines.length);
  }
  add(before.length - oldAt, after.length - newAt);
  return blocks;
}

/**
 * The old lines that stand for these new ones and for no others. A block of which only a part is meant keeps its old
 * lines outside, as do old lines at the edges that nothing stands for.
 */
export function counterpart(blocks: readonly Block[], { from, to }: LineRange): LineRange {
  const start = startOf(blocks, from);
  return { from: start, to: Math.max(start, to > from ? endOf(blocks, from, to) : start) };
}

function startOf(blocks: readonly Block[], from: number): number {
  const block = blocks.find(({ now }) => now.from <= from && from < now.to);
  if (!block) return blocks.at(-1)?.old.to ?? 0;
  const { old, now, isLineForLine } = block;
  if (isLineForLine) return old.from + from - now.from;
  return from === now.from ? old.from : old.to;
}

function endOf(blocks: readonly Block[], from: number, to: number): number {
  const block = blocks.find(({ now }) => now.from < to && to <= now.to);
  if (!block) return 0;
  const { old, now, isLineForLine } = block;
  if (isLineForLine) return old.from + to - now.from;
  if (from > now.from) return old.to;
  return to === now.to ? old.to : old.from;
}

/** The old lines that have to do with these new ones in any way. */
export function surroundings(blocks: readonly Block[], { from, to }: LineRange): LineRange {
  const touched = blocks.filter(({ now }) => now.from <= to && from <= now.to);
  const first = touched.find((block) => !isBefore(block, from));
  const last = touched.findLast((block) => !isBehind(block, to));
  const end = blocks.at(-1)?.old.to ?? 0;
  const start = first ? offset(first, from, first.old.from) : end;
  return { from: start, to: Math.max(start, last ? offset(last, to, last.old.to) : 0) };
}

function isBefore({ now }: Block, row: number): boolean {
  return now.to <= row && now.from < now.to;
}

function isBehind({ now }: Block, row: number): boolean {
  return row <= now.from && now.from < now.to;
}

function offset({ old, now, isLineForLine }: Block, row: number, whole: number): number {
  if (!isLineForLine) return whole;
  return old.from + Math.min(Math.max(row - now.from, 0), old.to - old.from);
}
