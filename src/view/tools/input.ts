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

/** The command line in an input, and what the input says besides it. */
export interface CommandInput {
  readonly command: string;
  readonly rest: unknown;
}

/** Agents give a string, a program with its arguments, or a list of arguments. */
export function inputCommand(input: unknown): CommandInput | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const fields = input as Record<string, unknown>;
  const key = 'command' in fields ? 'command' : 'cmd';
  const { [key]: program, ...besides } = fields;
  if (isStrings(program) && program.length > 0) {
    return { command: program.map(quoted).join(' '), rest: besides };
  }
  if (typeof program !== 'string' || program === '') return undefined;
  const { args, ...rest } = besides;
  if (!isStrings(args)) return { command: program, rest: besides };
  return { command: [program, ...args.map(quoted)].join(' '), rest };
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
