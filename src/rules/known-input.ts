/**
 * What is known of the raw input of tool calls: every key with a meaning, and what its value may be. A rule allows
 * nothing whose input says more than that.
 */
import { isStrings } from '../base/guards';
import { oneLine, truncateDisplay } from '../base/text';
import { COMMAND_KEYS, FOLDER_KEYS, fieldsOf, isPathKey, isWords } from '../model/raw-input';
import { ANY_FILE } from './shell/command-paths';
import { type PlainReading, readPlainArgv, readPlainLine } from './shell/plain-line';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTextOrTexts: Check = (value) => isText(value) || isStrings(value);
/** A diff whose file is named beside it: one with headers may be about any. */
const isHunks: Check = (value) =>
  typeof value === 'string' && !/^\s*(?:\+\+\+|---|\*\*\*|diff|rename|copy|Index:) /m.test(value);
const isNumbers: Check = (value) => Array.isArray(value) && value.every(isNumber);
/** Keys without effect on what is done. */
const isAnything: Check = () => true;

const keys = (names: string, check: Check): [string, Check][] =>
  names.split(' ').map((name) => [name, check]);

/** Beside a command. */
const COMMAND_INPUT = new Map<string, Check>([
  ...keys('description explanation reason call_id turn_id', isText),
  ...keys('timeout timeout_ms timeoutMs initial_wait yield_time_ms max_output_tokens', isNumber),
  ...keys('is_background isBackground run_in_background requires_approval', isFlag),
  // The command again, as Codex has parsed it, and a rule for its own use.
  ...keys('parsed_cmd proposed_execpolicy_amendment', isAnything),
]);

/** Where nothing is run: texts that are written or looked for, and places in them. */
const FILE_INPUT = new Map<string, Check>([
  ...keys('content file_text text new_source description explanation reason', isText),
  ...keys('diff', isHunks),
  ...keys('old_string new_string oldString newString old_str new_str old_text new_text', isText),
  ...keys('oldText newText pattern query regex type output_mode instruction', isText),
  ...keys('glob include exclude ignore', isTextOrTexts),
  ...keys('cell_id cell_type edit_mode encoding format', isText),
  ...keys('limit offset line line_number line_offset n_lines start_line end_line', isNumber),
  ...keys('startLine endLine insert_line head_limit max_results depth context -A -B -C', isNumber),
  ...keys('expected_replacements', isNumber),
  ...keys('replace_all replaceAll overwrite recursive case_sensitive multiline -n -i -o', isFlag),
  ...keys('respect_git_ignore', isFlag),
  ...keys('view_range', isNumbers),
]);

/** What matches names of files. */
const NAME_PATTERNS = ['glob', 'include', 'pattern'];

export interface KnownInput {
  /** Why the user must read it; empty when all of it is known. */
  readonly uncertainties: readonly string[];
  /** Keys that only a rule which names the tool can allow. */
  readonly unfamiliar: readonly string[];
}

/** @param hasCommand the input holds a command, and the request is about that */
export function knownInput(input: unknown, hasCommand: boolean): KnownInput {
  if (input === undefined || input === null) return { uncertainties: [], unfamiliar: [] };
  const fields = fieldsOf(input);
  if (fields !== input)
    return { uncertainties: ['the input has a form that is not known'], unfamiliar: [] };
  const entries = Object.entries(fields);
  const odd = entries
    .filter(([key, value]) => !isKnown(key, value, hasCommand))
    .map(([key]) => key);
  if (hasCommand) {
    const uncertainties = odd.map(
      (key) => `the input has "${shown(key)}", and rules do not know what it does`,
    );
    return { uncertainties, unfamiliar: [] };
  }
  const elsewhere = NAME_PATTERNS.some((key) => textsIn(fields[key]).some(leadsElsewhere));
  return { uncertainties: elsewhere ? ['a pattern that leads elsewhere'] : [], unfamiliar: odd };
}

function isKnown(key: string, value: unknown, hasCommand: boolean): boolean {
  if (hasCommand) {
    if ((COMMAND_KEYS as readonly string[]).includes(key) || key === 'args') return true;
    if (FOLDER_KEYS.includes(key)) return value === null || isText(value);
    return knows(COMMAND_INPUT, key, value);
  }
  // A tool that edits may call so what it does; that it is no command is known.
  if (key === 'command') return isText(value) || value === null;
  if (key === 'edits') return value === null || (Array.isArray(value) && value.every(isFlatEdit));
  return isKnownFileField(key, value);
}

function isFlatEdit(edit: unknown): boolean {
  const fields = fieldsOf(edit);
  return (
    fields === edit && Object.entries(fields).every(([key, value]) => isKnownFileField(key, value))
  );
}

function isKnownFileField(key: string, value: unknown): boolean {
  if (isPathKey(key)) return value === null || isStrings(value) || isOnePath(key, value);
  return knows(FILE_INPUT, key, value);
}

/** A text under a name for several paths may be taken apart. */
function isOnePath(key: string, value: unknown): boolean {
  return typeof value === 'string' && !(/s$/i.test(key) && /[\s,;:]/.test(value));
}

function knows(table: ReadonlyMap<string, Check>, key: string, value: unknown): boolean {
  const check = table.get(key);
  return check !== undefined && (value === null || check(value));
}

function leadsElsewhere(pattern: unknown): boolean {
  return (
    typeof pattern === 'string' && /^[/~\\]|^[A-Za-z]:|(?:^|[/\\,{])\.\.(?:[/\\,}]|$)/.test(pattern)
  );
}

export function shown(text: string): string {
  return truncateDisplay(oneLine(text), 200);
}

// --- the command

const SHELLS = /^(?:(?:\/usr)?\/bin\/)?(?:sh|bash|zsh)$/;

/** The one command that rules may allow, read. */
export function plainReading(input: unknown): PlainReading {
  const fields = fieldsOf(input);
  const given = COMMAND_KEYS.filter((key) => !isAbsent(fields[key]));
  const [key] = given;
  if (key === undefined) return { uncertainty: 'no command' };
  if (given.length > 1) return { uncertainty: 'more than one command' };
  const value = fields[key];
  const args = fields.args;
  const hasArgs = !isAbsent(args) && !(Array.isArray(args) && args.length === 0);
  if (hasArgs && key !== 'command' && key !== 'cmd')
    return { uncertainty: 'arguments of their own' };
  if (typeof value === 'string') {
    if (!hasArgs) return readPlainLine(value);
    return isWords(args) ? readArgv([value, ...args]) : UNKNOWN_FORM;
  }
  // A list under a name for several may be as many lines.
  if (hasArgs || key === 'commands' || !isWords(value)) return UNKNOWN_FORM;
  return readArgv(value);
}

const UNKNOWN_FORM: PlainReading = { uncertainty: 'a form of a command that is not known' };

/** `bash -lc 'line'`, as Codex asks for every command, is the line. */
function readArgv(argv: readonly string[]): PlainReading {
  const [shell = '', option = '', line] = argv;
  const isLine = argv.length === 3 && SHELLS.test(shell) && (option === '-c' || option === '-lc');
  return isLine && line !== undefined ? readPlainLine(line) : readPlainArgv(argv);
}

/** Every folder that the input names for a command. */
export function namedFolders(input: unknown): string[] {
  const fields = fieldsOf(input);
  return FOLDER_KEYS.flatMap((key) => {
    const value = fields[key];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** Texts that may contain names of files found nowhere else. */
export function loosePatterns(input: unknown, unfamiliar: readonly string[]): string[] {
  const fields = fieldsOf(input);
  const patterns = ['glob', 'include'].flatMap((key) => textsIn(fields[key]));
  return [...patterns, ...unfamiliar.flatMap((key) => textsIn(fields[key]))];
}

/** Values are not looked into any deeper. */
const MAX_DEPTH = 4;

/** Also the names of fields, which may be those of files. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  if (depth > MAX_DEPTH) return [ANY_FILE];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap((one) => textsIn(one, depth + 1))];
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
