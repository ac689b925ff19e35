/** The raw input of a tool call is any JSON: these look into it without trusting its shape. */
import type { Line } from '../block';
import { clipText } from '../clip';
import { indented, line, omittedLine } from '../line';

/** The first of `keys` that holds a string. */
export function inputField(input: unknown, keys: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const fields = input as Record<string, unknown>;
  const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string' && value);
  return typeof found === 'string' ? found : undefined;
}

const PATH_KEYS = ['path', 'file_path', 'filePath', 'absolute_path', 'abs_path', 'filename'];

export function inputPath(input: unknown): string | undefined {
  return inputField(input, PATH_KEYS);
}

/** The command line in the input: agents give a string or a list of arguments. */
export function inputCommand(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { command, cmd, args } = input as Record<string, unknown>;
  const program = command ?? cmd;
  if (isStrings(program)) return program.map(quoted).join(' ') || undefined;
  if (typeof program !== 'string' || program === '') return undefined;
  return isStrings(args) ? [program, ...args.map(quoted)].join(' ') : program;
}

/** The input without what `inputCommand` shows. */
export function besidesCommand(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { command, cmd, args, ...rest } = input as Record<string, unknown>;
  const shown = command !== undefined ? { cmd } : {};
  const kept = isStrings(args) ? {} : { args };
  return Object.fromEntries(
    Object.entries({ ...shown, ...kept, ...rest }).filter(([, value]) => value !== undefined),
  );
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** An argument as one would type it in a shell. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

export function commandLines(command: string): Line[] {
  const { lines, omitted } = clipText(command);
  const shown = lines.map((text, index) =>
    line([
      [index === 0 ? '  $ ' : '    ', 'AcpMuted'],
      [text, 'AcpToolTitle'],
    ]),
  );
  return [...shown, ...omittedLine(omitted, 'more')];
}

/** Any value as indented JSON; nothing for nothing. */
export function jsonLines(value: unknown): Line[] {
  if (value === undefined || value === null || isEmptyObject(value)) return [];
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const { lines, omitted } = clipText(text);
  return [...indented(lines, 'AcpOutput'), ...omittedLine(omitted, 'more')];
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
