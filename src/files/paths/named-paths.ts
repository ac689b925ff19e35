import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isMissing } from '../disk/disk-error';
import { realPathOf } from './paths';

/** On other systems the case of a name may differ from the file's. */
const CASE_MATTERS = process.platform === 'linux';

/**
 * Real paths of files that are named one after another in the same folders. Where a folder leads is found out once:
 * good enough to watch a file, not to let an agent use it.
 */
export class NamedPaths {
  readonly #folders = new Map<string, Promise<string | undefined>>();

  /** Nothing when it cannot be found out. */
  async real(path: string): Promise<string | undefined> {
    const folder = resolve(path) === path ? await this.#folder(dirname(path)) : undefined;
    const named = folder && join(folder, basename(path));
    if (named && (await isItself(named))) return named;
    return realPathOf(path).catch(() => undefined);
  }

  /** Forgets everything. */
  clear(): void {
    this.#folders.clear();
  }

  #folder(path: string): Promise<string | undefined> {
    const known = this.#folders.get(path);
    if (known) return known;
    const found = realpath(path).catch(() => {
      this.#folders.delete(path);
      return undefined;
    });
    this.#folders.set(path, found);
    return found;
  }
}

/** Not a link, and under its own name. */
async function isItself(path: string): Promise<boolean> {
  try {
    return CASE_MATTERS && !(await lstat(path)).isSymbolicLink();
  } catch (error) {
    return isMissing(error);
  }
}
