/** What a permission request names explicitly: for people to read, and for rules about paths. */

import { COMMAND_KEYS, fieldsOf, isPathKey, isWords, pathsIn } from '../model/raw-input';
import type { PermissionRequest } from '../model/state';

/** The commands as text, for people to read. */
export function askedCommands({ rawInput }: PermissionRequest): string | undefined {
  const { args, ...fields } = fieldsOf(rawInput);
  const values = COMMAND_KEYS.flatMap((key) => {
    const value = fields[key];
    return typeof value === 'string' ? [value] : isWords(value) ? [value.join(' ')] : [];
  });
  const [first, ...rest] = values;
  if (first === undefined) return undefined;
  return [isWords(args) ? [first, ...args].join(' ') : first, ...rest].join('\n');
}

/** Every path that the request names. */
export function askedPaths(request: PermissionRequest): string[] {
  const named = request.content.flatMap((item) => (item.type === 'diff' ? [item.path] : []));
  const places = request.locations.map(({ path }) => path);
  return [...new Set([...places, ...named, ...pathsIn(request.rawInput, isPathKey)])].filter(
    Boolean,
  );
}
