import type { FileText } from '../../model/texts';
import { servedFile } from '../lsp/at-place';
import { CHANGED_FILES, changedFiles } from '../lsp/changed';
import { encodingOf, offsetAt } from '../lsp/offsets';
import { askFirst, CALL_MS } from '../lsp/servers';
import { whileUnchanged } from '../lsp/unchanged';
import { editStep, writesOf } from '../lsp/workspace-edits';
import { described, LINE, objectOf, PATH_INPUT, TEXT } from '../schemas';
import {
  type ChangingTool,
  type FileWrite,
  type Plan,
  type ToolContext,
  ToolFailure,
} from '../tool';

interface Input {
  readonly path: string;
  readonly start_line?: number;
  readonly end_line?: number;
}

export const formatBuffer: ChangingTool = {
  name: 'format_buffer',
  title: 'Format buffer',
  description:
    "Formats a file, or lines of it, by the user's language servers, with the indentation that the editor uses for it. " +
    'Fails when no server can format it: then use the formatter of the project. The user may be asked first, and can ' +
    'review the change.',
  effect: 'changes',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(
    { path: PATH_INPUT },
    {
      start_line: described(LINE, 'First line to format. Default: the first of the file.'),
      end_line: described(LINE, 'Last line to format, included. Default: the last of the file.'),
    },
  ),
  outputSchema: objectOf({
    files: CHANGED_FILES,
    server: described(TEXT, 'Who has formatted it.'),
  }),
  async plan(input, context): Promise<Plan> {
    const { writes, server } = await whileUnchanged(context, () =>
      formatted(input as unknown as Input, context),
    );
    return { writes, result: () => ({ files: changedFiles(writes), server }) };
  },
};

async function formatted(
  { path, start_line, end_line }: Input,
  context: ToolContext,
): Promise<{ readonly writes: readonly FileWrite[]; readonly server: string }> {
  const isPart = start_line !== undefined || end_line !== undefined;
  const method = isPart ? 'textDocument/rangeFormatting' : 'textDocument/formatting';
  const { served, text } = await servedFile(context, path, method);
  const options = await context.lua.call('tools.lsp.format_options', served.bufnr);
  const { client, result } = await askFirst(context, served, ({ encoding }) => ({
    textDocument: { uri: served.uri },
    ...(isPart ? { range: linesIn(text, start_line, end_line, encoding) } : {}),
    options,
  }));
  const steps = result === null ? [] : [editStep(served.uri, result)];
  const writes = await writesOf(steps, encodingOf(client.encoding), context);
  return { writes, server: client.name };
}

function linesIn(
  { lines }: FileText,
  start = 1,
  end = Math.max(1, lines.length),
  encoding: string,
) {
  if (end < start) throw new ToolFailure(`end_line (${end}) is before start_line (${start})`);
  if (start > Math.max(1, lines.length)) {
    throw new ToolFailure(`the file has ${lines.length} lines: there is no line ${start}`);
  }
  const row = Math.min(end, Math.max(1, lines.length)) - 1;
  const last = lines[row] ?? '';
  return {
    start: { line: start - 1, character: 0 },
    end: { line: row, character: offsetAt(last, last.length, encodingOf(encoding)) },
  };
}
