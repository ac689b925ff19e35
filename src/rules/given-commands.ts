/** The commands that an input may hold, for rules that deny and ask. What may be allowed is read by `known-input.ts`. */
import {
  COMMAND_KEYS,
  type Fields,
  fieldsOf,
  isPathKey,
  isWords,
  pathsIn,
} from '../model/raw-input';
import type { PermissionRequest } from '../model/state';
import { isAbsent } from './known-input';
import { type ShellAnalysis, UNKNOWN_COMMAND } from './shell/parts';
import { analyseArgv, analyseShell } from './shell/shell';

/** Longer commands are not taken apart: nobody types them, and nobody reads them. */
const MAX_COMMAND = 64 * 1024;

/** Names that stand for a command in any tool; the others only where the tool says that it executes. */
const PLAIN_KEYS: readonly string[] = ['command', 'cmd', 'argv'];

/** As deep as other values are looked into. */
const MAX_DEPTH = 4;

/** Every command that the request may be about. */
export function commandsIn(request: PermissionRequest, home?: string): ShellAnalysis[] {
  const fields = fieldsOf(request.rawInput);
  const isShell = request.kind === 'execute';
  return COMMAND_KEYS.flatMap((key) => {
    const value = fields[key];
    if (isAbsent(value)) return [];
    if (!isShell && !PLAIN_KEYS.includes(key)) return [];
    if (!isShell && isEditorVerb(value, request)) return [];
    return analyse(value, fields.args, key === 'commands', home);
  });
}

/** What else may be run: whatever the key's case, and also inside of what is not known. */
export function hiddenCommands(
  input: unknown,
  unfamiliar: readonly string[],
  home?: string,
): ShellAnalysis[] {
  const fields = fieldsOf(input);
  return commandsBelow(Object.fromEntries(unfamiliar.map((key) => [key, fields[key]])), home);
}

function commandsBelow(value: unknown, home: string | undefined, depth = 0): ShellAnalysis[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  const fields = value as Fields;
  return Object.entries(fields).flatMap(([key, one]) => {
    const isCommand = typeof one === 'string' || isWords(one);
    if (!isCommand || !PLAIN_KEYS.includes(key.toLowerCase()))
      return commandsBelow(one, home, depth + 1);
    return isAbsent(one) ? [] : analyse(one, fields.args, false, home);
  });
}

function analyse(value: unknown, args: unknown, asLines: boolean, home?: string): ShellAnalysis[] {
  const given = typeof value === 'string' ? [value] : isWords(value) ? value : [];
  const argv = [...given, ...(isWords(args) ? args : [])];
  const isLong = JSON.stringify([value, args]).length > MAX_COMMAND;
  if (given.length === 0 || isLong) return [{ commands: [UNKNOWN_COMMAND], writes: [] }];
  const lines = asLines || given.length === 1 ? given : [];
  const all = lines.map((line) => analyseShell(line, home));
  return argv.length > 1 ? [...all, analyseArgv(argv, home)] : all;
}

/** Some tools that edit files call what they do a "command". */
function isEditorVerb(value: unknown, request: PermissionRequest): boolean {
  const verbs = ['view', 'create', 'str_replace', 'insert', 'undo_edit'];
  return (
    typeof value === 'string' &&
    verbs.includes(value) &&
    pathsIn(request.rawInput, isPathKey).length > 0
  );
}
