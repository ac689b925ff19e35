/** Finds programs as a shell would, without a shell. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { type CommandLine, windowsCommandLine } from './windows';

/** What must be known of the system; tests pass another one. */
export interface System {
  readonly platform: NodeJS.Platform;
  isExecutable(file: string): boolean;
  read(file: string): string;
}

export interface ResolveOptions {
  /** Folder that relative paths count from; default: the current one. */
  readonly cwd?: string;
  readonly env?: Env;
  readonly system?: System;
}

type Env = Readonly<Record<string, string | undefined>>;

const here: System = {
  platform: process.platform,
  isExecutable,
  read: (file) => readFileSync(file, 'utf8'),
};

/** The file that `command` runs: a name is looked up on PATH, a path is taken as it is. */
export function findExecutable(command: string, options: ResolveOptions = {}): string | undefined {
  const { cwd = process.cwd(), env = process.env, system = here } = options;
  if (command === '') return undefined;
  const path = pathOf(system);
  const places = isPath(command, system)
    ? [path.resolve(cwd, command)]
    : searchPath(env, system).map((folder) => path.join(path.resolve(cwd, folder), command));
  return places
    .flatMap((place) => withExtensions(place, env, system))
    .find((file) => system.isExecutable(file));
}

/** What to hand to `spawn` for a program and its arguments; undefined when there is no such program. */
export function commandLine(
  command: string,
  args: readonly string[],
  options: ResolveOptions = {},
): CommandLine | undefined {
  const { system = here } = options;
  const file = findExecutable(command, options);
  if (file === undefined) return undefined;
  if (system.platform !== 'win32') return { file, args };
  return windowsCommandLine(file, args, system.read);
}

/**
 * The same for a terminal of Neovim, which takes a list. What goes to cmd.exe it hands on as it is, as `spawn` does with
 * `windowsVerbatimArguments`.
 */
export function terminalCommand(
  command: string,
  args: readonly string[],
  options: ResolveOptions = {},
): string[] | undefined {
  const line = commandLine(command, args, options);
  return line && [line.file, ...line.args];
}

function pathOf({ platform }: System): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

function isPath(command: string, { platform }: System): boolean {
  return command.includes('/') || (platform === 'win32' && command.includes('\\'));
}

function searchPath(env: Env, system: System): string[] {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return (env[name] ?? '').split(pathOf(system).delimiter).filter((folder) => folder !== '');
}

/** On Windows a program is found by the extensions of PATHEXT; elsewhere by its own name. */
function withExtensions(place: string, env: Env, { platform }: System): string[] {
  if (platform !== 'win32') return [place];
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
