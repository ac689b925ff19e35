import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Skipped where no repository says what to ignore: folders that tools fill, and nobody writes by hand. */
const SKIPPED = new Set(
  (
    '.git .hg .svn .jj node_modules bower_components target build dist .next .nuxt .svelte-kit .venv venv ' +
    '__pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .gradle .cargo .cache .direnv .terraform ' +
    'coverage .DS_Store'
  ).split(' '),
);

export interface Walked {
  readonly files: readonly string[];
  /** Folders of repositories: git knows better what is in them. Not walked. */
  readonly repositories: readonly string[];
  /** False: there is more than was allowed. */
  readonly complete: boolean;
}

/** The files and links below a folder, without following a link. */
export function walk(
  root: string,
  limits: { readonly files: number; readonly ms: number },
): Walked {
  const deadline = Date.now() + limits.ms;
  const files: string[] = [];
  const repositories: string[] = [];
  const folders = [root];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if (Date.now() > deadline) return { files, repositories, complete: false };
    for (const entry of entriesOf(folder)) {
      if (SKIPPED.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (existsSync(join(path, '.git'))) repositories.push(path);
        else folders.push(path);
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        if (files.length >= limits.files) return { files, repositories, complete: false };
        files.push(path);
      }
    }
  }
  return { files, repositories, complete: true };
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or not ours to read.
    return [];
  }
}
