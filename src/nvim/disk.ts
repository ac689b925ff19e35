import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stampText } from '../base/stamp';
import { AcpError } from '../protocol/errors';
import { diskError, isMissing } from './disk-error';

export interface FileBytes {
  readonly bytes: Buffer;
  readonly stamp: string;
  /** Permission bits. */
  readonly mode: number;
}

const MEBIBYTE = 1024 * 1024;
/** Larger files are no text that an agent could take. */
const MAX_BYTES = 64 * MEBIBYTE;

/** Tells one state of a file from another without reading it; nothing when there is no such file. */
export async function stampOf(path: string): Promise<string | undefined> {
  return (await statFile(path))?.stamp;
}

/** How often a file is read again because it was written meanwhile. */
const READS = 4;

/**
 * The bytes of a file, all from the one state that the stamp stands for; nothing when there is no such file. That state
 * may be one in the middle of a program's writing: see `Reconciler` and `LoadedFiles` for how that is found out.
 */
export async function readFileBytes(path: string): Promise<FileBytes | undefined> {
  try {
    for (let reads = 1; ; reads++) {
      const read = await readOnce(path);
      // One that never stops being written is better had somehow than not at all.
      if (!read || reads === READS || (await stampOf(path)) === read.stamp) return read;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw diskError(`cannot read ${path}`, error);
  }
}

async function readOnce(path: string): Promise<FileBytes | undefined> {
  // Looked at first: opening a pipe or a device could wait for ever.
  const found = await statFile(path);
  if (!found) return undefined;
  if (found.size > MAX_BYTES) throw AcpError.internal(tooLarge(path, found.size));
  const file = await open(path, 'r');
  try {
    return { bytes: await file.readFile(), stamp: found.stamp, mode: found.mode };
  } finally {
    await file.close();
  }
}

/**
 * Writes a file so that readers see the old text or the new one, nothing between, and returns when it is on the
 * disk. Makes missing folders, keeps the mode of a file that was there.
 */
export async function writeFileBytes(path: string, bytes: Buffer): Promise<void> {
  try {
    await makeFolderOf(path);
    const before = await statFile(path);
    // Renaming over a read-only file would work, but it is not what its owner meant.
    if (before) await access(path, constants.W_OK);
    // A rename would tear a file with several names apart.
    if (before && before.links > 1) await writeInPlace(path, bytes);
    else await writeByRename(path, bytes, before?.mode);
  } catch (error) {
    throw diskError(`cannot write ${path}`, error);
  }
}

export async function makeFolderOf(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}

interface Found {
  readonly size: number;
  readonly mode: number;
  readonly links: number;
  readonly stamp: string;
}

async function statFile(path: string): Promise<Found | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    if (found.isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
    if (!found.isFile()) throw AcpError.internal(`${path} is not a regular file`);
    return {
      size: Number(found.size),
      mode: Number(found.mode) & 0o7777,
      links: Number(found.nlink),
      stamp: stampText(found),
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw diskError(`cannot use ${path}`, error);
  }
}

function tooLarge(path: string, size: number): string {
  const mebibytes = (bytes: number): number => Math.ceil(bytes / MEBIBYTE);
  return `cannot read ${path}: ${mebibytes(size)} MiB are more than the ${mebibytes(MAX_BYTES)} MiB allowed`;
}

async function writeByRename(path: string, bytes: Buffer, mode: number | undefined): Promise<void> {
  const draft = join(
    dirname(path),
    `.${basename(path).slice(0, 80)}.${randomBytes(6).toString('hex')}`,
  );
  try {
    // Nobody else may read meanwhile what they may not read afterwards.
    await writeDurably(draft, 'wx', bytes, mode === undefined ? 0o666 : 0o600);
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    // Folders that take no new file and files that are mount points can still be written in place.
    if (mode === undefined || !['EACCES', 'EPERM', 'EBUSY', 'EXDEV'].includes(codeOf(error)))
      throw error;
    await writeInPlace(path, bytes);
  }
}

function writeInPlace(path: string, bytes: Buffer): Promise<void> {
  return writeDurably(path, 'w', bytes);
}

async function writeDurably(
  path: string,
  flags: 'w' | 'wx',
  bytes: Buffer,
  mode = 0o666,
): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
