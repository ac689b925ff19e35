import { type Dir, opendirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { wordMatches } from '../../base/glob';

/** More are not looked at while a question waits. */
const MAX_NAMES = 10_000;

/**
 * The files that a shell may put in the place of an absolute pattern, in which only `*` is special: hidden ones too, and
 * whatever their case. Undefined when there are too many to tell.
 */
export function filesMatching(pattern: string): string[] | undefined {
  const { root } = parse(pattern);
  let names = 0;
  let found = [root];
  for (const part of pattern.slice(root.length).split(/[/\\]/)) {
    if (!part.includes('*')) {
      found = found.map((folder) => join(folder, part));
      continue;
    }
    const matching: string[] = [];
    for (const folder of found) {
      for (const name of namesIn(folder)) {
        if (++names > MAX_NAMES) return undefined;
        if (wordMatches(part.toLowerCase(), name.toLowerCase())) matching.push(join(folder, name));
      }
    }
    found = matching;
  }
  return found;
}

/** None of what is no folder, or cannot be read. */
function* namesIn(path: string): Generator<string> {
  const folder = opened(path);
  if (!folder) return;
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) yield entry.name;
  } finally {
    folder.closeSync();
  }
}

function opened(path: string): Dir | undefined {
  try {
    return opendirSync(path);
  } catch {
    return undefined;
  }
}
