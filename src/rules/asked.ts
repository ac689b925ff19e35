/** What a permission request names in so many words: for people to read, and for rules about paths. */
import { isAbsolute, posix } from 'node:path';
import type { PermissionRequest } from '../model/state';
import { COMMAND_KEYS, fieldsOf, isStrings, PATH_KEYS } from './known-input';

/** The commands as text, for people to read. */
export function askedCommands({ rawInput }: PermissionRequest): string | undefined {
  const { args, ...fields } = fieldsOf(rawInput);
  const values = COMMAND_KEYS.flatMap((key) => {
    const value = fields[key];
    return typeof value === 'string' ? [value] : isStrings(value) ? [value.join(' ')] : [];
  });
  const [first, ...rest] = values;
  if (first === undefined) return undefined;
  return [isStrings(args) ? [first, ...args].join(' ') : first, ...rest].join('\n');
}

/** Every path that the request names. */
export function askedPaths(request: PermissionRequest): string[] {
  const named = request.content.flatMap((item) => (item.type === 'diff' ? [item.path] : []));
  const places = request.locations.map(({ path }) => path);
  return [...new Set([...places, ...named, ...fieldPaths(request.rawInput)])].filter(Boolean);
}

/** The paths in its raw input, also in lists of edits and the like. */
export function fieldPaths(input: unknown, depth = 0): string[] {
  if (depth > 4 || typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object') {
      const listed = Array.isArray(value) && PATH_KEYS.test(key) ? value.filter(isText) : [];
      return [...listed.map(filePath), ...fieldPaths(value, depth + 1)];
    }
    return PATH_KEYS.test(key) && isText(value) ? [filePath(value)] : [];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** `file:` addresses are paths, too. */
function filePath(text: string): string {
  if (!text.startsWith('file://')) return text;
  try {
    const path = decodeURIComponent(new URL(text).pathname);
    return isAbsolute(path) ? path : posix.join('/', path);
  } catch {
    return text;
  }
}
