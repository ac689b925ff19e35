import { shallow } from '../base/shallow';
import type { Lua, LuaFunction } from './lua';

/** The part of an API client that is needed: one request, answered by its result. */
export interface Rpc {
  request(name: string, args: unknown[]): Promise<unknown>;
}

// `null` arrives as vim.NIL; functions expect nil for an absent argument.
const RUN = `
for i = 1, count do
  if args[i] == vim.NIL then args[i] = nil end
end
return require('acp.' .. module)[fn](unpack(args, 1, count))
`;

const CALL = `
local module, fn = ...
local args, count = { select(3, ...) }, select('#', ...) - 2
${RUN}`;

// The same with all arguments in one text.
const CALL_JSON = `
local module, fn, count, json = ...
local args = vim.json.decode(json)
${RUN}`;

/** What is long and often sent goes as JSON: V8 writes that itself, msgpack is written in JavaScript. */
const AS_JSON: ReadonlySet<LuaFunction> = new Set(['events.fire_all', 'transcript.apply']);

/** Neovim closes a channel on which lists and tables come in more than 32 levels; a message has some of its own. */
export const MAX_LEVELS = 24;

/** The door to Lua over an API channel. One call is one request. */
export function createLua(rpc: Rpc): Lua {
  return {
    async call(fn, ...args) {
      try {
        const values = args.map((value) => shallow(value, MAX_LEVELS));
        const [code, sent] = AS_JSON.has(fn)
          ? [CALL_JSON, [values.length, jsonOf(values)]]
          : [CALL, values];
        return (await rpc.request('nvim_exec_lua', [code, [...splitName(fn), ...sent]])) as never;
      } catch (error) {
        throw new Error(`Lua function "${fn}" failed: ${messageOf(error)}`, { cause: error });
      }
    },
  };
}

/** As bytes. JSON knows halves of surrogate pairs, which Lua's decoder rejects: an escape for anything else is not written. */
function jsonOf(values: readonly unknown[]): Uint8Array {
  const text = JSON.stringify(values);
  return Buffer.from(text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\\ufffd'));
}

function splitName(fn: LuaFunction): string[] {
  const dot = fn.lastIndexOf('.');
  return [fn.slice(0, dot), fn.slice(dot + 1)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
