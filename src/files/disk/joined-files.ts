import { inodeOf } from '../../base/file-version';
import { fileVersionOf } from './disk';

/** The states of a file before and after a change, as `fileVersionOf` names them. */
interface Versions {
  readonly before?: string;
  readonly after?: string;
}

/** By path, the inode that each of them has. */
export type Inodes = Readonly<Record<string, string>>;

const MAX_FILES = 2500;

/**
 * Files that had another inode before an agent changed them. Where that inode has several names, writing one of these
 * files in place would write a file that it was never the same as.
 */
export class JoinedFiles {
  /** By path, the inode that it has now. */
  readonly #inodes = new Map<string, string>();

  changed(path: string, { before, after }: Versions): void {
    if (before === undefined || after === undefined) return;
    const inode = inodeOf(after);
    if (inode === inodeOf(before)) return;
    this.#remember(path, inode);
  }

  /** What is known of these files, for the next host. */
  inodesOf(paths: readonly string[]): Inodes {
    const known = paths.flatMap((path) => {
      const inode = this.#inodes.get(path);
      return inode === undefined ? [] : [[path, inode] as const];
    });
    return Object.fromEntries(known);
  }

  /** What an earlier host has known. */
  restore(inodes: Inodes): void {
    for (const [path, inode] of Object.entries(inodes)) {
      if (!this.#inodes.has(path)) this.#remember(path, inode);
    }
  }

  /** Those that may be the same file as this one, which may be among them. */
  async of(path: string): Promise<string[]> {
    if (this.#inodes.size === 0) return [];
    const inode = await inodeNow(path);
    const found: string[] = [];
    for (const [joined, its] of this.#inodes) {
      // Inodes are used again.
      if (its === inode && (await inodeNow(joined)) === inode) found.push(joined);
    }
    return found;
  }

  #remember(path: string, inode: string): void {
    this.#inodes.delete(path);
    this.#inodes.set(path, inode);
    const [oldest] = this.#inodes.keys();
    if (this.#inodes.size > MAX_FILES && oldest !== undefined) this.#inodes.delete(oldest);
  }
}

async function inodeNow(path: string): Promise<string | undefined> {
  const version = await fileVersionOf(path).catch(() => undefined);
  return version === undefined ? undefined : inodeOf(version);
}
