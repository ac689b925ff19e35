import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { realPathOrSame } from '../paths/real-path';
import { listGitFiles } from './git';
import type { RecordLimits } from './limits';
import { walk } from './walk';

export interface ListedFile {
  readonly path: string;
  /** What git has staged of it, and the folder in which to ask git for it. */
  readonly staged?: { readonly oid: string; readonly folder: string };
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** Why there is more than what is listed. */
  readonly incomplete?: string;
}

/** The files below a root that somebody may have written by hand: not the ignored ones. */
export async function listFiles(root: string, limits: RecordLimits): Promise<Listing> {
  const deadline = Date.now() + limits.listMs;
  const files: ListedFile[] = [];
  const folders = [root];
  const seen = new Set<string>();
  let incomplete: string | undefined;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if (seen.has(folder)) continue;
    if (seen.size >= limits.repositories) {
      incomplete = `more than ${limits.repositories} repositories`;
      break;
    }
    seen.add(folder);
    const ms = Math.max(1, deadline - Date.now());
    const room = limits.files - files.length;
    const found = (await listRepository(folder, ms)) ?? listWalked(folder, { files: room, ms });
    files.push(...found.files.slice(0, room));
    folders.push(...found.folders);
    if (found.files.length > room) incomplete = `more than ${limits.files} files`;
    else if (!found.complete) incomplete = `more than ${limits.files} files, or too slow a disk`;
  }
  return { files, ...(incomplete === undefined ? {} : { incomplete }) };
}

/** Why a folder is not looked at at all: what is in it belongs to no single piece of work. */
export function tooWide(root: string, home = homedir()): string | undefined {
  if (dirname(root) === root) return 'it is the root of a file system';
  const holdsHome = isBelow(home, root) || isBelow(realPathOrSame(home), root);
  return holdsHome ? 'it is, or holds, the home folder' : undefined;
}

/** Why a folder is not looked at now: somebody has put a link in its place, or in that of a folder above. */
export function ledAway(root: string): string | undefined {
  return realPathOrSame(root) === root ? undefined : 'a link has come into its place';
}

/** True for the folder itself, too. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

interface Found {
  readonly files: readonly ListedFile[];
  readonly folders: readonly string[];
  readonly complete: boolean;
}

async function listRepository(folder: string, ms: number): Promise<Found | undefined> {
  const listing = await listGitFiles(folder, ms);
  if (!listing) return undefined;
  return {
    files: listing.files.map(({ path, oid }) => ({
      path: join(folder, path),
      ...(oid === undefined ? {} : { staged: { oid, folder } }),
    })),
    folders: listing.nested.map((path) => join(folder, path)),
    complete: true,
  };
}

function listWalked(
  folder: string,
  limits: { readonly files: number; readonly ms: number },
): Found {
  const { files, repositories, complete } = walk(folder, limits);
  return { files: files.map((path) => ({ path })), folders: repositories, complete };
}
