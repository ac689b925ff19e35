import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileVersionText } from '../../base/file-version';
import { lookAt } from '../disk/look';
import { realPathOf } from './paths';

/** On other systems the case of a name may differ from the file's. */
const CASE_MATTERS = process.platform === 'linux';

export interface NamedFile {
  /** Its real path. */
  readonly path: string;
  /** In what state a regular file was found, or that there is none; nothing when that is not known. */
  readonly found?: FoundVersion;
}

export interface FoundVersion {
  /** Absent: there is no file. */
  readonly version?: string;
}

/**
 * Real paths of files that are named one after another in the same folders. Where a folder leads is found out once:
 * good enough to watch a file, not to let an agent use it.
 */
export class NamedPaths {
  readonly #folders = new Map<string, Promise<string | undefined>>();

  /** Nothing when it cannot be found out. */
  async real(path: string): Promise<NamedFile | undefined> {
    const folder = resolve(path) === path ? await this.#folder(dirname(path)) : undefined;
    const named = folder && (await regularAt(join(folder, basename(path))));
    if (named) return named;
    const real = await realPathOf(path).catch(() => undefined);
    return real === undefined ? undefined : { path: real };
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

/** Nothing when it may be a link, or have another name. */
async function regularAt(path: string): Promise<NamedFile | undefined> {
  if (!CASE_MATTERS) return undefined;
  try {
    const found = await lookAt(path);
    if (!found) return { path, found: {} };
    if (found.isFile()) return { path, found: { version: fileVersionText(found) } };
    return found.isSymbolicLink() ? undefined : { path };
  } catch {
    return undefined;
  }
}
