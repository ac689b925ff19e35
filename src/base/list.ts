/** Items of one chunk: a change copies one chunk and the list of them. */
const CHUNK = 64;

/**
 * An immutable list: a change returns a new one, which shares all chunks but one with the old. So a
 * change costs the same in a short list and in a long one, and two lists are compared by what they do not share.
 */
export class List<T> implements Iterable<T> {
  readonly length: number;
  /** All are full but the last. */
  readonly chunks: readonly (readonly T[])[];

  private constructor(chunks: readonly (readonly T[])[]) {
    this.chunks = chunks;
    this.length = Math.max(0, chunks.length - 1) * CHUNK + (chunks.at(-1)?.length ?? 0);
  }

  static of<T>(items: Iterable<T>): List<T> {
    const all = [...items];
    const chunks: T[][] = [];
    for (let at = 0; at < all.length; at += CHUNK) chunks.push(all.slice(at, at + CHUNK));
    return new List(chunks);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.chunks) yield* chunk;
  }

  /** Counts from the end when negative, as that of an array. */
  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    return this.chunks[Math.floor(place / CHUNK)]?.[place % CHUNK];
  }

  push(item: T): List<T> {
    const last = this.chunks.at(-1);
    if (!last || last.length === CHUNK) return new List([...this.chunks, [item]]);
    return new List(this.chunks.with(-1, [...last, item]));
  }

  /** The same list when it holds that item there already, or has no such place. */
  with(index: number, item: T): List<T> {
    const place = index < 0 ? this.length + index : index;
    const at = Math.floor(place / CHUNK);
    const chunk = this.chunks[at];
    if (!chunk || place >= this.length || chunk[place % CHUNK] === item) return this;
    return new List(this.chunks.with(at, chunk.with(place % CHUNK, item)));
  }

  /** Maps every item; chunks in which nothing changes are kept. */
  replace(exchange: (item: T, index: number) => T): List<T> {
    let isSame = true;
    const chunks = this.chunks.map((chunk, at) => {
      const items = chunk.map((item, index) => exchange(item, at * CHUNK + index));
      if (items.every((item, index) => item === chunk[index])) return chunk;
      isSame = false;
      return items;
    });
    return isSame ? this : new List(chunks);
  }

  find<S extends T>(wanted: (item: T) => item is S): S | undefined;
  find(wanted: (item: T) => boolean): T | undefined;
  find(wanted: (item: T) => boolean): T | undefined {
    for (const item of this) if (wanted(item)) return item;
    return undefined;
  }

  findLast<S extends T>(wanted: (item: T) => item is S): S | undefined;
  findLast(wanted: (item: T) => boolean): T | undefined;
  findLast(wanted: (item: T) => boolean): T | undefined {
    for (let at = this.chunks.length - 1; at >= 0; at--) {
      const chunk = this.chunks[at];
      const index = chunk?.findLastIndex(wanted) ?? -1;
      if (index >= 0) return chunk?.[index];
    }
    return undefined;
  }

  some(wanted: (item: T) => boolean): boolean {
    return this.chunks.some((chunk) => chunk.some(wanted));
  }

  every(wanted: (item: T) => boolean): boolean {
    return this.chunks.every((chunk) => chunk.every(wanted));
  }

  filter<S extends T>(wanted: (item: T) => item is S): S[];
  filter(wanted: (item: T) => boolean): T[];
  filter(wanted: (item: T) => boolean): T[] {
    return this.chunks.flatMap((chunk) => chunk.filter(wanted));
  }

  map<R>(change: (item: T) => R): R[] {
    return this.chunks.flatMap((chunk) => chunk.map((item) => change(item)));
  }

  flatMap<R>(change: (item: T) => R | readonly R[]): R[] {
    return this.chunks.flatMap((chunk) => chunk.flatMap((item) => change(item)));
  }
}

/** Calls `visit` for each place at which `after` holds another item than `before`. */
export function eachChange<T>(
  before: List<T>,
  after: List<T>,
  visit: (item: T, old: T | undefined, index: number) => void,
): void {
  after.chunks.forEach((chunk, at) => {
    const old = before.chunks[at];
    if (chunk !== old) eachOther(old ?? [], chunk, at * CHUNK, visit);
  });
}

/** A loop without closures: it runs for every event of a tool call. */
function eachOther<T>(
  old: readonly T[],
  chunk: readonly T[],
  first: number,
  visit: (item: T, old: T | undefined, index: number) => void,
): void {
  for (let index = 0; index < chunk.length; index++) {
    const item = chunk[index] as T;
    if (item !== old[index]) visit(item, old[index], first + index);
  }
}
