/** Files that are not there, told from words that merely begin with an "@": packages, decorators, people. */
import { readdir, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';

/** No patterns, no versions, no calls with arguments. */
const PATH = /^(?:\.\/)?[\p{L}\p{N}_. +$~()[\]-]+(?:\/[\p{L}\p{N}_. +$~()[\]-]+)*$/u;
const EXTENSION = /^\.[a-z]\w{0,9}$/i;

/**
 * Whether the user means a file: in a folder that there is, or named like others that lie beside it.
 * @param path as it is mentioned, from `cwd`
 */
export async function isMissingFile(cwd: string, path: string): Promise<boolean> {
  const extension = extname(path);
  if (!PATH.test(path) || !EXTENSION.test(extension)) return false;
  const [first = '', ...others] = path.replace(/^\.\//, '').split('/');
  if (others.length > 0) return isFolder(resolve(cwd, first));
  const names = await readdir(cwd).catch(() => []);
  return names.some((name) => extname(name) === extension);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
