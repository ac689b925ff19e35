import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Links that lead from one to the next; more are a circle. */
const MAX_LINKS = 40;

/** Where a path really leads, symbolic links followed, also for a file that does not exist yet. */
export function realPathSync(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || links > MAX_LINKS) return path;
    const folder = realPathSync(parent, links);
    const target = linkTarget(join(folder, basename(path)));
    return target === undefined
      ? join(folder, basename(path))
      : realPathSync(resolve(folder, target), links + 1);
  }
}

/** The real path of what exists, else the path as it is. */
export function realPathOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
