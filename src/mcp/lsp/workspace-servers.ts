import { type ToolContext, ToolFailure } from '../tool';
import { isReady, type Served } from './servers';

/** The servers that run and know a method of the whole workspace. */
export async function workspaceServers(
  { lua }: Pick<ToolContext, 'lua'>,
  method: string,
): Promise<Served> {
  const clients = await lua.call('tools.lsp.known', null, method);
  const ready = clients.filter(isReady);
  if (ready.length === 0) {
    throw new ToolFailure(
      'no language server that can do this is running. Name a file by `path` to start its servers',
    );
  }
  return { bufnr: 0, uri: '', path: '', age: 0, reported: true, clients: ready, method };
}
