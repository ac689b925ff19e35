/** Branches at each of the three levels: enough for tens of thousands of keys without long buckets. */
const BITS = 5;
const BRANCHES = 1 << BITS;

type Bucket<V> = readonly (readonly [key: string, value: V])[];
type Branch<T> = readonly (T | undefined)[];
type Root<V> = Branch<Branch<Branch<Bucket<V>>>>;

/**
 * An immutable map: a change returns a new one, which shares all but one path from the root with the old.
 * So a change costs the same in a small map and in a large one, and two maps are compared by what they do not share.
 */
export class SharedMap<V> implements Iterable<readonly [key: string, value: V]> {
  readonly size: number;
  readonly #root: Root<V>;

  private constructor(root: Root<V>, size: number) {
    this.#root = root;
    this.size = size;
  }

  static empty<V>(): SharedMap<V> {
    return new SharedMap<V>([], 0);
  }

  *[Symbol.iterator](): Iterator<readonly [key: string, value: V]> {
    for (const branch of this.#root)
      for (const twig of branch ?? []) for (const bucket of twig ?? []) yield* bucket ?? [];
  }

  get(key: string): V | undefined {
    const [first, second, third] = wayOf(key);
    return entryOf(this.#root[first]?.[second]?.[third], key)?.[1];
  }

  set(key: string, value: V): SharedMap<V> {
    return this.#with(key, [key, value]);
  }

  delete(key: string): SharedMap<V> {
    return this.#with(key, undefined);
  }

  keys(): string[] {
    return [...this].map(([key]) => key);
  }

  values(): V[] {
    return [...this].map(([, value]) => value);
  }

  /** Keys of which this map holds another value than `before`, or none any more. */
  changedSince(before: SharedMap<V>): string[] {
    const keys: string[] = [];
    eachPair(this.#root, before.#root, (branch, oldBranch) =>
      eachPair(branch, oldBranch, (twig, oldTwig) =>
        eachPair(twig, oldTwig, (now = [], old = []) => {
          keys.push(...now.filter((entry) => !old.includes(entry)).map(([key]) => key));
          keys.push(...old.filter(([key]) => !entryOf(now, key)).map(([key]) => key));
        }),
      ),
    );
    return keys;
  }

  #with(key: string, entry: readonly [string, V] | undefined): SharedMap<V> {
    const [first, second, third] = wayOf(key);
    const branch = this.#root[first];
    const twig = branch?.[second];
    const others = (twig?.[third] ?? []).filter(([other]) => other !== key);
    const had = others.length < (twig?.[third]?.length ?? 0);
    const bucket = entry ? [...others, entry] : others;
    const root = put(this.#root, first, put(branch, second, put(twig, third, bucket)));
    return new SharedMap(root, this.size + (entry ? 1 : 0) - (had ? 1 : 0));
  }
}

function entryOf<V>(bucket: Bucket<V> = [], key: string): readonly [string, V] | undefined {
  return bucket.find(([other]) => other === key);
}

function put<T>(branch: Branch<T> = [], at: number, item: T): Branch<T> {
  return Array.from({ length: Math.max(branch.length, at + 1) }, (_, index) =>
    index === at ? item : branch[index],
  );
}

function eachPair<T>(
  now: Branch<T> = [],
  old: Branch<T> = [],
  visit: (now: T | undefined, old: T | undefined) => void,
): void {
  for (let at = 0; at < BRANCHES; at++) if (now[at] !== old[at]) visit(now[at], old[at]);
}

/** FNV-1a, by levels. */
function wayOf(key: string): [number, number, number] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  const mixed = hash ^ (hash >>> 15);
  const mask = BRANCHES - 1;
  return [mixed & mask, (mixed >>> BITS) & mask, (mixed >>> (2 * BITS)) & mask];
}
