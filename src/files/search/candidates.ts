/** The files that are searched. */
import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { globMatches } from '../../base/glob';
import { SearchError, type SearchQuery } from '../../model/texts';
import { deniedBy } from '../paths/confine';
import { isInside } from '../paths/path-style';
import { LIMITS, type RecordLimits } from '../scan/limits';
import { ledAway, listFiles, tooWide } from '../scan/list';
import type { SearchRequest } from './messages';

const WHOLE: RecordLimits = { ...LIMITS, files: 100_000, listMs: 10_000 };
/** Of a folder that is no project, such as the user's home. */
const PART: RecordLimits = { ...LIMITS, files: 20_000, listMs: 1000 };

interface Candidates {
  /** In order. */
  readonly paths: readonly string[];
  readonly incomplete?: string;
}

/**
 * Those that git does not ignore, and those with unsaved text, that no agent is kept off. Throws a `SearchError` when
 * there is nothing where it is to search.
 */
export async function candidates(request: SearchRequest): Promise<Candidates> {
  const { roots, deny, query, unsaved } = request;
  const places = query.under === undefined ? roots : [query.under];
  const gone = places.filter((place) => !existsSync(place));
  if (gone.length === places.length && !unsaved.some(({ path }) => isInside(places, path))) {
    throw new SearchError(goneText(gone));
  }
  const listings = await Promise.all(places.map(filesBelow));
  const paths = new Set(listings.flatMap(({ paths }) => paths));
  for (const { path } of unsaved) paths.add(path);
  const wanted = [...paths].filter((path) => {
    const root = roots.find((one) => isInside([one], path));
    if (root === undefined || deniedBy(deny, roots, path) !== undefined) return false;
    return isWanted(query, path, relative(root, path).replaceAll(sep, '/'));
  });
  const incomplete =
    gone.length > 0
      ? goneText(gone)
      : listings.find((one) => one.incomplete !== undefined)?.incomplete;
  return { paths: wanted.sort(), ...(incomplete === undefined ? {} : { incomplete }) };
}

function goneText(gone: readonly string[]): string {
  return gone.length === 0
    ? 'the session has no folder that could be searched'
    : `${gone.join(', ')} is not there: it was deleted, moved, or never existed`;
}

/** A path that is no folder is the only file. */
async function filesBelow(path: string): Promise<Candidates> {
  const away = ledAway(path);
  if (away !== undefined) return { paths: [], incomplete: `${path}: ${away}` };
  const { files, incomplete } = await listFiles(path, tooWide(path) ? PART : WHOLE);
  const paths = [path, ...files.map((file) => file.path)];
  return { paths, ...(incomplete === undefined ? {} : { incomplete }) };
}

function isWanted({ under, include, exclude }: SearchQuery, path: string, name: string): boolean {
  if (under !== undefined && !isInside([under], path)) return false;
  if (include && include.length > 0 && !include.some((glob) => fits(glob, name))) return false;
  return !exclude?.some((glob) => fits(glob, name));
}

/** A glob without "/" is for names; one that fits a folder is for all that is in it. */
function fits(glob: string, name: string): boolean {
  const plain = glob.replace(/^\.?\//, '').replace(/\/$/, '');
  const whole = glob.replace(/\/$/, '').includes('/') ? plain : `**/${plain}`;
  return globMatches(whole, name) || globMatches(`${whole}/**`, name);
}
