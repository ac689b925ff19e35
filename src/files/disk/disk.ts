import { type BigIntStats, constants } from 'node:fs';
import { fileVersionText } from '../../base/file-version';
import { MEBIBYTE } from '../../base/units';
import { AcpError } from '../../protocol/errors';
import { diskError, isMissing } from './disk-error';
import { type HoldOptions, inFolderOf } from './held-folder';
import { lookBehindLinks } from './look';

export interface FileBytes {
  readonly bytes: Buffer;
  readonly version: string;
  /** Permission bits. */
  readonly mode: number;
}

/** Larger files are refused: no agent could take their text. */
const MAX_BYTES = 64 * MEBIBYTE;
/** Does not wait for a pipe that has replaced the file. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** Distinguishes states of a file without reading it; nothing when there is no such file. */
export async function fileVersionOf(path: string): Promise<string | undefined> {
  return (await fileStateOf(path))?.version;
}

/** The state that a file is in, without reading it; nothing when there is no such file. */
export async function fileStateOf(path: string): Promise<Omit<FileBytes, 'bytes'> | undefined> {
  try {
    const found = await lookBehindLinks(path);
    if (!found) return undefined;
    mustBeRegular(path, found);
    return { version: fileVersionText(found), mode: modeOf(found) };
  } catch (error) {
    throw diskError(`cannot use ${path}`, error);
  }
}

/** How often a file is read again because it was written meanwhile. */
const READS = 4;

/**
 * The bytes of a file by its real path, all from the one state that the version identifies; nothing when there is no such
 * file. That state may be one in the middle of a program's writing: see `Reconciler` and `LoadedFiles` for how that is
 * found out.
 */
export async function readFileBytes(
  path: string,
  hold: HoldOptions = {},
): Promise<FileBytes | undefined> {
  try {
    for (let reads = 1; ; reads++) {
      const read = await readOnce(path, hold);
      // A file that never stops being written is better read in some state than not at all.
      if (!read || reads === READS || (await fileVersionOf(path)) === read.version) return read;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw diskError(`cannot read ${path}`, error);
  }
}

function readOnce(path: string, hold: HoldOptions): Promise<FileBytes | undefined> {
  const read = async (...[folder, name]: Parameters<Parameters<typeof inFolderOf>[1]>) => {
    // Checked before it is opened: opening a device may have effects.
    const looked = await folder.look(name);
    if (!looked) return undefined;
    if (!looked.isSymbolicLink()) mustBeRegular(path, looked);
    const file = await folder.open(name, O_RDONLY | O_NONBLOCK);
    try {
      const found = await file.stat({ bigint: true });
      mustBeRegular(path, found);
      if (found.size > MAX_BYTES) throw AcpError.internal(tooLarge(path, Number(found.size)));
      const bytes = await file.readFile();
      return { bytes, version: fileVersionText(found), mode: modeOf(found) };
    } finally {
      await file.close();
    }
  };
  return inFolderOf(path, read, hold);
}

/** Agents may not read or write folders, pipes and devices. */
export function mustBeRegular(path: string, found: BigIntStats): void {
  if (found.isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
  if (!found.isFile()) throw AcpError.internal(`${path} is not a regular file`);
}

/** Whether both are of one file, under whatever names. */
export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** Permission bits. */
export function modeOf(found: BigIntStats): number {
  return Number(found.mode) & 0o7777;
}

function tooLarge(path: string, size: number): string {
  const mebibytes = (bytes: number): number => Math.ceil(bytes / MEBIBYTE);
  return `cannot read ${path}: ${mebibytes(size)} MiB are more than the ${mebibytes(MAX_BYTES)} MiB allowed`;
}
