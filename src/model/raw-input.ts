/**
 * The keys that agents use in the raw input of their tools. Rules, the watching of files and the views all read inputs
 * by this list, so that they agree. Pure.
 */
import { isAbsolute, posix } from 'node:path';
import { isRecord, isStrings } from '../base/guards';

export type Fields = Readonly<Record<string, unknown>>;

/** Where a command is; `args` goes with the first two. */
export const COMMAND_KEYS = ['command', 'cmd', 'script', 'commands', 'code', 'argv'] as const;

/** Where a command runs. */
export const FOLDER_KEYS: readonly string[] =
  'cwd workdir work_dir workDir working_dir workingDir working_directory workingDirectory directory dir dir_path dirPath folder'.split(
    ' ',
  );

const WHICH =
  '(?:abs|absolute|file|target|source|dest|destination|old|new|from|to|notebook|directory|dir|folder)[_-]?';
const FILE_KEY = new RegExp(
  `^(?:(?:${WHICH})?(?:path|file|filename)s?|source|destination|from|to)$`,
  'i',
);
const DIRECTORY_KEY = new RegExp(
  `^(?:${WHICH})?(?:dir|directory|folder)s?$|^(?:dir|directory|folder)[_-]?paths?$`,
  'i',
);

/** Names a file, or several. */
export function isFileKey(key: string): boolean {
  return FILE_KEY.test(key) && !DIRECTORY_KEY.test(key);
}

/** Names a file or a folder, or several. */
export function isPathKey(key: string): boolean {
  return FILE_KEY.test(key) || DIRECTORY_KEY.test(key);
}

/** What an edit takes out of a file, and what it puts there. */
export const OLD_TEXT_KEYS = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText'] as const;
export const NEW_TEXT_KEYS = ['new_string', 'newString', 'new_str', 'new_text', 'newText'] as const;
/** All that a file will hold. */
export const WHOLE_TEXT_KEYS = ['content', 'file_text'] as const;

/** How deep lists of edits and the like are looked into. */
const MAX_DEPTH = 4;

/** Every text under such a key, also in lists and in what is inside of the input; `file:` addresses as paths. */
export function pathsIn(input: unknown, isKey: (key: string) => boolean, depth = 0): string[] {
  if (depth > MAX_DEPTH || typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object') {
      const listed = Array.isArray(value) && isKey(key) ? value.filter(isText) : [];
      return [...listed.map(filePath), ...pathsIn(value, isKey, depth + 1)];
    }
    return isKey(key) && isText(value) ? [filePath(value)] : [];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A path, also where it is written as a `file:` address. */
export function filePath(text: string): string {
  if (!text.startsWith('file://')) return text;
  try {
    const path = decodeURIComponent(new URL(text).pathname);
    return isAbsolute(path) ? path : posix.join('/', path);
  } catch {
    return text;
  }
}

/** The fields of an input; none when it is no object. */
export function fieldsOf(input: unknown): Fields {
  return isRecord(input) ? input : {};
}

/** A list of texts, and not an empty one. */
export function isWords(value: unknown): value is string[] {
  return isStrings(value) && value.length > 0;
}

/** An argument as one would type it in a shell. */
export function quotedArgument(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
