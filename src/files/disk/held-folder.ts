/**
 * Folders that are reached by an open handle, not by their path: between a check and the use of a path somebody may
 * replace any part of it by a symbolic link.
 */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HAS_HANDLES, handlePath, isOpenedAs } from '../../base/handles';
import { AcpError } from '../../protocol/errors';
import { realPathOf } from '../paths/paths';
import { codeOf } from './disk-error';
import { lookAt } from './look';

/** A folder that stays the same one, whatever becomes of its path. */
export interface HeldFolder {
  /** A path by which an entry of this folder is reached, and none of another one. */
  at(name: string): string;
  /** The entry itself, also where it is a link; nothing: there is none. */
  look(name: string): Promise<BigIntStats | undefined>;
  /** Opens an entry; never what a link leads to. */
  open(name: string, flags: number, mode?: number): Promise<FileHandle>;
}

export interface HoldOptions {
  /** Make the folders that are missing. */
  readonly make?: boolean;
  /** Default: where the system has one. */
  readonly byHandle?: boolean;
}

/** Linux only, and not among Node's constants: to hold a folder without the right to list it. */
const O_PATH = 0o10000000;
const { O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

/**
 * Runs a task in the folder of a real path, with the name of the file there. Throws when any part of the path is a
 * link by now: that is not the place that was looked at.
 */
export async function inFolderOf<T>(
  path: string,
  task: (folder: HeldFolder, name: string) => Promise<T>,
  { make = false, byHandle = HAS_HANDLES }: HoldOptions = {},
): Promise<T> {
  const [folder, name] = [dirname(path), basename(path)];
  if (!byHandle) return task(await folderByName(folder, make), name);
  const handle = await openFolder(folder, make);
  try {
    return await task(folderByHandle(handle, folder), name);
  } finally {
    await handle.close();
  }
}

/** A path leads elsewhere than when it was checked. */
export function leadsElsewhere(path: string): AcpError {
  return AcpError.internal(`cannot use ${path}: it leads elsewhere now`);
}

/** At once where that leads to the very path, which the system says without links; else part by part. */
async function openFolder(path: string, make: boolean): Promise<FileHandle> {
  const folder = await open(path, O_PATH | O_DIRECTORY).catch(() => undefined);
  if (folder) {
    if (isOpenedAs(folder.fd, path)) return folder;
    await folder.close();
  }
  return openParts(path, make);
}

/** Goes from folder to folder, each opened in the one before it and not by a path. */
async function openParts(path: string, make: boolean): Promise<FileHandle> {
  let folder = await open('/', O_PATH);
  for (const part of path.split('/').filter(Boolean)) {
    const parent = folder;
    try {
      folder = await openPart(handlePath(parent.fd, part), path, make);
    } finally {
      await parent.close();
    }
  }
  return folder;
}

async function openPart(entry: string, path: string, make: boolean): Promise<FileHandle> {
  const part = await openEntry(entry, make);
  const found = await part.stat();
  if (found.isDirectory()) return part;
  await part.close();
  if (found.isSymbolicLink()) throw leadsElsewhere(path);
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
}

async function openEntry(entry: string, make: boolean): Promise<FileHandle> {
  try {
    return await open(entry, O_PATH | O_NOFOLLOW);
  } catch (error) {
    if (!make || codeOf(error) !== 'ENOENT') throw error;
  }
  await mkdir(entry).catch((error: unknown) => {
    // Somebody else has made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return open(entry, O_PATH | O_NOFOLLOW);
}

function folderByHandle(handle: FileHandle, path: string): HeldFolder {
  const at = (name: string): string => handlePath(handle.fd, name);
  return {
    at,
    look: (name) => lookAt(at(name)),
    open: (name, flags, mode) => openUnlinked(at(name), flags, mode, join(path, name)),
  };
}

/** Where no folder can be held: the path is checked before and after, and what was opened is compared with it. */
async function folderByName(folder: string, make: boolean): Promise<HeldFolder> {
  const check = async (): Promise<void> => {
    if ((await realPathOf(folder)) !== folder) throw leadsElsewhere(folder);
  };
  await check();
  if (make) {
    await mkdir(folder, { recursive: true });
    await check();
  }
  const at = (name: string): string => join(folder, name);
  return {
    at,
    look: async (name) => {
      const found = await lookAt(at(name));
      await check();
      return found;
    },
    open: async (name, flags, mode) => {
      const file = await openUnlinked(at(name), flags, mode, at(name));
      try {
        const [opened, found] = [await file.stat({ bigint: true }), await lookAt(at(name))];
        if (opened.ino !== found?.ino || opened.dev !== found.dev) throw leadsElsewhere(at(name));
        await check();
        return file;
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  };
}

async function openUnlinked(
  entry: string,
  flags: number,
  mode: number | undefined,
  path: string,
): Promise<FileHandle> {
  try {
    return await open(entry, flags | O_NOFOLLOW, mode);
  } catch (error) {
    throw codeOf(error) === 'ELOOP' ? leadsElsewhere(path) : error;
  }
}
