/**
 * The one door from Lua to the host (`lua/acp/host/init.lua`): notifications `acp.event(name, payload)` and requests
 * `acp.request(name, payload)`. Not `…_event`: the `neovim` client drops notifications of such names.
 * Payloads come from our own Lua; `payload.ts` checks them all the same.
 * `cb` is the number of a Lua callback, answered by `host.reply`.
 */

import type { FollowState } from '../../nvim/follower';
import type { KeptTools } from '../../nvim/kept-tools';
import type { ViewId } from '../../nvim/view-id';
import type { ChatEvents } from './events/chat';
import type { FileEvents } from './events/files';
import type { SessionEvents } from './events/sessions';
import type { WindowEvents } from './events/windows';
import type { HostConfig } from './host-config';

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
  /** Where the host keeps what outlives it. */
  readonly state_dir: string;
  /** `stdpath('run')`. */
  readonly run_dir: string;
  /** What a host that died has left to the next one. */
  readonly editor_tools?: KeptTools;
  /** How follow mode was in a host that died; absent: as configured. */
  readonly follow?: FollowState;
}

export interface HostEvents extends ChatEvents, FileEvents, SessionEvents, WindowEvents {
  attach: Attach;
  /** `setup` was called again. */
  configure: { readonly config: HostConfig };
  /** The user's renderers, in the order of registration; see `view/renderers.ts`. */
  renderers: { readonly list: readonly unknown[] };
  /** The tools that the user offers to agents, in the order of registration, each as JSON; see `mcp/registered-spec.ts`. */
  registered_tools: { readonly list: readonly unknown[] };
  /** What a project's trusted file says, sent before its first `open`; absent: there is none any more. */
  project_rules: { readonly cwd: string; readonly text?: string };
}

export interface HostRequests {
  state: { readonly view?: ViewId; readonly session?: string };
  sessions: Record<string, never>;
  permissions: Record<string, never>;
  /** What is neither kept nor undone; of one file (its real path). */
  hunks: { readonly cwd: string; readonly path?: string };
  /** The numbers of a folder's checkpoints, the newest first. */
  checkpoints: { readonly cwd: string };
  /** A line for `:checkhealth acp`. */
  health: Record<string, never>;
  /** For `:checkhealth acp`: what each chat has of the editor's tools. */
  editor_tools: Record<string, never>;
}
