import { placeIn, positionParams } from '../lsp/at-place';
import { CHANGED_FILES, changedFiles } from '../lsp/changed';
import { encodingOf } from '../lsp/offsets';
import { SYMBOL_INPUT, SYMBOL_OPTIONS, type SymbolInput } from '../lsp/places';
import { askFirst, CALL_MS } from '../lsp/servers';
import { whileUnchanged } from '../lsp/unchanged';
import { stepsIn, writesOf } from '../lsp/workspace-edits';
import { objectOf } from '../schemas';
import {
  type ChangingTool,
  type FileWrite,
  type Plan,
  type ToolContext,
  ToolFailure,
} from '../tool';

interface Input extends SymbolInput {
  readonly new_name: string;
}

export const lspRename: ChangingTool = {
  name: 'lsp_rename',
  title: 'Rename symbol',
  description:
    "Renames the symbol at a place in all files, by the user's language servers. Name the place by `line` and `symbol`. " +
    'Use it in place of editing each file. The user may be asked first, and can review the changes.',
  effect: 'changes',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(
    {
      ...SYMBOL_INPUT,
      new_name: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'What it is to be called.',
      },
    },
    SYMBOL_OPTIONS,
  ),
  outputSchema: objectOf({ files: CHANGED_FILES }),
  async plan(input, context): Promise<Plan> {
    const { writes } = await whileUnchanged(context, () =>
      planned(input as unknown as Input, context),
    );
    return { writes, result: () => ({ files: changedFiles(writes) }) };
  },
};

async function planned(
  { new_name, ...where }: Input,
  context: ToolContext,
): Promise<{ readonly writes: readonly FileWrite[] }> {
  const asked = await placeIn(context, where, 'textDocument/rename');
  const { client, result } = await askFirst(context, asked.served, (client) => ({
    ...positionParams(asked, client),
    newName: new_name,
  }));
  const writes = await writesOf(stepsIn(result), encodingOf(client.encoding), context);
  if (writes.length === 0) {
    throw new ToolFailure(`${client.name} found nothing to rename at this place`);
  }
  return { writes };
}
