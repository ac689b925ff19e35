/**
 * The one door from the host to Lua: `require('acp.<module>').<fn>(…)`, typed. A function here takes plain data
 * and returns plain data; Lua holds no session state and decides nothing.
 */

import type { UserEvent, UserEvents } from '../model/user-events';
import type { ChatFunctions } from './functions/chat';
import type { FileFunctions } from './functions/files';
import type { ToolFunctions } from './functions/tools';
import type { WindowFunctions } from './functions/windows';
import type { KeptTools } from './kept-tools';

export type FiredEvent = readonly [name: UserEvent, data: UserEvents[UserEvent]];

/** Keys are `module.function` under `lua/acp/` (`init.lua` where the module is a folder). */
export interface LuaFunctions extends ChatFunctions, WindowFunctions, FileFunctions, ToolFunctions {
  // --- host.kept (lua/acp/host/kept.lua)
  /** For the next host, should this one die. */
  'host.kept.keep_editor_tools': (kept: KeptTools) => void;
  // --- events and answers
  /** `User` autocommand and `acp.on` listeners. */
  'events.fire': (name: UserEvent, data: UserEvents[UserEvent]) => void;
  /** Several, in their order. */
  'events.fire_all': (events: readonly FiredEvent[]) => void;
  /** Answers a callback given to the Lua API. */
  'host.reply': (callback: number, error: string | null, result: unknown) => void;
}

export type LuaFunction = keyof LuaFunctions;

/** Calls one Lua function and answers its result. Rejects when it threw or when the editor is gone. */
export interface Lua {
  call<F extends LuaFunction>(
    fn: F,
    ...args: Parameters<LuaFunctions[F]>
  ): Promise<ReturnType<LuaFunctions[F]>>;
}
