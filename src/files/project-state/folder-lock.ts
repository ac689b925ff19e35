/**
 * A lock of a folder that several hosts may want to write. It is a folder with one entry, which is named by the process
 * that holds it: it comes whole, and one that was left by a killed host changes hands in one step.
 */
import { mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isMissing } from '../disk/disk-error';
import { hasEnded, ownMark } from '../disk/process-mark';

export interface FolderLock {
  release(): Promise<void>;
}

/** How often it starts over because other hosts take and release the lock meanwhile. */
const TRIES = 8;
/** Somebody holds it: see `rename(2)`. */
const TAKEN = ['ENOTEMPTY', 'EEXIST'];
/** The same on Windows, where it may also mean something else. */
const MAYBE_TAKEN = ['EPERM', 'EACCES'];

export function lockPath(folder: string): string {
  return join(folder, 'lock');
}

/** Nothing: a process that may still run holds the lock. */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  const lock = lockPath(folder);
  const own = ownMark();
  for (let tries = 0; tries < TRIES; tries++) {
    const holders = (await entriesOf(lock)).sort();
    if (holders.some((mark) => !isFree(mark))) return undefined;
    const [left] = holders;
    const isTaken =
      left === undefined ? await make(folder, lock, own) : await takeOver(lock, left, own);
    if (isTaken) return { release: () => release(lock, own) };
  }
  return undefined;
}

/** What no host has made holds nothing. */
function isFree(mark: string): boolean {
  return mark.split('+').length !== 5 || hasEnded(mark);
}

/** Only one of several can rename an entry. */
async function takeOver(lock: string, left: string, own: string): Promise<boolean> {
  try {
    await rename(join(lock, left), join(lock, own));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function make(folder: string, lock: string, own: string): Promise<boolean> {
  const draft = await mkdtemp(join(folder, 'lock.'));
  try {
    await writeFile(join(draft, own), '', { mode: 0o600 });
    // Left empty by a host that was killed while it released the lock.
    await rmdir(lock).catch(() => {});
    await rename(draft, lock);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const code = codeOf(error);
    if (TAKEN.includes(code)) return false;
    if (MAYBE_TAKEN.includes(code) && (await entriesOf(lock)).length > 0) return false;
    throw error;
  }
}

async function release(lock: string, own: string): Promise<void> {
  await rm(join(lock, own), { force: true });
  // Not empty: somebody else has it by now.
  await rmdir(lock).catch(() => {});
}

async function entriesOf(lock: string): Promise<string[]> {
  try {
    return await readdir(lock);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
