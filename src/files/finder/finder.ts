import { isAbsolute, relative, sep } from 'node:path';
import { PathRanking } from '../../model/context/path-ranking';
import { deniedBy } from '../paths/confine';
import { isInside } from '../paths/path-style';
import { LIMITS, type RecordLimits } from '../scan/limits';
import { ledAway, listFiles, tooWide } from '../scan/list';
import type { FindRequest } from './messages';

/** A list that is older is made anew; until that is done it answers as it is, where it has an answer. */
const MAX_AGE_MS = 5000;
/** The same of a list that has nothing: the file may just have been made. */
const MAX_AGE_EMPTY_MS = 500;

const WHOLE: RecordLimits = { ...LIMITS, files: 250_000, listMs: 20_000 };
/** Of a folder that is no project, such as the user's home. */
const PART: RecordLimits = { ...LIMITS, files: 20_000, listMs: 1000 };

interface Known {
  readonly ranking: PathRanking;
  /** All of it, to compare with the next list. */
  readonly text: string;
  readonly at: number;
}

/** Finds files by a few characters of their paths: those that git does not ignore, and no agent is kept off. */
export class Finder {
  readonly #known = new Map<string, Known>();
  readonly #listing = new Map<string, Promise<Known>>();

  async find({ roots, deny, query, limit }: Omit<FindRequest, 'id'>): Promise<string[]> {
    const key = JSON.stringify([roots, deny]);
    const known = this.#known.get(key);
    const found = known?.ranking.best(query, limit) ?? [];
    const maxAge = found.length > 0 ? MAX_AGE_MS : MAX_AGE_EMPTY_MS;
    if (known && Date.now() - known.at <= maxAge) return found;
    const fresh = this.#list(key, roots, deny);
    if (found.length === 0) return (await fresh).ranking.best(query, limit);
    // A new one is there for the next query.
    fresh.catch(() => {});
    return found;
  }

  /** Makes what was listed last ready for any query. */
  prepare(): void {
    [...this.#known.values()].at(-1)?.ranking.prepare();
  }

  #list(key: string, roots: readonly string[], deny: readonly string[]): Promise<Known> {
    const running = this.#listing.get(key);
    if (running) return running;
    const listing = listNames(roots, deny).then((names) => {
      const text = names.join('\n');
      const before = this.#known.get(key);
      const ranking = before?.text === text ? before.ranking : new PathRanking(names);
      const known = { ranking, text, at: Date.now() };
      // One list at a time: it may be long.
      this.#known.clear();
      this.#known.set(key, known);
      return known;
    });
    this.#listing.set(key, listing);
    const done = (): void => void this.#listing.delete(key);
    listing.then(done, done);
    return listing;
  }
}

async function listNames(roots: readonly string[], deny: readonly string[]): Promise<string[]> {
  const [first = ''] = roots;
  const listings = await Promise.all(
    roots
      .filter((root) => ledAway(root) === undefined)
      .map((root) => listFiles(root, tooWide(root) ? PART : WHOLE)),
  );
  const names = new Set<string>();
  for (const { path } of listings.flatMap(({ files }) => files)) {
    if (deniedBy(deny, roots, path) !== undefined) continue;
    const name = isInside([first], path) ? relative(first, path).replaceAll(sep, '/') : path;
    names.add(name);
    for (const folder of foldersOf(name)) {
      if (names.has(folder) || isAbove(folder, roots)) break;
      names.add(folder);
    }
  }
  return [...names];
}

/** A whole path that is no part of the folders. */
function isAbove(folder: string, roots: readonly string[]): boolean {
  return isAbsolute(folder) && !isInside(roots, folder);
}

/** `a/b/`, then `a/`, for `a/b/c`. */
function* foldersOf(name: string): Generator<string> {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    yield name.slice(0, at + 1);
  }
}
