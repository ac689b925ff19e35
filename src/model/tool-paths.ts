/** Which files a tool call is about, as far as it says. Pure. */
import { isAbsolute, resolve } from 'node:path';
import { isFileKey, pathsIn } from './raw-input';
import type { ToolCall } from './state';

const MAX_PATHS = 100;

/** Absolute paths, each once: of locations, of diffs, and of the fields of the raw input that name paths. */
export function mentionedPaths(
  { locations, content, rawInput }: Pick<ToolCall, 'locations' | 'content' | 'rawInput'>,
  cwd: string,
): string[] {
  const named = [
    ...locations.map(({ path }) => path),
    ...content.flatMap((item) => (item.type === 'diff' ? [item.path] : [])),
    ...pathsIn(rawInput, isFileKey),
  ];
  const paths = named.filter(isPath).map((path) => (isAbsolute(path) ? path : resolve(cwd, path)));
  return [...new Set(paths)].slice(0, MAX_PATHS);
}

/** One line of a length that a file system takes; a URL is none. */
function isPath(text: string): boolean {
  return text.length > 0 && text.length < 4096 && !/[\0\r\n]|^[a-z][a-z+.-]+:\/\//i.test(text);
}
