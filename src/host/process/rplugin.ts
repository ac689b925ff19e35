/**
 * The conforming remote-plugin entry over the same core, for users who run the shared Node host
 * (`vim.g.acp_host = 'rplugin'`). It registers functions, not commands: those belong to Lua. Loaded also when
 * Neovim only asks for the specs, so nothing happens before the first event.
 */
import type { NeovimClient, NvimPlugin } from 'neovim';
import { LuaEndpoint } from '../lua-door/lua-endpoint';
import { rpcOf } from './start';

export default function plugin(remote: NvimPlugin): void {
  remote.setOptions({ dev: false });
  let endpoint: Promise<LuaEndpoint | undefined> | undefined;
  const adopted = (): Promise<LuaEndpoint | undefined> => {
    endpoint ??= adopt(remote).catch((error: unknown) => {
      endpoint = undefined;
      throw error;
    });
    return endpoint;
  };

  remote.registerFunction(
    'AcpHostEvent',
    async ([name, payload]: [string, unknown]) => {
      const own = await adopted();
      if (own) own.event(name, payload);
      // There is a host already: it gets the event, so that there is only ever one.
      else await luaHost(remote, 'notify', name, payload);
    },
    { sync: false },
  );
  remote.registerFunction(
    'AcpHostRequest',
    async ([name, payload]: [string, unknown]) => {
      const own = await adopted();
      const value = own
        ? await own.request(name, payload)
        : await luaHost(remote, 'request', name, payload);
      // The shared host turns every falsy result into null.
      return { value };
    },
    { sync: true },
  );
}

/** Becomes the host, unless Lua has one. */
async function adopt(remote: NvimPlugin): Promise<LuaEndpoint | undefined> {
  const channel = await (remote.nvim as NeovimClient).channelId;
  if (!(await luaHost(remote, 'adopt', channel))) return undefined;
  const endpoint = new LuaEndpoint(rpcOf(remote.nvim));
  // The shared host logs the disconnect and does nothing: agents would be left running.
  remote.nvim.on('disconnect', () => void endpoint.end('the editor is gone'));
  process.once('SIGTERM', () => void endpoint.end('SIGTERM').finally(() => process.exit(0)));
  return endpoint;
}

function luaHost(remote: NvimPlugin, fn: string, ...args: unknown[]): Promise<unknown> {
  const code = `return require('acp.host')[...](select(2, ...))`;
  return remote.nvim.request('nvim_exec_lua', [code, [fn, ...args]] as never);
}
