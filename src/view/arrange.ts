/** In which order entries are shown, and how close: what sub-agents do stands under their call. Pure. */
import type { Block, Section } from './block';
import { type Branch, leaf, withBelow } from './branch';
import type { Drawn } from './entry-drawer';
import { sectionOf } from './pieces';

/** How a chunk of the entries was drawn last. */
export interface DrawnChunk {
  readonly drawn: readonly Drawn[];
}

/** A chunk as it is shown, and what that depends on. */
export interface Arranged {
  readonly chunk: DrawnChunk;
  /** So many of its entries are not shown, unless they are notices. */
  readonly hidden: number;
  /** A card stands below it. */
  readonly isFollowed: boolean;
  /** It begins with a card; absent: it shows nothing. */
  readonly startsWithCard?: boolean;
  readonly section: Section;
}

/**
 * What is shown of all chunks. A chunk of which nothing has changed gives the same section.
 * @param from of the entries before this one only notices are shown
 */
export function arranged(
  chunks: readonly DrawnChunk[],
  before: readonly Arranged[],
  old: readonly DrawnChunk[],
  from: number,
): Arranged[] {
  const all = new Chunks(chunks, from);
  const regrouped = all.changedGroups(old);
  const found: Arranged[] = [];
  let isFollowed = false;
  for (const [at, chunk] of [...chunks.entries()].reverse()) {
    const known = before[at];
    const hidden = all.hiddenOf(at);
    const isSame: boolean =
      known?.chunk === chunk && known.hidden === hidden && known.isFollowed === isFollowed;
    const next: Arranged =
      known && isSame && !regrouped.has(at) ? known : all.arrange(at, isFollowed);
    found.push(next);
    isFollowed = next.startsWithCard ?? isFollowed;
  }
  return found.reverse();
}

/** The entries by their index. */
class Chunks {
  readonly #chunks: readonly DrawnChunk[];
  readonly #from: number;
  /** All chunks but the last are as long as the first. */
  readonly #size: number;

  constructor(chunks: readonly DrawnChunk[], from: number) {
    this.#chunks = chunks;
    this.#from = from;
    this.#size = chunks[0]?.drawn.length || 1;
  }

  hiddenOf(at: number): number {
    const length = this.#chunks[at]?.drawn.length ?? 0;
    return Math.min(Math.max(0, this.#from - at * this.#size), length);
  }

  /** The chunks that show something of other chunks which has changed. */
  changedGroups(old: readonly DrawnChunk[]): ReadonlySet<number> {
    const found = new Set<number>();
    for (const [at, chunk] of this.#chunks.entries()) {
      const before = old[at];
      if (chunk === before) continue;
      for (const [offset, drawn] of chunk.drawn.entries()) {
        const parent = drawn === before?.drawn[offset] ? undefined : this.#parentOf(drawn);
        if (parent !== undefined) found.add(Math.floor(this.#rootOf(parent) / this.#size));
      }
    }
    return found;
  }

  arrange(at: number, isFollowed: boolean): Arranged {
    const chunk = this.#chunks[at] ?? { drawn: [] };
    const start = at * this.#size;
    const shown = chunk.drawn.flatMap((drawn, offset) =>
      this.#parentOf(drawn) === undefined ? this.#branch(drawn, start + offset).shown : [],
    );
    const [first] = shown;
    return {
      chunk,
      hidden: this.hiddenOf(at),
      isFollowed,
      ...(first ? { startsWithCard: isCard(first) } : {}),
      section: sectionOf(tightened(shown, isFollowed)),
    };
  }

  #branch(drawn: Drawn, index: number): Branch {
    const { entry, block } = drawn;
    const isShown = index >= this.#from;
    const own = block.lines.length > 0 && (isShown || entry.kind === 'notice') ? [drawn] : [];
    const call = leaf(entry, own);
    if (!isShown || entry.kind !== 'tool' || !entry.children) return call;
    const below = entry.children.flatMap((child) => {
      const one = this.#at(child);
      return one ? this.#branch(one, child) : [];
    });
    return withBelow(call, below);
  }

  #at(index: number): Drawn | undefined {
    return this.#chunks[Math.floor(index / this.#size)]?.drawn[index % this.#size];
  }

  /** The call that an entry is shown under; not one that is not shown itself. */
  #parentOf({ entry }: Drawn): number | undefined {
    const parent = 'parent' in entry ? entry.parent : undefined;
    return parent !== undefined && parent >= this.#from ? parent : undefined;
  }

  #rootOf(index: number): number {
    const drawn = this.#at(index);
    const parent = drawn && this.#parentOf(drawn);
    return parent === undefined ? index : this.#rootOf(parent);
  }
}

/**
 * Calls that follow each other stand close, as far as each is one line, alone or with all that it has folded under it;
 * what stands under another one ends with a blank.
 */
function tightened(shown: readonly Drawn[], isFollowed: boolean): Block[] {
  return shown.map((drawn, at) => {
    const next = shown[at + 1];
    const isAbove = next ? isCard(next) : isFollowed;
    return isAbove && isTight(drawn, next?.level ?? 0) ? withoutBlank(drawn.block) : drawn.block;
  });
}

/** @param level of the call below it */
function isTight(drawn: Drawn, level: number): boolean {
  if (level >= drawn.level) return isCard(drawn) && isOneLine(drawn.block);
  return drawn.foldsTo !== undefined && drawn.foldsTo <= level && !drawn.block.sealed;
}

function isCard({ entry }: Drawn): boolean {
  return entry.kind === 'tool';
}

/** All but the first line is folded, if there is more. */
function isOneLine({ lines, sealed, fold }: Block): boolean {
  if (sealed) return false;
  const last = lines.length - 2;
  return last === 0 || (fold?.from === 0 && fold.to === last && !fold.open);
}

const close = new WeakMap<Block, Block>();

/** The same block each time. */
function withoutBlank(block: Block): Block {
  const known = close.get(block) ?? { ...block, lines: block.lines.slice(0, -1) };
  close.set(block, known);
  return known;
}
