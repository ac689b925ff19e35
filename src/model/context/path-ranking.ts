/** The paths that somebody may mean who types a few characters of them. */
import fuzzysort, { type Snapshot } from 'fuzzysort';

/** Of so many that begin as typed the best is found sooner than a longer search would take. */
const MAX_CANDIDATES = 2000;

/** Reads its paths once; answers any number of queries. */
export class PathRanking {
  readonly #paths: readonly string[];
  readonly #folded: readonly string[];
  readonly #all: Snapshot;
  #prepared = false;

  constructor(paths: readonly string[]) {
    this.#paths = lessDeepFirst(paths);
    this.#folded = this.#paths.map((path) => `/${path.toLowerCase()}`);
    this.#all = fuzzysort.snapshot(this.#paths);
  }

  /** Does what the first search would take long for: a second for a hundred thousand paths. */
  prepare(): void {
    if (this.#prepared) return;
    this.#prepared = true;
    fuzzysort.go('/', this.#all, { limit: 1 });
  }

  /** The best first. */
  best(query: string, limit: number): string[] {
    if (query === '') return this.#paths.slice(0, limit);
    const beginning = this.#beginningWith(query.toLowerCase());
    const options = { limit, threshold: 0.1 };
    const found =
      beginning.length >= limit
        ? fuzzysort.go(query, beginning, options)
        : fuzzysort.go(query, this.#all, options);
    return found.map(({ target }) => target);
  }

  /** Paths of which a part begins so, those less deep first. */
  #beginningWith(query: string): string[] {
    const wanted = `/${query}`;
    const found: string[] = [];
    for (const [index, folded] of this.#folded.entries()) {
      if (!folded.includes(wanted)) continue;
      found.push(this.#paths[index] as string);
      if (found.length >= MAX_CANDIDATES) break;
    }
    return found;
  }
}

function lessDeepFirst(paths: readonly string[]): string[] {
  const levels = new Map<number, string[]>();
  for (const path of paths) {
    const level = levels.get(depth(path));
    if (level) level.push(path);
    else levels.set(depth(path), [path]);
  }
  const byDepth = [...levels].sort(([a], [b]) => a - b);
  return byDepth.flatMap(([, level]) => level.sort());
}

function depth(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count++;
  return count;
}
