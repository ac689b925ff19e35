import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { MEBIBYTE } from '../../base/units';

/** A file that git knows, or one that it does not ignore. */
export interface GitFile {
  /** From the folder that was asked about. */
  readonly path: string;
  /** The object with the staged content; absent for untracked files. */
  readonly oid?: string;
}

export interface GitListing {
  readonly files: readonly GitFile[];
  /** Folders of repositories inside this one. */
  readonly nested: readonly string[];
}

/** Nothing in a repository's configuration may make git start a program: the repository may come from anywhere. */
const SAFE = ['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'core.untrackedCache=keep'];
const MAX_OUTPUT = 256 * MEBIBYTE;
const SUBMODULE = '160000';

/**
 * The files below a folder that git tracks or would track, and nothing when the folder is in no repository, or
 * ignored by the one that it is in. Only reads; no filter, hook or monitor runs. Rejects when git takes too long.
 */
export async function listGitFiles(folder: string, ms: number): Promise<GitListing | undefined> {
  const args = ['ls-files', '-t', '-s', '-c', '-o', '--exclude-standard', '-z'];
  const listed = await git(folder, args, { ms });
  if (!listed) return undefined;
  const isIgnored = listed.length === 0 && (await git(folder, ['check-ignore', '-q', '.'], { ms }));
  return isIgnored ? undefined : parseListing(listed.toString('utf8'));
}

/** The contents of objects, byte for byte. One that is missing is left out; so is one that had to be fetched. */
export async function readGitObjects(
  folder: string,
  oids: readonly string[],
  ms: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  if (oids.length === 0) return found;
  const out = await git(folder, ['cat-file', '--batch'], { ms, input: `${oids.join('\n')}\n` });
  for (let at = 0; out && at < out.length; ) {
    const end = out.indexOf(10, at);
    if (end < 0) break;
    const [oid = '', type, size] = out.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type === 'missing' || size === undefined) continue;
    found.set(oid, out.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

/** Each record: a tag, for tracked files mode, object and stage, and the path as it is. */
function parseListing(text: string): GitListing {
  const files = new Map<string, GitFile>();
  const nested = new Set<string>();
  for (const record of text.split('\0')) {
    const rest = record.slice(2);
    if (record.startsWith('? ')) {
      // A repository is listed as a folder.
      if (rest.endsWith('/')) nested.add(rest.slice(0, -1));
      else files.set(rest, { path: rest });
      continue;
    }
    const tab = rest.indexOf('\t');
    if (tab < 0) continue;
    const [mode, oid = ''] = rest.slice(0, tab).split(' ');
    const path = rest.slice(tab + 1);
    if (mode === SUBMODULE) nested.add(path);
    else files.set(path, { path, oid });
  }
  return { files: [...files.values()], nested: [...nested] };
}

interface GitOptions {
  readonly ms: number;
  readonly input?: string;
}

/** Its output; nothing when it fails, or is not there. Rejects when it has to be ended. */
export function git(
  folder: string,
  args: readonly string[],
  options: GitOptions,
): Promise<Buffer | undefined> {
  const { ms, input } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      ['-C', folder, '--no-pager', ...SAFE.flatMap((one) => ['-c', one]), ...args],
      {
        // Not the repository: some systems look for programs in the current folder first.
        cwd: dirname(process.execPath),
        env: environment(),
        encoding: 'buffer',
        timeout: ms,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT,
        windowsHide: true,
      },
      (error, stdout) => {
        if (error?.killed) reject(new Error(`git ${args[0]} takes too long in ${folder}`));
        else resolve(error ? undefined : stdout);
      },
    );
    // It may have ended before it has read all.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Neovim may have been started by git itself, which says by its environment which repository to use. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^git_/i.test(name));
  return {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: '0',
    // What is missing is not fetched: a repository says by which program that would be done.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}
