import { spawn } from 'node:child_process';
import { type BigIntStats, constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isSameFile, modeOf } from './disk';
import type { HeldFolder } from './held-folder';

/**
 * Gives a draft the owner, group, mode, access list and extended attributes of the file that it is to replace. False:
 * some cannot be given, or that is unknown. Node cannot copy most of them, so GNU cp does it (any other fails at
 * its options), by what is open and not by paths.
 */
export async function keepAttributes(
  folder: HeldFolder,
  name: string,
  before: BigIntStats,
  draft: FileHandle,
): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const file = await folder.open(name, constants.O_RDONLY);
  try {
    const wanted = await file.stat({ bigint: true });
    if (!isSameFile(wanted, before) || !(await copyAttributes(file, draft))) return false;
    const given = await draft.stat({ bigint: true });
    return sameOwner(wanted, given) && modeOf(wanted) === modeOf(given);
  } finally {
    await file.close();
  }
}

/** cp says nothing of an owner whom only root could give. */
function sameOwner(a: BigIntStats, b: BigIntStats): boolean {
  return a.uid === b.uid && a.gid === b.gid;
}

function copyAttributes(from: FileHandle, to: FileHandle): Promise<boolean> {
  const args = ['--attributes-only', '--preserve=mode,ownership,xattr', '--'];
  return new Promise((resolve) => {
    const child = spawn('cp', [...args, '/proc/self/fd/3', '/proc/self/fd/4'], {
      stdio: ['ignore', 'ignore', 'ignore', from.fd, to.fd],
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
