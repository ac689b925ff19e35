import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileVersionText } from '../../base/file-version';
import { isOpenedAs } from '../../base/handles';

/** What is known of a file without reading it. Numbers: there are many of these. */
export interface FileStat {
  readonly kind: 'file' | 'link';
  readonly size: number;
  readonly ino: number;
  readonly mode: number;
  readonly writtenMs: number;
  /** When anything about the file changed, its mode too, by the clock of its file system. */
  readonly changedMs: number;
}

export interface Read {
  readonly bytes: Buffer;
  /** Distinguishes states of the file, as `fileVersionOf` of src/files/disk/disk.ts does. */
  readonly version: string;
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const READ_FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** Looks at files below a root; what lies behind a symbolic link is not below it. Remembers folders: for one pass. */
export class StatCache {
  readonly #folders: Map<string, boolean>;

  constructor(root: string) {
    this.#folders = new Map([[root, true]]);
  }

  /** Nothing: there is no file or link of this path. */
  statOf(path: string): FileStat | undefined {
    if (!this.#isFolder(dirname(path))) return undefined;
    const stat = statOf(path);
    return stat && fileStatOf(stat);
  }

  #isFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const parent = dirname(path);
    const isBelow =
      parent !== path && this.#isFolder(parent) && (statOf(path)?.isDirectory() ?? false);
    this.#folders.set(path, isBelow);
    return isBelow;
  }
}

/** When a file was deleted, at the latest: its folder has changed then, or that folder is gone, too. */
export function goneSinceMs(path: string): number {
  const parent = dirname(path);
  const stat = statOf(parent);
  if (!stat && parent !== path) return goneSinceMs(parent);
  return stat?.ctimeMs ?? 0;
}

/** What the file holds, if it is unchanged; `undefined` when it has changed since, or cannot be read. */
export function readUnchanged(path: string, known: FileStat): Read | undefined {
  let file: number | undefined;
  try {
    // It may have become a pipe, which would be waited for, or a link.
    file = openSync(path, READ_FLAGS);
    // Nor is it below the root if a folder on the way has become a link.
    if (!isOpenedAs(file, path)) return undefined;
    const bytes = Buffer.allocUnsafe(known.size);
    for (let done = 0; done < known.size; ) {
      const read = readSync(file, bytes, done, known.size - done, done);
      if (read === 0) return undefined;
      done += read;
    }
    const now = fileStatOf(fstatSync(file));
    if (!now || !isSameStat(now, known)) return undefined;
    return { bytes, version: fileVersionText(fstatSync(file, { bigint: true })) };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether nothing tells that the file was written in between. */
export function isSameStat(a: FileStat, b: FileStat): boolean {
  return (
    a.changedMs === b.changedMs &&
    a.writtenMs === b.writtenMs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.mode === b.mode &&
    a.kind === b.kind
  );
}

/** Where a link leads; nothing when that cannot be read. */
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

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder that is not ours to look into.
    return undefined;
  }
}

function fileStatOf(stat: Stats): FileStat | undefined {
  const kind = stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : undefined;
  if (!kind) return undefined;
  const { size, ino, mtimeMs, ctimeMs } = stat;
  return { kind, size, ino, mode: stat.mode & 0o7777, writtenMs: mtimeMs, changedMs: ctimeMs };
}
