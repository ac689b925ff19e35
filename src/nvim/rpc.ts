import { shallow } from '../base/shallow';
import type { Lua, LuaFunction } from './lua';

/** The part of an API client that is needed: one request, answered by its result. */
export interface Rpc {
  request(name: string, args: unknown[]): Promise<unknown>;
}

// `null` arrives as vim.NIL; functions expect nil for an absent argument.
const CALL = `
local module, fn = ...
local args, count = { select(3, ...) }, select('#', ...) - 2
for i = 1, count do
  if args[i] == vim.NIL then args[i] = nil end
end
return require('acp.' .. module)[fn](unpack(args, 1, count))
`;

/** Neovim closes a channel on which lists and tables come in more than 32 levels; a message has some of its own. */
export const MAX_LEVELS = 24;

/** The door to Lua over an API channel. One call is one request. */
export function createLua(rpc: Rpc): Lua {
  return {
    async call(fn, ...args) {
      try {
        const values = args.map((value) => shallow(value, MAX_LEVELS));
        return (await rpc.request('nvim_exec_lua', [CALL, [...splitName(fn), ...values]])) as never;
      } catch (error) {
        throw new Error(`Lua function "${fn}" failed: ${messageOf(error)}`, { cause: error });
      }
    },
  };
}

function splitName(fn: LuaFunction): string[] {
  const dot = fn.lastIndexOf('.');
  return [fn.slice(0, dot), fn.slice(dot + 1)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
