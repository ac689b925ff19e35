/** What an open file or folder really is: its path may lead elsewhere by now. */
import { accessSync, fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';

/** Where Linux shows what a process has open, each as a link to it. */
const HANDLES = '/proc/self/fd';

export const HAS_HANDLES = process.platform === 'linux' && isThere(HANDLES);

/** What is open, or an entry of a folder that is open, by a path that no one can lead elsewhere. */
export function handlePath(fd: number, entry?: string): string {
  return entry === undefined ? `${HANDLES}/${fd}` : `${HANDLES}/${fd}/${entry}`;
}

/** Whether this real path, through no link, is what was opened. */
export function isOpenedAs(fd: number, path: string): boolean {
  if (HAS_HANDLES) return readlinkSync(handlePath(fd), 'buffer').equals(Buffer.from(path));
  const [opened, found] = [fstatSync(fd), lstatSync(path)];
  return realpathSync(path) === path && opened.ino === found.ino && opened.dev === found.dev;
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
