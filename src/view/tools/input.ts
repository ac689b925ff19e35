/** Readers of a tool call's raw input, which may be any JSON: its shape is not trusted. */

import { fieldsOf, isFileKey, isWords, quotedArgument } from '../../model/raw-input';
import type { Line } from '../block';
import { clipText } from '../clip';
import { line, omittedLine } from '../line';

/** The first of `keys` that holds a string. */
export function inputField(input: unknown, keys: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const fields = input as Record<string, unknown>;
  const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string' && value);
  return typeof found === 'string' ? found : undefined;
}

/** The first file that it names. */
export function inputPath(input: unknown): string | undefined {
  return inputField(input, Object.keys(fieldsOf(input)).filter(isFileKey));
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
  if (isWords(program)) {
    return { command: program.map(quotedArgument).join(' '), rest: besides };
  }
  if (typeof program !== 'string' || program === '') return undefined;
  const { args, ...rest } = besides;
  const none = Array.isArray(args) && args.length === 0;
  if (!isWords(args)) return { command: program, rest: none ? rest : besides };
  return { command: [program, ...args.map(quotedArgument)].join(' '), rest };
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
