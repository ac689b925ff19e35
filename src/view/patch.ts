/**
 * From what is drawn to what should be, in few edits that are cheap to find. Streaming is the case that counts: a
 * few lines more at the end of a block of a hundred thousand.
 */
import type { Block, Line, Patch, PatchEdit, PatchRange, RowRange } from './block';
import { Budget } from './budget';
import { textOf } from './line';
import { type LineHunk, lineHunks } from './line-hunks';
import { lengthens, lineEdits, replacement } from './patch-edit';

export interface Drawing {
  readonly patch: Patch;
  /** What the buffer shows after the patch. */
  readonly drawn: readonly Block[];
  /** False when the limit cut it short: draw again, starting from `drawn`. */
  readonly complete: boolean;
}

/**
 * The patch that brings a buffer showing `old` to `next`. With `limit`, it carries at most so many bytes of text
 * (and at least something), and `drawn` says how far it came.
 */
export function diffBlocks(
  old: readonly Block[],
  next: readonly Block[],
  limit = Number.POSITIVE_INFINITY,
): Drawing {
  const builder = new PatchBuilder(old, new Budget(limit));
  for (const step of steps(old, next)) builder.draw(step);
  return builder.finish();
}

/** A block to draw: new, or over its old drawing, after taking out `removed` rows. */
interface Step {
  readonly removed: number;
  readonly old: Block | undefined;
  /** Absent at the end. */
  readonly next: Block | undefined;
}

/** Walks both lists in order; a block that changed its place is taken out and drawn anew. */
function steps(old: readonly Block[], next: readonly Block[]): Step[] {
  const same = sameStart(old, next);
  const places = new Map(old.slice(same).map((block, index) => [block.id, same + index]));
  const found: Step[] = next
    .slice(0, same)
    .map((block) => ({ removed: 0, old: block, next: block }));
  let at = same;
  for (const block of next.slice(same)) {
    const place = places.get(block.id) ?? -1;
    if (place < at) {
      found.push({ removed: 0, old: undefined, next: block });
    } else {
      found.push({ removed: rowsOf(old.slice(at, place)), old: old[place], next: block });
      at = place + 1;
    }
  }
  return [...found, { removed: rowsOf(old.slice(at)), old: undefined, next: undefined }];
}

function sameStart(old: readonly Block[], next: readonly Block[]): number {
  let same = 0;
  while (same < old.length && old[same] === next[same]) same++;
  return same;
}

function rowsOf(blocks: readonly Block[]): number {
  return blocks.reduce((rows, block) => rows + block.lines.length, 0);
}

/** Collects the edits, in the order of rows. */
class PatchBuilder {
  readonly #old: readonly Block[];
  readonly #budget: Budget;
  readonly #edits: PatchEdit[] = [];
  readonly #ranges: PatchRange[] = [];
  readonly #drawn: Block[] = [];
  #row = 0;
  /** Rows to take out at `#row`, not yet in an edit: what is put in next may replace them. */
  #pending: number;
  #complete = true;

  constructor(old: readonly Block[], budget: Budget) {
    this.#old = old;
    this.#budget = budget;
    // An empty buffer has one empty line.
    this.#pending = old.length === 0 ? 1 : 0;
  }

  draw({ removed, old, next }: Step): void {
    this.#pending += removed;
    if (next === undefined) return;
    if (old === next) this.#keep(next);
    else if (old) this.#change(old, next);
    else this.#insert(next);
  }

  finish(): Drawing {
    if (this.#old.length > 0) this.#remove();
    return {
      patch: {
        edits: this.#edits,
        ranges: [...this.#ranges, ...forgotten(this.#old, this.#drawn)],
      },
      drawn: this.#drawn,
      complete: this.#complete,
    };
  }

  #insert(block: Block): void {
    const lines = this.#budget.spent ? [] : this.#budget.take(block.lines, 0);
    if (lines.length === 0) {
      this.#complete = false;
      return;
    }
    this.#edits.push(replacement(this.#row, this.#pending, lines));
    this.#pending = 0;
    this.#place(isAll(lines, block.lines) ? block : this.#part(block, lines));
  }

  #change(old: Block, next: Block): void {
    const hunks = lineHunks(old.lines, next.lines);
    this.#remove();
    if (hunks.length === 0 && sameRanges(old, next)) this.#keep(next);
    else this.#place(this.#changeBlock(old, next, hunks));
  }

  /** What the buffer then shows of `next`. */
  #changeBlock(old: Block, next: Block, hunks: readonly LineHunk[]): Block {
    for (const hunk of hunks) {
      const lines = this.#changeLines(old, next, hunk);
      if (lines) return this.#part(next, lines);
    }
    return next;
  }

  /** Draws one hunk; when not all of it could be drawn, the lines that the block has now. */
  #changeLines(old: Block, next: Block, hunk: LineHunk): Line[] | undefined {
    const before = old.lines.slice(hunk.oldFrom, hunk.oldTo);
    const after = next.lines.slice(hunk.newFrom, hunk.newTo);
    if (this.#budget.spent && after.length > 0) {
      return [...next.lines.slice(0, hunk.newFrom), ...old.lines.slice(hunk.oldFrom)];
    }
    const taken = this.#budget.take(after, drawnLength(before[0], after[0]));
    this.#edits.push(...lineEdits(this.#row + hunk.newFrom, before, taken));
    if (isAll(taken, after)) return undefined;
    return [...next.lines.slice(0, hunk.newFrom), ...taken, ...old.lines.slice(hunk.oldTo)];
  }

  #keep(block: Block): void {
    this.#remove();
    this.#drawn.push(block);
    this.#row += block.lines.length;
  }

  #place(block: Block): void {
    this.#ranges.push(...rangesOf(block, this.#row));
    this.#keep(block);
  }

  #remove(): void {
    if (this.#pending > 0) this.#edits.push(replacement(this.#row, this.#pending, []));
    this.#pending = 0;
  }

  #part(block: Block, lines: readonly Line[]): Block {
    this.#complete = false;
    return partOf(block, lines);
  }
}

/** Characters of `next` that stand in the buffer already. */
function drawnLength(old: Line | undefined, next: Line | undefined): number {
  const grows = old !== undefined && next !== undefined && lengthens(old, next);
  return grows ? textOf(old).length : 0;
}

/** Lines are taken from the start, and a cut one is another object or string. */
function isAll(taken: readonly Line[], lines: readonly Line[]): boolean {
  return taken.length === lines.length && taken.at(-1) === lines.at(-1);
}

/** A block of which only a part is drawn: its ranges end as far from the block's end as they should. */
function partOf(block: Block, lines: readonly Line[]): Block {
  const missing = block.lines.length - lines.length;
  const markdown = shorten(block.markdown, missing);
  const fold = shorten(block.fold, missing);
  return {
    id: block.id,
    lines,
    ...(markdown ? { markdown } : {}),
    ...(fold ? { fold } : {}),
  };
}

function shorten<R extends RowRange>(range: R | undefined, missing: number): R | undefined {
  if (!range || range.to - missing < range.from) return undefined;
  return { ...range, to: range.to - missing };
}

const KINDS = ['markdown', 'fold'] as const;

function sameRanges(a: Block, b: Block): boolean {
  return KINDS.every((kind) => a[kind]?.from === b[kind]?.from && a[kind]?.to === b[kind]?.to);
}

function rangesOf(block: Block, row: number): PatchRange[] {
  return KINDS.flatMap((kind): PatchRange[] => {
    const range = block[kind];
    return range
      ? [{ ...range, key: block.id, kind, from: row + range.from, to: row + range.to }]
      : [];
  });
}

/** Ranges that are no more, with their block or without. */
function forgotten(old: readonly Block[], drawn: readonly Block[]): PatchRange[] {
  const same = sameStart(old, drawn);
  const there = new Map(drawn.slice(same).map((block) => [block.id, block]));
  return old
    .slice(same)
    .flatMap((block) =>
      KINDS.filter((kind) => block[kind] && !there.get(block.id)?.[kind]).map(
        (kind): PatchRange => ({ key: block.id, kind }),
      ),
    );
}
