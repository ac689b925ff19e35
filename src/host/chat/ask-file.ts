/** Asks the user which file is meant, in their own picker. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { oneLine } from '../../base/text';
import type { SessionState } from '../../model/state';
import { mentionedPaths } from '../../model/tool-paths';
import { shownPath } from '../../view/path';
import type { Asks } from '../asks';

export interface FileAsks extends Pick<Asks, 'input' | 'select'> {
  /** The files that the user works on, the likeliest first. */
  readonly files: () => Promise<readonly string[]>;
}

export interface FileSession {
  readonly state: Pick<SessionState, 'cwd' | 'entries'>;
}

interface Item {
  readonly title: string;
  /** Absolute; absent: the user types one. */
  readonly path?: string;
}

const MAX_FILES = 20;
const OTHER: Item = { title: 'another file …' };

/** Absolute; nothing when the user has chosen none. */
export async function askFile(
  asks: FileAsks,
  session: FileSession,
  names: readonly string[],
  prompt: string,
): Promise<string | undefined> {
  const { cwd } = session.state;
  const touched = touchedFiles(session);
  const named = await Promise.all(names.map((name) => findNamed(name, cwd, touched)));
  const known = [...(await asks.files()), ...touched];
  const paths = [...new Set([...named, ...known])].slice(0, MAX_FILES);
  const items = await Promise.all(paths.map((path) => itemOf(path, cwd)));
  const offered = items.filter(({ isThere }, at) => isThere || at < named.length);
  const item = await asks.select(prompt, 'acp_file', [...offered, OTHER], ({ title }) => title);
  if (!item || item.path !== undefined) return item?.path;
  const typed = await asks.input('File: ', named[0] && shownPath(named[0], cwd));
  return typed === undefined ? undefined : fromFolder(typed, cwd);
}

/** A path as it is written, from the session's folder. */
function fromFolder(path: string, cwd: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(cwd, path);
}

/**
 * The file of a name, which may leave out folders of a file that the agent has named in full, or be one of a diff. A name
 * without a file is a new one.
 */
export async function findNamed(
  name: string,
  cwd: string,
  touched: readonly string[],
): Promise<string> {
  const path = fromFolder(name, cwd);
  if (await isFile(path)) return path;
  const bare = fromFolder(name.replace(/^[ab]\//, ''), cwd);
  if (await isFile(bare)) return bare;
  return (isAbsolute(name) ? undefined : touched.find((one) => one.endsWith(sep + name))) ?? path;
}

/** What the tool calls of a session name, the newest first. */
export function touchedFiles({ state }: FileSession): string[] {
  const paths = state.entries.flatMap((entry) =>
    entry.kind === 'tool' ? mentionedPaths(entry.call, state.cwd) : [],
  );
  return [...new Set(paths.reverse())];
}

/** Whether there is a file of this path, and no folder. */
export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function itemOf(path: string, cwd: string): Promise<Item & { readonly isThere: boolean }> {
  const isThere = await isFile(path);
  const title = oneLine(shownPath(path, cwd)) + (isThere ? '' : ' (new file)');
  return { title, path, isThere };
}
