/**
 * The one door from Lua to the host (`lua/acp/host.lua`): notifications `acp.event(name, payload)` and requests
 * `acp.request(name, payload)`. (Not `…_event`: the `neovim` client drops notifications named so.) Payloads come from our own Lua but are checked in `actions.ts` all the same.
 * `cb` is the number of a Lua callback, answered by `host.reply`.
 */
import type { ViewId } from '../nvim/lua';

export interface AgentConfig {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly title?: string;
}

/** The options of `setup` that the host needs, already validated by `lua/acp/config.lua`. */
export interface HostConfig {
  readonly agent?: string;
  readonly agents: Readonly<Record<string, AgentConfig>>;
  readonly mcp_servers: readonly unknown[];
  readonly follow: boolean;
  readonly start_timeout: number;
  /** Seconds. */
  readonly watchdog: number;
  readonly log: { readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' };
}

/** RPC method names of the door. */
export const EVENT_METHOD = 'acp.event';
export const REQUEST_METHOD = 'acp.request';

/** Sent once after the host has started, before anything else. */
export interface Attach {
  readonly config: HostConfig;
  /** Absolute folder of the plugin. */
  readonly root: string;
  /** `stdpath('log')`. */
  readonly log_dir: string;
  /** Where the host keeps what shall outlive it. */
  readonly state_dir: string;
  readonly nvim_version: string;
}

export interface HostEvents {
  attach: Attach;
  /** `setup` was called again. */
  configure: { readonly config: HostConfig };
  /** A view was opened (windows are on screen already) and wants a session. Also sent when focused again. */
  open: {
    readonly view: ViewId;
    readonly agent?: string;
    readonly cwd: string;
    /** A stored session of the agent, instead of a new one. */
    readonly session?: string;
    /** `load`, `resume`, or `continue` (default): what the agent can. */
    readonly how?: string;
    /** What the session's title is known to be. */
    readonly title?: string;
    readonly cb?: number;
  };
  /** `:Acp close`: end the session of the view. */
  close: { readonly view: ViewId };
  /** Send (or queue) a prompt. */
  prompt: {
    readonly view: ViewId;
    /** Plain text, or ACP content blocks. */
    readonly content: string | readonly unknown[];
    readonly cb?: number;
  };
  cancel: { readonly view: ViewId };
  /** Answer one permission; no optionId: `cancelled`. */
  respond: { readonly id: string; readonly optionId?: string; readonly cb?: number };
  /** `:Acp allow|reject [n]`: n counts pending requests from 1; absent: the oldest. */
  allow: { readonly n?: number };
  reject: { readonly n?: number };
  /** Absent: toggle. */
  follow: { readonly on?: boolean };
  /** The user moved or typed in the code window that follow mode uses, or it may go on. */
  follow_paused: { readonly paused: boolean };
  /** A mode or model by its id, in the way the agent offers it. */
  set_mode: { readonly view: ViewId; readonly id: string; readonly cb?: number };
  set_model: { readonly view: ViewId; readonly id: string; readonly cb?: number };
  set_config: {
    readonly view: ViewId;
    readonly id: string;
    /** A text, or a boolean. */
    readonly value: unknown;
    readonly cb?: number;
  };
  /** Open what stands in a row (0-based) of the transcript. */
  open_at: { readonly view: ViewId; readonly row: number };
  restart: { readonly view: ViewId };
  stop: { readonly view: ViewId };
  /** Stored sessions of a folder: of one agent, or of all that are configured; answers `StoredSessions`. */
  list_sessions: { readonly cwd: string; readonly agent?: string; readonly cb: number };
  delete_session: { readonly agent: string; readonly session: string; readonly cb: number };
  /** Text width of the transcript changed. */
  resize: { readonly view: ViewId; readonly width: number };
}

export interface HostRequests {
  state: { readonly view?: ViewId; readonly session?: string };
  sessions: Record<string, never>;
  /** The session of this id, or the last one of the folder; answers a `StoredSession`, or nothing. */
  find_session: { readonly cwd: string; readonly agent?: string; readonly session?: string };
  permissions: Record<string, never>;
  /** For `:checkhealth acp` and `:Acp log`. */
  health: Record<string, never>;
}
