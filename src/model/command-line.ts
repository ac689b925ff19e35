/** The one command in a raw input, in one spelling: agents ask with a line and run a list, or the other way round. */

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
  const more = args ?? [];
  if (!isStrings(more)) return undefined;
  if (typeof program === 'string' && more.length === 0) return program.trim() || undefined;
  const words = typeof program === 'string' ? [program, ...more] : program;
  if (!isStrings(words) || words.length === 0) return undefined;
  const [shell = '', flag, line, ...rest] = words;
  const isShell = SHELL.test(shell) && (flag === '-c' || flag === '-lc') && rest.length === 0;
  return isShell && line !== undefined ? line.trim() : words.map(quoted).join(' ');
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function sorted(env: unknown): string {
  if (typeof env !== 'object' || env === null) return '';
  const entries = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length > 0 ? JSON.stringify(entries) : '';
}
