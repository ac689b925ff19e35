/** Finds programs as a shell would, without a shell. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type CommandLine, windowsCommandLine } from './windows';

export interface ResolveOptions {
  /** Folder that relative paths count from; default: the current one. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The file that `command` runs: a name is looked up on PATH, a path is taken as it is. */
export function findExecutable(command: string, options: ResolveOptions = {}): string | undefined {
  const { cwd = process.cwd(), env = process.env } = options;
  if (command === '') return undefined;
  const places = isPath(command)
    ? [resolve(cwd, command)]
    : searchPath(env).map((folder) => join(resolve(cwd, folder), command));
  return places.flatMap((place) => withExtensions(place, env)).find(isExecutable);
}

/** What to hand to `spawn` for a program and its arguments; undefined when there is no such program. */
export function commandLine(
  command: string,
  args: readonly string[],
  options: ResolveOptions = {},
): CommandLine | undefined {
  const file = findExecutable(command, options);
  if (file === undefined) return undefined;
  if (process.platform !== 'win32') return { file, args };
  return windowsCommandLine(file, args, (path) => readFileSync(path, 'utf8'));
}

function isPath(command: string): boolean {
  return command.includes('/') || (process.platform === 'win32' && command.includes('\\'));
}

function searchPath(env: Readonly<Record<string, string | undefined>>): string[] {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return (env[name] ?? '').split(delimiter).filter((folder) => folder !== '');
}

/** On Windows a program is found by the extensions of PATHEXT; elsewhere by its own name. */
function withExtensions(
  place: string,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  if (process.platform !== 'win32') return [place];
  const extensions = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';');
  const hasOne = extensions.some((end) => end && place.toUpperCase().endsWith(end.toUpperCase()));
  return hasOne ? [place] : extensions.map((end) => place + end.toLowerCase());
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
