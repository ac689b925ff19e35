import type { Logger } from '../base/logger';
import { Follower } from '../nvim/follower';
import type { Lua, LuaFunctions } from '../nvim/lua';
import { OpenBuffers } from '../nvim/open-buffers';
import type { KeyOverrides } from '../view/surfaces/surface';
import { Asks } from './asks';
import { Renderers } from './chat/renderers';
import { ToolCallEvents } from './chat/tool-call-events';
import { RegisteredTools } from './mcp/registered-tools';
import { type Fire, Messages, type Notify } from './messages';
import { ProposalViews } from './permissions/proposal-views';
import { Surfaces } from './surfaces';
import { TerminalPrograms } from './terminal-programs';

export interface UserInterfaceOptions {
  readonly lua: Lua;
  readonly log: Logger;
  /** `nvim_get_mode` answers even while the editor waits for a key. */
  readonly probe: () => Promise<{ blocking: boolean }>;
  /** The option `keys`. */
  readonly keys: () => KeyOverrides;
  /** The option `known_tools`. */
  readonly knownTools: () => readonly string[];
}

/** By what the host reaches the user beside the chats: messages, pickers, surfaces, terminals, follow mode. */
export interface UserInterface {
  readonly lua: Lua;
  readonly log: Logger;
  readonly notify: Notify;
  readonly fire: Fire;
  readonly toolCalls: ToolCallEvents;
  readonly knownTools: () => readonly string[];
  readonly reply: Messages['reply'];
  /** Calls Lua without waiting for it. */
  readonly send: <F extends keyof LuaFunctions>(
    name: F,
    ...args: Parameters<LuaFunctions[F]>
  ) => void;
  /** Notes in the log when work that nobody waits for fails. */
  readonly unawaited: (what: string, work: Promise<unknown>) => void;
  readonly asks: Asks;
  readonly renderers: Renderers;
  readonly openBuffers: OpenBuffers;
  readonly registeredTools: RegisteredTools;
  readonly terminals: TerminalPrograms;
  readonly surfaces: Surfaces;
  readonly proposals: ProposalViews;
  readonly follower: Follower;
}

export function userInterface(options: UserInterfaceOptions): UserInterface {
  const { lua, log, probe, keys, knownTools } = options;
  const messages = new Messages(lua, log);
  const { notify, fire, reply } = messages;
  const asks = new Asks(lua);
  return {
    lua,
    log,
    notify,
    fire,
    toolCalls: new ToolCallEvents({ fire, knownTools }),
    knownTools,
    reply,
    send: (name, ...args) => messages.send(name, lua.call(name, ...args)),
    unawaited: (what, work) => messages.send(what, work),
    asks,
    renderers: new Renderers(),
    openBuffers: new OpenBuffers(lua, log),
    registeredTools: new RegisteredTools(asks),
    terminals: new TerminalPrograms(lua),
    surfaces: new Surfaces({ lua, log, probe, keys, notify }),
    proposals: new ProposalViews({ lua, log, notify, keys }),
    follower: new Follower(lua, log),
  };
}
