/** Which files a tool call is about, as far as it says. Pure. */
import { isAbsolute, resolve } from 'node:path';
import type { ToolCall } from './state';

/** How agents name paths in the raw input of their tools. */
const PATH_FIELDS = new Set(
  (
    'path paths file files file_path filepath file_paths filename absolute_path abs_path target_file ' +
    'notebook_path source destination old_path new_path from to'
  ).split(' '),
);
const MAX_DEPTH = 3;
const MAX_PATHS = 100;

/** Absolute paths, each once: of locations, of diffs, and of the fields of the raw input that name paths. */
export function mentionedPaths(
  { locations, content, rawInput }: Pick<ToolCall, 'locations' | 'content' | 'rawInput'>,
  cwd: string,
): string[] {
  const named = [
    ...locations.map(({ path }) => path),
    ...content.flatMap((item) => (item.type === 'diff' ? [item.path] : [])),
    ...inputPaths(rawInput, MAX_DEPTH),
  ];
  const paths = named.filter(isPath).map((path) => (isAbsolute(path) ? path : resolve(cwd, path)));
  return [...new Set(paths)].slice(0, MAX_PATHS);
}

function inputPaths(input: unknown, depth: number): string[] {
  if (typeof input !== 'object' || input === null || depth === 0) return [];
  return Object.entries(input).flatMap(([key, value]) => {
    const isNamed = PATH_FIELDS.has(snakeCase(key));
    const values: unknown[] = Array.isArray(value) ? value.slice(0, MAX_PATHS) : [value];
    return values.flatMap((one) => {
      if (typeof one === 'string') return isNamed ? [one] : [];
      return inputPaths(one, depth - 1);
    });
  });
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase();
}

/** One line of a length that a file system takes; a URL is none. */
function isPath(text: string): boolean {
  return text.length > 0 && text.length < 4096 && !/[\0\r\n]|^[a-z][a-z+.-]+:\/\//i.test(text);
}
