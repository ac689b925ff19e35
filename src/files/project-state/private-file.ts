/** Files that only the user may read. */
import { constants } from 'node:fs';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { MEBIBYTE } from '../../base/units';
import { isMissing } from '../disk/disk-error';

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_TRUNC } = constants;
/** Windows has neither. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const WRITABLE_BY_OTHERS = 0o022;

/** Also where others could look into it until now. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(path, PRIVATE_FOLDER);
}

/** Puts a file in the place of the one before: it is there whole or not at all. Not for two writers at the same time. */
export async function writePrivate(path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const draft = `${path}.draft`;
  try {
    const file = await open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, PRIVATE_FILE);
    try {
      await file.chmod(PRIVATE_FILE);
      for (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Adds to the end of a file: what was there stays whole, what is new may be there in part after a crash. */
export async function appendPrivate(path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const file = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, PRIVATE_FILE);
  try {
    await file.writeFile(Buffer.concat([...pieces]));
  } finally {
    await file.close();
  }
}

/** Nothing: there is no such file. Rejects when somebody else may have written it, or when it is larger than that. */
export async function readPrivate(path: string, maxBytes: number): Promise<Buffer | undefined> {
  try {
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new Error('it is no file');
      if (isForeign(found)) throw new Error('others could write it');
      if (found.size > maxBytes) {
        throw new Error(`it is larger than ${Math.ceil(maxBytes / MEBIBYTE)} MiB`);
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Puts a file that cannot be used out of the way, for the user to look at; answers where. */
export async function setAside(path: string): Promise<string> {
  const aside = `${path}.unreadable`;
  await rm(aside, { recursive: true, force: true });
  await rename(path, aside);
  return aside;
}

/** Systems without users say nothing about them. */
function isForeign({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  if (!process.getuid) return false;
  return uid !== process.getuid() || (mode & WRITABLE_BY_OTHERS) !== 0;
}
