import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isOpenedAs } from '../../base/handles';
import { MEBIBYTE } from '../../base/units';
import { decodeFile } from '../../edit/encoding';
import { splitText } from '../../edit/text';
import type { FileMatches, SearchEnd } from '../../model/texts';
import { candidates } from './candidates';
import { matcherOf } from './matcher';
import type { SearchRequest } from './messages';

/** Larger files are data, not text that anybody reads. */
const MAX_FILE_BYTES = 4 * MEBIBYTE;
/** For all files; a search that takes longer ends with what it has found. */
const MAX_MS = 20_000;
/** Never through a link, and without waiting for a pipe. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
const FLAGS = O_RDONLY | O_NONBLOCK | O_NOFOLLOW;

/**
 * Searches file by file, and waits after each one in which it has found something. Throws a `SearchError` for a pattern
 * that is none.
 *
 * @param onWorking called before each file
 */
export async function search(
  request: SearchRequest,
  onFile: (found: FileMatches) => Promise<void>,
  onWorking: () => void,
): Promise<SearchEnd> {
  const match = matcherOf(request.query);
  const unsaved = new Map(request.unsaved.map(({ path, raw }) => [path, raw]));
  const { paths, incomplete } = await candidates(request);
  const deadline = Date.now() + MAX_MS;
  for (const path of paths) {
    if (Date.now() > deadline) return { incomplete: 'it took too long' };
    onWorking();
    const raw = unsaved.get(path);
    const lines = raw === undefined ? linesOnDisk(path) : raw.slice(1).split('\n');
    const found = lines && match(lines);
    if (found && found.matches.length > 0) await onFile({ path, ...found });
  }
  return incomplete === undefined ? {} : { incomplete };
}

/** Nothing for what is no text, cannot be read, or is reached by a link by now. */
function linesOnDisk(path: string): readonly string[] | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, FLAGS);
    const found = fstatSync(file);
    if (!found.isFile() || found.size > MAX_FILE_BYTES || !isOpenedAs(file, path)) return undefined;
    const decoded = decodeFile(readFileSync(file));
    return decoded && splitText(decoded.text).lines;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
