import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** What is known of a file without reading it. */
export interface Look {
  readonly kind: 'file' | 'link';
  /** Tells states of the file apart, as `stampOf` of src/nvim/disk.ts does. */
  readonly stamp: string;
  /** Changes with everything, the permission bits too. */
  readonly seal: string;
  readonly mode: number;
  readonly size: number;
  /** When anything about the file changed, by the clock of its file system. */
  readonly changedMs: number;
}

/** Looks at files below a root; what lies behind a symbolic link is not below it. Remembers folders: for one pass. */
export class Eye {
  readonly #folders: Map<string, boolean>;

  constructor(root: string) {
    this.#folders = new Map([[root, true]]);
  }

  /** Nothing: there is no file or link of this path. */
  look(path: string): Look | undefined {
    if (!this.#isFolder(dirname(path))) return undefined;
    const stat = statOf(path);
    return stat && lookOf(stat);
  }

  #isFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const parent = dirname(path);
    const is = parent !== path && this.#isFolder(parent) && (statOf(path)?.isDirectory() ?? false);
    this.#folders.set(path, is);
    return is;
  }
}

/** When a file was deleted, at the latest: its folder has changed then, or that folder is gone, too. */
export function goneSinceMs(path: string): number {
  const parent = dirname(path);
  const stat = statOf(parent);
  if (!stat && parent !== path) return goneSinceMs(parent);
  return stat ? Number(stat.ctimeMs) : 0;
}

/** The bytes, if they are those of the look; nothing when the file has changed since, or cannot be read. */
export function readLooked(path: string, { seal, size }: Look): Buffer | undefined {
  let file: number | undefined;
  try {
    // It may have become a pipe, which would be waited for, or a link.
    file = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const bytes = Buffer.allocUnsafe(size);
    for (let done = 0; done < size; ) {
      const read = readSync(file, bytes, done, size - done, done);
      if (read === 0) return undefined;
      done += read;
    }
    return lookOf(fstatSync(file, { bigint: true }))?.seal === seal ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function readTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** As git names a content; `like`: by the algorithm of this object id. */
export function hashOf(bytes: Buffer, like?: string): string {
  const hash = createHash(like?.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder that is not ours to look into.
    return undefined;
  }
}

function lookOf(stat: BigIntStats): Look | undefined {
  const kind = stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : undefined;
  if (!kind) return undefined;
  const stamp = `${stat.mtimeNs}:${stat.size}:${stat.ino}`;
  const mode = Number(stat.mode) & 0o7777;
  return {
    kind,
    stamp,
    seal: `${kind}:${stamp}:${stat.ctimeNs}:${mode}`,
    mode,
    size: Number(stat.size),
    changedMs: Number(stat.ctimeMs),
  };
}
