/** What git has committed. Only reads; see `git.ts`. */
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { git } from './git';

/** The commit of a branch that has none yet. */
const UNBORN = '0'.repeat(40);

export interface CommittedFile {
  readonly mode: string;
  readonly oid: string;
}

/** More paths make no command line. */
const MAX_PATHS = 500;

/** The innermost repository that a folder is in, by its top folder. Starts nothing. */
export async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await lstat(join(at, '.git')).catch(() => undefined)) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Where git keeps which commit the folder is at: of a linked worktree its own. */
export async function gitFolderOf(top: string): Promise<string> {
  const path = join(top, '.git');
  const text = await readFile(path, 'utf8').catch(() => '');
  const named = /^gitdir: (.+)$/m.exec(text)?.[1];
  return named === undefined ? path : resolve(top, named.trim());
}

/** The commit that a repository is at; nothing when git does not say. */
export async function headOf(top: string, ms: number): Promise<string | undefined> {
  const oid = await git(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { ms });
  if (oid) return oid.toString('latin1').trim();
  const branch = await git(top, ['symbolic-ref', '--quiet', 'HEAD'], { ms });
  return branch && UNBORN;
}

/** Those of the files (by their paths from the top) that a commit has. */
export async function committedFiles(
  top: string,
  commit: string,
  paths: readonly string[],
  ms: number,
): Promise<ReadonlyMap<string, CommittedFile>> {
  const found = new Map<string, CommittedFile>();
  if (commit === UNBORN) return found;
  for (let at = 0; at < paths.length; at += MAX_PATHS) {
    const some = paths.slice(at, at + MAX_PATHS);
    const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...some];
    const listed = await git(top, args, { ms });
    if (!listed) throw new Error(`git cannot list ${commit} in ${top}`);
    for (const record of listed.toString('utf8').split('\0')) {
      const tab = record.indexOf('\t');
      const [mode = '', type, oid = ''] = record.slice(0, tab).split(' ');
      if (tab > 0 && type === 'blob') found.set(record.slice(tab + 1), { mode, oid });
    }
  }
  return found;
}
