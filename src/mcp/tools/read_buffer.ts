import { joinText, splitText } from '../../edit/text';
import type { FileText } from '../../model/texts';
import { pathIn } from '../files';
import { clipLines } from '../limits';
import {
  COUNT,
  described,
  FLAG,
  LINE,
  objectOf,
  PATH,
  PATH_INPUT,
  TEXT,
  TIME,
  TRUNCATED,
} from '../schemas';
import { type Fields, type ReadingTool, ToolFailure } from '../tool';

interface Input {
  readonly path: string;
  readonly start_line?: number;
  readonly end_line?: number;
}

/** What models expect of a text. */
const PLAIN = { fileformat: 'unix', bomb: false } as const;

export const readBuffer: ReadingTool = {
  name: 'read_buffer',
  title: 'Read buffer',
  description:
    'Reads a text file as the editor has it: with unsaved changes when it is open, otherwise from disk. Give ' +
    '`start_line` and `end_line` (both included) for a part. Lines end with "\\n" whatever the file uses. When ' +
    '`truncated` is true, read on from `end_line` + 1.',
  effect: 'reads',
  inputSchema: objectOf(
    { path: PATH_INPUT },
    {
      start_line: described(LINE, 'First line, counted from 1. Default: 1.'),
      end_line: described(LINE, 'Last line, included. Default: the last one of the file.'),
    },
  ),
  outputSchema: objectOf(
    {
      path: PATH,
      text: TEXT,
      start_line: LINE,
      end_line: described(COUNT, 'Last line that was returned; `start_line` - 1: none.'),
      truncated: TRUNCATED,
    },
    {
      total_lines: COUNT,
      modified: described(FLAG, 'The text has changes that are not saved.'),
      last_modified: described(TIME, 'When the text was changed last.'),
    },
  ),
  async run(input, context): Promise<Fields> {
    const { path: given, start_line = 1, end_line } = input as unknown as Input;
    if (end_line !== undefined && end_line < start_line) {
      throw new ToolFailure(`end_line (${end_line}) is before start_line (${start_line})`);
    }
    const path = pathIn(context, given);
    const limit = end_line === undefined ? {} : { limit: end_line - start_line + 1 };
    const range = { ...(start_line > 1 ? { line: start_line } : {}), ...limit };
    const read = splitText(
      await context.documents.read(context.scope, path, range, context.signal),
    );
    const whole = await context.textOf(path);
    const total = whole?.lines.length;
    if (total !== undefined && start_line > Math.max(1, total)) {
      throw new ToolFailure(`${given} has ${total} lines: there is no line ${start_line}`);
    }
    const { lines, truncated } = clipLines(read.lines);
    const last = start_line - 1 + lines.length;
    return {
      path,
      text: joinText({ ...read, lines, ...(truncated ? { endofline: true } : {}), ...PLAIN }),
      start_line,
      end_line: last,
      truncated,
      ...(whole ? factsOf(whole) : {}),
    };
  },
  annotate: ({ last_modified }) =>
    typeof last_modified === 'string' ? { lastModified: last_modified } : {},
};

function factsOf({ lines, modified, changedMs }: FileText): Fields {
  return {
    total_lines: lines.length,
    modified,
    ...(changedMs === undefined ? {} : { last_modified: new Date(changedMs).toISOString() }),
  };
}
