/** What a permission request is about, found in what the agent says: never in its title, which is free text. */
import { isAbsolute, posix, resolve, sep } from 'node:path';
import type { ToolKind } from '../../protocol/schema.gen';
import type { PermissionRequest } from '../state';
import { mentionsOf } from './mentions';
import type { CommandPart, ShellAnalysis } from './parts';
import { analyseArgv, analyseShell } from './shell';

/** One thing that must be allowed for the whole to be allowed. */
export interface Unit {
  readonly tool?: string;
  /** What rules that deny or ask go by: for a command also the kind that the agent says it is. */
  readonly kinds: readonly ToolKind[];
  /** What rules that allow go by: a command is a command, whatever the agent calls it. */
  readonly allowKinds: readonly ToolKind[];
  readonly agent: string;
  readonly command?: CommandPart;
  /** The path as named, made absolute, and where it really leads. Rules that allow must fit all, rules that deny any. */
  readonly paths: readonly string[];
  /** Paths that a command mentions: rules may deny them, but do not allow by them. */
  readonly mentions: readonly string[];
  /** Patterns of file names that a command mentions. */
  readonly patterns: readonly string[];
}

export interface Subject {
  readonly units: readonly Unit[];
  /** Why rules may not allow it whatever they say; empty when all of it is understood. */
  readonly doubts: readonly string[];
  /** Consent to open a link is the user's alone. */
  readonly opensLink?: boolean;
}

/** Patterns are not tried on longer ones. */
const MAX_PATH = 1024;

/** Longer commands are not taken apart: nobody types them, and nobody reads them. */
const MAX_COMMAND = 64 * 1024;

/** What the editor knows besides the request. */
export interface Surroundings {
  readonly agent: string;
  readonly cwd: string;
  readonly home?: string;
  /** The path with symbolic links followed, for files that do not exist too. */
  readonly realPath?: (path: string) => string;
}

export function subjectOf(request: PermissionRequest, around: Surroundings): Subject {
  const commands = commandsIn(request, around.home);
  const folder = workingFolder(request.rawInput, around.cwd);
  const base = {
    agent: around.agent,
    patterns: [],
    ...(request.name ? { tool: request.name } : {}),
  };
  const toPaths = (path: string): readonly string[] => realPaths(resolve(folder, path), around);
  const doubts = commands.flatMap((one) => one.doubts);
  if (commands.length > 0 && !isInside(slashes(around.cwd), slashes(folder))) {
    doubts.push(`it runs in ${folder}`);
  }
  if (commands.length === 0 && request.kind === 'execute') doubts.push('no command is given');
  const link = opensLink(request);
  if (link) doubts.unshift('it opens a link');
  const paths = askedPaths(request);
  // What a command only looks at is told again as places: these may be denied, but the command is what is allowed.
  const told = commands.length > 0 && ['execute', 'read', 'search'].includes(request.kind);
  const places = told ? paths.map((path) => slashes(resolve(folder, path))) : [];
  const units: Unit[] = commands.flatMap(({ commands: parts, writes }) => [
    ...parts.map((command) => {
      const mentioned = mentionsOf(command, around.home);
      return {
        ...base,
        kinds: kindsOf('execute', request.kind),
        allowKinds: kindsOf('execute'),
        command,
        paths: [],
        mentions: [...places, ...mentioned.paths.map((path) => slashes(resolve(folder, path)))],
        patterns: mentioned.patterns,
      };
    }),
    ...writes.map((path) => ({
      ...base,
      kinds: kindsOf('execute', 'edit', request.kind),
      allowKinds: kindsOf('execute', 'edit'),
      paths: toPaths(path),
      mentions: [],
    })),
  ]);
  const kinds = kindsOf(request.kind);
  const written = commands.flatMap(({ writes }) => writes);
  // After a symbolic link ".." leads elsewhere than it says.
  if ([...paths, ...written].some(goesDownAndUp)) {
    doubts.push('a path that goes down and up again');
  }
  if ([...paths, ...written].some((path) => path.length > MAX_PATH)) {
    doubts.push('a very long path');
  }
  for (const path of told ? [] : paths) {
    units.push({ ...base, kinds, allowKinds: kinds, paths: toPaths(path), mentions: [] });
  }
  if (units.length === 0) {
    units.push({ ...base, kinds, allowKinds: kinds, paths: [], mentions: places });
  }
  return { units, doubts, opensLink: link };
}

function goesDownAndUp(path: string): boolean {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const down = parts.findIndex((part) => part !== '..');
  return down >= 0 && parts.includes('..', down);
}

function kindsOf(...kinds: ToolKind[]): ToolKind[] {
  return [...new Set(kinds)];
}

function realPaths(path: string, { realPath }: Surroundings): string[] {
  const real = realPath?.(path) ?? path;
  return [...new Set([path, real])].map(slashes);
}

/** Patterns are written with `/` everywhere. */
export function slashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

// --- the command

const COMMAND_KEYS = ['command', 'cmd', 'script', 'commands', 'code', 'argv'] as const;

/** Every command that the input holds; more than one, and all count. */
function commandsIn(request: PermissionRequest, home?: string): ShellAnalysis[] {
  const fields = fieldsOf(request.rawInput);
  const isShell = request.kind === 'execute';
  return COMMAND_KEYS.flatMap((key) => {
    const value = fields[key];
    if (value === undefined || value === null || value === '') return [];
    // Only a tool that says it executes has its commands under such names.
    if (!isShell && (key === 'code' || key === 'commands' || key === 'script')) return [];
    if (!isShell && isEditorVerb(value, request)) return [];
    return [analyse(value, key === 'command' || key === 'cmd' ? fields.args : undefined, home)];
  });
}

function analyse(value: unknown, args: unknown, home?: string): ShellAnalysis {
  const doubt = (why: string): ShellAnalysis => ({ commands: [], writes: [], doubts: [why] });
  if (JSON.stringify([value, args]).length > MAX_COMMAND) return doubt('a very long command');
  if (isStrings(value)) {
    if (args !== undefined && args !== null) return doubt('a command in two places');
    return value.length === 1 ? analyseShell(value[0] ?? '', home) : analyseArgv(value, home);
  }
  if (typeof value !== 'string') return doubt('a command in a form that is not known');
  if (args === undefined || args === null || (Array.isArray(args) && args.length === 0)) {
    return analyseShell(value, home);
  }
  const program = /^[\w@%+=:,./-]+$/.test(value);
  return isStrings(args) && program
    ? analyseArgv([value, ...args], home)
    : doubt('arguments in a form that is not known');
}

/** Some tools that edit files call what they do a "command". */
function isEditorVerb(value: unknown, request: PermissionRequest): boolean {
  const verbs = ['view', 'create', 'str_replace', 'insert', 'undo_edit'];
  return (
    typeof value === 'string' && verbs.includes(value) && fieldPaths(request.rawInput).length > 0
  );
}

function workingFolder(input: unknown, cwd: string): string {
  const fields = fieldsOf(input);
  const keys = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'work_dir'];
  const named = keys.map((key) => fields[key]).find((value) => typeof value === 'string');
  return typeof named === 'string' ? resolve(cwd, named) : cwd;
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

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

// --- the paths

const PATH_KEYS =
  /^(?:(?:abs|absolute|file|target|source|dest|destination|old|new|from|to|notebook|directory|dir|folder)[_-]?)?(?:path|file|filename|dir|directory|folder)s?$/i;

/** Every path that the request names. */
export function askedPaths(request: PermissionRequest): string[] {
  const named = request.content.flatMap((item) => (item.type === 'diff' ? [item.path] : []));
  const places = request.locations.map(({ path }) => path);
  return [...new Set([...places, ...named, ...fieldPaths(request.rawInput)])].filter(Boolean);
}

/** Also in lists of edits and the like. */
function fieldPaths(input: unknown, depth = 0): string[] {
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

// --- the link

const LINK = /[a-z0-9+.-]:\/\//i;

/** Codex asks so for consent to open a link (PROTOCOL 5, 7): no rule may give that. */
function opensLink(request: PermissionRequest): boolean {
  if (request.kind !== 'fetch') return false;
  return LINK.test(`${request.title} ${JSON.stringify([request.rawInput, request.content])}`);
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : {};
}

function isStrings(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  );
}
