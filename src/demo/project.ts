/** Looks around in the user's project: for names only, texts come through the client. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isSource } from './languages';

const DEEPEST = 3;
const MAX_FOLDERS = 200;
const SKIPPED = /^(?:\..*|node_modules|dist|build|out|target|vendor|__pycache__)$/;

/** The first file that `text` mentions, or else the first source file of the project, or else any file. */
export function fileAtHand(text: string, cwd: string): string | undefined {
  return mentionedFile(text, cwd) ?? firstFile(cwd);
}

/** Path as the user knows it. */
export function shortPath(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') ? path : inside;
}

function mentionedFile(text: string, cwd: string): string | undefined {
  return text
    .split(/[\s,;()"'`<>]+/)
    .flatMap((word) => [word, word.replace(/^@/, ''), word.replace(/[.:!?]+$/, '')])
    .filter((word) => word !== '')
    .map((word) => resolve(cwd, word))
    .find(isFile);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Folder by folder, the nearest first, in the order of names. */
function firstFile(cwd: string): string | undefined {
  const folders = [{ path: cwd, depth: 0 }];
  let any: string | undefined;
  for (const { path, depth } of folders) {
    const entries = list(path);
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(path, name));
    const source = files.find(isSource);
    if (source) return source;
    any ??= files[0];
    if (depth === DEEPEST || folders.length > MAX_FOLDERS) continue;
    for (const entry of entries) {
      if (entry.isDirectory()) folders.push({ path: join(path, entry.name), depth: depth + 1 });
    }
  }
  return any;
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !SKIPPED.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return []; // may not be read
  }
}
