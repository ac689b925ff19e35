/**
 * From what is drawn to what should be, in few edits that are cheap to find. Streaming is the case that counts: a
 * few lines more at the end of a transcript of hundreds of thousands, of which nothing else is looked at.
 */
import type { Block, GroupFold, Line, Patch, PatchEdit, PatchRange, Piece, Section } from './block';
import { Budget } from './budget';
import { textOf } from './line';
import { lineHunks } from './line-hunks';
import { lengthens, lineEdits, replacement } from './patch-edit';
import { forgottenRanges, groupRange, partOf, rangesOf, sameRanges } from './patch-ranges';
import { endsBlank, firstLines, piecesOf, rowCount, rowsIn, sectionOf } from './pieces';

export interface Drawing<T = Block> {
  readonly patch: Patch;
  /** What the buffer shows after the patch. */
  readonly drawn: readonly T[];
  /** False when the limit cut it short: draw again, starting from `drawn`. */
  readonly complete: boolean;
}

/**
 * The patch that brings a buffer showing `old` to `next`. With `limit`, it carries at most so many bytes of text
 * (and at least something), and `drawn` says how far it came.
 */
export function diffSections(
  old: readonly Section[],
  next: readonly Section[],
  limit = Number.POSITIVE_INFINITY,
): Drawing<Section> {
  const builder = new PatchBuilder(
    old.every(({ rows }) => rows === 0),
    new Budget(limit),
  );
  for (let at = 0; at < Math.max(old.length, next.length); at++) {
    builder.drawSection(old[at] ?? NOTHING, next[at] ?? NOTHING);
  }
  return builder.finish();
}

/** The same for blocks of one section. */
export function diffBlocks(
  old: readonly Block[],
  next: readonly Block[],
  limit?: number,
): Drawing<Block> {
  const { drawn, ...drawing } = diffSections([sectionOf(old)], [sectionOf(next)], limit);
  return { ...drawing, drawn: drawn.flatMap(({ blocks }) => blocks) };
}

const NOTHING: Section = { blocks: [], rows: 0 };

/** A block to draw: new, or over its old drawing, after taking out `removed` rows. */
interface Step {
  readonly removed: number;
  readonly old: Block | undefined;
  /** Absent at the end. */
  readonly next: Block | undefined;
}

/** Walks both lists in order; a block that changed its place is taken out and drawn anew. */
function steps(old: readonly Block[], next: readonly Block[]): Step[] {
  const places = new Map(old.map((block, index) => [block.id, index]));
  const found: Step[] = [];
  let at = 0;
  for (const block of next) {
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

function rowsOf(blocks: readonly Block[]): number {
  return blocks.reduce((rows, block) => rows + rowCount(block), 0);
}

/** Collects the edits, in the order of rows. */
class PatchBuilder {
  /** The buffer holds nothing but its one empty line. */
  readonly #isEmpty: boolean;
  readonly #budget: Budget;
  readonly #edits: PatchEdit[] = [];
  readonly #ranges: PatchRange[] = [];
  readonly #sections: Section[] = [];
  /** Blocks of the sections that are not what they were, before and after. */
  readonly #before: Block[] = [];
  readonly #after: Block[] = [];
  /** Of the section that is being drawn. */
  #drawn: Block[] = [];
  /** Those of them that are not what they were. */
  #placed = new Set<string>();
  #row = 0;
  /** Rows to take out at `#row`, not yet in an edit: what is put in next may replace them. */
  #pending: number;
  #complete = true;

  constructor(isEmpty: boolean, budget: Budget) {
    this.#isEmpty = isEmpty;
    this.#budget = budget;
    this.#pending = isEmpty ? 1 : 0;
  }

  drawSection(old: Section, next: Section): void {
    if (old === next) {
      this.#keepSection(next);
      return;
    }
    this.#drawn = [];
    this.#placed.clear();
    for (const step of steps(old.blocks, next.blocks)) this.#draw(step);
    this.#before.push(...old.blocks);
    this.#after.push(...this.#drawn);
    const isAll = this.#drawn.length === next.blocks.length;
    const isSame = isAll && this.#drawn.every((block, index) => block === next.blocks[index]);
    this.#sections.push(isSame ? next : sectionOf(this.#drawn));
  }

  finish(): Drawing<Section> {
    if (!this.#isEmpty) this.#remove();
    return {
      patch: {
        edits: this.#edits,
        ranges: [...this.#ranges, ...forgottenRanges(this.#before, this.#after)],
      },
      drawn: this.#sections,
      complete: this.#complete,
    };
  }

  #keepSection(section: Section): void {
    if (section.rows > 0) this.#remove();
    this.#sections.push(section);
    this.#row += section.rows;
  }

  #draw({ removed, old, next }: Step): void {
    this.#pending += removed;
    if (next === undefined) return;
    if (old === next) this.#keep(next);
    else if (old) this.#change(old, next);
    else this.#insert(next);
  }

  #insert(block: Block): void {
    const lines = firstLines(piecesOf(block), this.#budget.left);
    const taken = this.#budget.spent ? [] : this.#budget.take(lines, 0);
    if (taken.length === 0) {
      this.#complete = false;
      return;
    }
    this.#edits.push(replacement(this.#row, this.#pending, taken));
    this.#pending = 0;
    const isWhole = lines.length === rowCount(block) && isAll(taken, lines);
    this.#place(isWhole ? block : this.#part(block, [], taken, taken.length - 1));
  }

  #change(old: Block, next: Block): void {
    this.#remove();
    const edits = this.#edits.length;
    const drawn = this.#changePieces(old, next);
    if (this.#edits.length === edits && drawn === next && sameRanges(old, next)) this.#keep(next);
    else this.#place(drawn);
  }

  /** What the buffer then shows of `next`. Pieces that both have are compared one by one, and then all that is left. */
  #changePieces(old: Block, next: Block): Block {
    const { sealed: oldSealed = [] } = old;
    const { sealed = [] } = next;
    const both = Math.min(oldSealed.length, sealed.length);
    let row = this.#row;
    for (let at = 0; at < both; at++) {
      const [before = [], after = []] = [oldSealed[at], sealed[at]];
      const part = before === after ? undefined : this.#changeLines(row, before, after);
      if (part) return this.#partAt(old, next, at, part.lines);
      row += after.length;
    }
    const before = piecesOf(old).slice(both).flat();
    const after = firstLines(piecesOf(next).slice(both), this.#budget.left, before);
    const part = this.#changeLines(row, before, after);
    if (!part) return next;
    return this.#part(next, sealed.slice(0, both), part.lines, part.settled);
  }

  /** Draws what differs, from `row` on. When not all of it could be drawn: the lines that are there now. */
  #changeLines(row: number, old: Piece, next: Piece): PartlyDrawn | undefined {
    for (const { oldFrom, oldTo, newFrom, newTo } of lineHunks(old, next)) {
      const before = old.slice(oldFrom, oldTo);
      const after = next.slice(newFrom, newTo);
      if (this.#budget.spent && after.length > 0) {
        return { lines: [...next.slice(0, newFrom), ...old.slice(oldFrom)], settled: newFrom };
      }
      const taken = this.#budget.take(after, drawnLength(before[0], after[0]));
      this.#edits.push(...lineEdits(row + newFrom, before, taken));
      if (isAll(taken, after)) continue;
      return {
        lines: [...next.slice(0, newFrom), ...taken, ...old.slice(oldTo)],
        settled: newFrom + taken.length - 1,
      };
    }
    return undefined;
  }

  #keep(block: Block): void {
    this.#remove();
    this.#drawn.push(block);
    this.#row += rowCount(block);
    if (block.groups) this.#placeGroups(block, block.groups);
  }

  #placeGroups(block: Block, groups: readonly GroupFold[]): void {
    const { id } = block;
    const to = this.#row - (endsBlank(block) ? 2 : 1);
    for (const group of groups) {
      const isPlaced = this.#placed.has(id) || this.#placed.has(group.from);
      const from = isPlaced ? this.#rowOf(group.from) : undefined;
      if (from !== undefined) this.#ranges.push(groupRange(group, { from, to }));
    }
  }

  /** The first row of a block of the section, if it is drawn. */
  #rowOf(id: string): number | undefined {
    const at = this.#drawn.findLastIndex((block) => block.id === id);
    return at === -1 ? undefined : this.#row - rowsOf(this.#drawn.slice(at));
  }

  #place(block: Block): void {
    this.#ranges.push(...rangesOf(block, this.#row));
    this.#placed.add(block.id);
    this.#keep(block);
  }

  #remove(): void {
    if (this.#pending > 0) this.#edits.push(replacement(this.#row, this.#pending, []));
    this.#pending = 0;
  }

  /** A block of which the piece `at` could only be drawn in part. */
  #partAt(old: Block, next: Block, at: number, piece: Piece): Block {
    this.#complete = false;
    const sealed = [
      ...(next.sealed ?? []).slice(0, at),
      piece,
      ...(old.sealed ?? []).slice(at + 1),
    ];
    return partOf(next, sealed, old.lines);
  }

  /** A block of which `sealed` and `lines` are drawn; the first `settled` of these are those of `block`. */
  #part(block: Block, sealed: readonly Piece[], lines: Piece, settled: number): Block {
    this.#complete = false;
    const whole: Piece[] = [];
    for (const piece of (block.sealed ?? []).slice(sealed.length)) {
      if (rowsIn(whole) + piece.length > settled) break;
      whole.push(piece);
    }
    return partOf(block, [...sealed, ...whole], lines.slice(rowsIn(whole)));
  }
}

/** Lines in the buffer, the first `settled` of which are as they should be. */
interface PartlyDrawn {
  readonly lines: Piece;
  readonly settled: number;
}

/** Characters of `next` that are in the buffer already. */
function drawnLength(old: Line | undefined, next: Line | undefined): number {
  const grows = old !== undefined && next !== undefined && lengthens(old, next);
  return grows ? textOf(old).length : 0;
}

/** Lines are taken from the start, and a cut one is another object or string. */
function isAll(taken: readonly Line[], lines: readonly Line[]): boolean {
  return taken.length === lines.length && taken.at(-1) === lines.at(-1);
}
