import type { FollowResult } from '../../nvim/functions/windows';
import { permittedPath } from '../files';
import { described, FLAG, LINE, objectOf, PATH, PATH_INPUT, TEXT } from '../schemas';
import type { Fields, ReadingTool, ToolContext } from '../tool';

interface Input {
  readonly path: string;
  readonly line?: number;
}

const REASONS: Readonly<Record<Exclude<FollowResult, 'moved' | 'none'>, string>> = {
  paused: 'the user is working in that window; they were left alone',
  pending: 'the user is typing a command; they were left alone',
};

export const openFile: ReadingTool = {
  name: 'open_file',
  title: 'Open file',
  description:
    'Shows a file to the user in their code window, at a line. Use it to point at what you talk about. It never takes ' +
    'the cursor from a user who is working there: then `shown` is false and `reason` says why; do not try again at once.',
  effect: 'shows',
  inputSchema: objectOf(
    { path: PATH_INPUT },
    { line: described(LINE, 'Line to show, counted from 1. Default: where the cursor was.') },
  ),
  outputSchema: objectOf({ path: PATH, shown: FLAG }, { reason: TEXT }),
  async run(input, context): Promise<Fields> {
    const { path: given, line } = input as unknown as Input;
    const path = await permittedPath(context, given);
    const place = { path, ...(line === undefined ? {} : { line }), source: 'mcp' } as const;
    const result = await context.show(place);
    if (result === 'moved') return { path, shown: true };
    const reason = result === 'none' ? await whyNowhere(path, context) : REASONS[result];
    return { path, shown: false, reason };
  },
};

async function whyNowhere(path: string, { textOf }: ToolContext): Promise<string> {
  return (await textOf(path)) ? 'there is no window to show it in' : 'there is no such text file';
}
