import { permittedOnly } from '../files';
import { servedFile } from '../lsp/at-place';
import { filePathOf } from '../lsp/places';
import { type Answer, askAll, CALL_MS } from '../lsp/servers';
import {
  matching,
  OUTLINE_ENTRY,
  outlineIn,
  WORKSPACE_SYMBOL,
  workspaceSymbolsIn,
} from '../lsp/symbols';
import { workspaceServers } from '../lsp/workspace-servers';
import { COUNT, described, listOf, objectOf, PATH_INPUT, TRUNCATED } from '../schemas';
import { type Fields, type ReadingTool, type ToolContext, ToolFailure } from '../tool';

interface Input {
  readonly path?: string;
  readonly query?: string;
  readonly scope?: 'document' | 'workspace';
}

const MAX_SYMBOLS = 500;
const SCOPES = ['document', 'workspace'] as const;

export const lspSymbols: ReadingTool = {
  name: 'lsp_symbols',
  title: 'Symbols',
  description:
    "Symbols by the user's language servers. With `path`: all of that file, nested (`document`), or those whose name " +
    'contains `query`. With `query` alone: those of the whole workspace that match it, in all files (`workspace`); a ' +
    'path then only says which language. Servers of the workspace answer only while they run.',
  effect: 'reads',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(
    {},
    {
      path: PATH_INPUT,
      query: { type: 'string', maxLength: 500, description: 'Part of a name.' },
      scope: {
        type: 'string',
        enum: SCOPES,
        description: 'Default: document with a path, workspace without.',
      },
    },
  ),
  outputSchema: objectOf(
    { scope: { type: 'string', enum: SCOPES }, total: COUNT, truncated: TRUNCATED },
    {
      document: described(listOf(OUTLINE_ENTRY), 'Of a file, in its order.'),
      workspace: listOf(WORKSPACE_SYMBOL),
    },
  ),
  async run(input, context): Promise<Fields> {
    const {
      path,
      query = '',
      scope = path === undefined ? 'workspace' : 'document',
    } = input as Input;
    if (scope === 'document') {
      if (path === undefined) throw new ToolFailure('`path` is missing: symbols of which file?');
      return inDocument(context, path, query);
    }
    if (query === '') throw new ToolFailure('`query` is missing: a part of a name to look for');
    return inWorkspace(context, path, query);
  },
};

async function inDocument(context: ToolContext, given: string, query: string): Promise<Fields> {
  const { served } = await servedFile(context, given, 'textDocument/documentSymbol');
  const params = { textDocument: { uri: served.uri } };
  const answers = await askAll(context, served, () => params);
  const outline = answers.map(({ result }) => outlineIn(result)).find(({ length }) => length > 0);
  const found = query === '' ? (outline ?? []) : matching(outline ?? [], query);
  return { scope: 'document', document: found.slice(0, MAX_SYMBOLS), ...counted(found.length) };
}

async function inWorkspace(
  context: ToolContext,
  given: string | undefined,
  query: string,
): Promise<Fields> {
  const method = 'workspace/symbol';
  const served =
    given === undefined
      ? await workspaceServers(context, method)
      : (await servedFile(context, given, method)).served;
  const answers = await askAll(context, served, () => ({ query }));
  const found = answers.flatMap(({ result }: Answer) => workspaceSymbolsIn(result, filePathOf));
  const permitted = await permittedOnly(found, ({ path }) => path, context);
  return {
    scope: 'workspace',
    workspace: permitted.slice(0, MAX_SYMBOLS),
    ...counted(permitted.length),
  };
}

function counted(total: number): Fields {
  return { total, truncated: total > MAX_SYMBOLS };
}
