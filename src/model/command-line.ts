/** The one command in a raw input, in one spelling: agents ask with a line and run a list, or the other way round. */

import { isWords, quotedArgument } from './raw-input';

export interface Command {
  readonly line: string;
  /** As given; absent: the session's. */
  readonly cwd?: string;
  /** As JSON, the names in order; empty: none. */
  readonly env: string;
}

const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$/;

export function commandIn(input: unknown): Command | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { command, cmd, args, cwd, env } = input as Readonly<Record<string, unknown>>;
  const line = lineOf(command ?? cmd, args);
  if (line === undefined) return undefined;
  return { line, env: sorted(env), ...(typeof cwd === 'string' ? { cwd } : {}) };
}

function lineOf(program: unknown, args: unknown): string | undefined {
  const more = isWords(args) ? args : [];
  if (more.length === 0 && !isNone(args)) return undefined;
  if (typeof program === 'string' && more.length === 0) return program.trim() || undefined;
  const words = typeof program === 'string' ? [program, ...more] : program;
  if (!isWords(words)) return undefined;
  const [shell = '', flag, line, ...rest] = words;
  const isShell = SHELL.test(shell) && (flag === '-c' || flag === '-lc') && rest.length === 0;
  return isShell && line !== undefined ? line.trim() : words.map(quotedArgument).join(' ');
}

/** No arguments, however that is written. */
function isNone(args: unknown): boolean {
  return args === undefined || args === null || (Array.isArray(args) && args.length === 0);
}

function sorted(env: unknown): string {
  if (typeof env !== 'object' || env === null) return '';
  const entries = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length > 0 ? JSON.stringify(entries) : '';
}
