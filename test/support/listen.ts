import type { Lua } from '../../src/nvim/lua';
import { createLua } from '../../src/nvim/rpc';
import type { Nvim } from './nvim';

/** Takes the host's place in an editor, for what Lua says to it. */
export async function listen<P>(
  editor: Nvim,
  onEvent: (name: string, payload: P) => void,
): Promise<void> {
  const [channel] = (await editor.request('nvim_get_api_info')) as [number];
  await editor.lua(
    `local channel = ...
    local host = require('acp.host')
    host.channel = function() return channel end
    host.send = function(name, payload)
      vim.rpcnotify(channel, 'acp.event', name, payload)
    end`,
    channel,
  );
  editor.nvim.on('notification', (method: string, args: [string, P]) => {
    if (method === 'acp.event') onEvent(...args);
  });
}

/** The host's way to Lua, in the editor of a test. */
export function luaOf(editor: Nvim): Lua {
  return createLua({ request: (name, args) => editor.request(name, ...args) });
}
