import { realPathOf } from '../../files/paths/paths';
import { filePathOf } from '../../mcp/lsp/places';
import { type Asking, askServer, isReady } from '../../mcp/lsp/servers';
import { outlineIn, workspaceSymbolsIn } from '../../mcp/lsp/symbols';
import type { ServedBuffer } from '../../nvim/language-servers';
import type { Lua } from '../../nvim/lua';
import type { Asks } from '../asks';

/** A function, class … and where it is, in lines from 1. */
export interface FoundSymbol {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly end_line: number;
}

/** A server that is slower is not waited for. */
const MAX_MS = 1500;
const MAX_SYMBOLS = 50;

/** A question to servers, and what is found in an answer to it. */
interface Source {
  readonly method: string;
  readonly params: unknown;
  symbolsIn(result: unknown): readonly FoundSymbol[];
}

function sourcesOf({ uri, path }: ServedBuffer, query: string): readonly Source[] {
  return [
    {
      method: 'textDocument/documentSymbol',
      params: { textDocument: { uri } },
      symbolsIn: (result) => outlineIn(result).map((entry) => ({ ...entry, path })),
    },
    {
      method: 'workspace/symbol',
      params: { query },
      symbolsIn: (result) => workspaceSymbolsIn(result, filePathOf),
    },
  ];
}

/**
 * What the language servers of the buffer that the user works on know by a part of its name: what is in the buffer first,
 * then what is in the workspace.
 */
export async function findSymbols(
  tools: { readonly lua: Lua; readonly asks: Pick<Asks, 'ask'> },
  query: string,
): Promise<readonly FoundSymbol[]> {
  const buffer = await servedBuffer(tools.lua);
  if (!buffer) return [];
  const signal = AbortSignal.timeout(MAX_MS);
  const asking = {
    lua: tools.lua,
    signal,
    ask: (send: (ask: number) => Promise<void>) => tools.asks.ask(send, signal),
  };
  const sources = sourcesOf(buffer, query);
  const found = await Promise.all(sources.map((source) => ask(asking, buffer, source)));
  const wanted = query.toLowerCase();
  const named = found.flat().filter(({ name }) => name.toLowerCase().includes(wanted));
  return Promise.all(named.slice(0, MAX_SYMBOLS).map(withRealPath));
}

async function servedBuffer(lua: Lua): Promise<ServedBuffer | undefined> {
  const current = (await lua.call('context.buffers')).find((buffer) => buffer.current);
  if (!current) return undefined;
  const served = await lua.call('tools.diagnostics.files');
  return served.find(({ bufnr }) => bufnr === current.bufnr);
}

/** What all servers that know the method answer in time. */
async function ask(
  asking: Asking,
  { bufnr }: ServedBuffer,
  { method, params, symbolsIn }: Source,
): Promise<readonly FoundSymbol[]> {
  const clients = await asking.lua.call('tools.lsp.known', bufnr, method);
  const answers = clients
    .filter(isReady)
    .map((client) => askServer(asking, { client, bufnr, method, params }).catch(() => null));
  return (await Promise.all(answers)).flatMap(symbolsIn);
}

async function withRealPath(symbol: FoundSymbol): Promise<FoundSymbol> {
  return { ...symbol, path: await realPathOf(symbol.path).catch(() => symbol.path) };
}
