/**
 * The one door from Lua to the host (`lua/acp/host/init.lua`): notifications `acp.event(name, payload)` and requests
 * `acp.request(name, payload)`. Not `…_event`: the `neovim` client drops notifications of such names.
 * Payloads come from our own Lua; `payload.ts` checks them all the same.
 * `cb` is the number of a Lua callback, answered by `host.reply`.
 */

import type { ConfiguredAgent } from '../../agents/choose';
import type { FollowState } from '../../nvim/follower';
import type { KeptTools } from '../../nvim/kept-tools';
import type { ViewId } from '../../nvim/lua';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { ToolsOption } from '../mcp/tools-option';
import type { ChangedPrompt, ContextQuery, SentPrompt } from './prompt-events';

/** Who may answer permissions besides the user. */
export interface PermissionConfig {
  /** As written: `{ allow = true, kind = 'read' }`; see `configuredRules`. */
  readonly rules: readonly unknown[];
  readonly allow_reads: boolean;
  /** There is a function to ask: `host.ask.decide` in Lua. */
  readonly decide?: boolean;
}

export interface AgentEntry extends ConfiguredAgent {
  readonly editor_tools?: ToolsOption;
}

/** The options of `setup` that the host needs (see `options.ts`), checked by `lua/acp/config/validate.lua` but for rules. */
export interface HostConfig {
  readonly agent?: string;
  readonly agents: Readonly<Record<string, AgentEntry>>;
  readonly mcp_servers: readonly unknown[];
  readonly editor_tools: ToolsOption;
  readonly follow: boolean;
  readonly start_timeout: number;
  /**
   * Seconds.
   * @fraction
   */
  readonly watchdog: number;
  /** Absolute folders that agents may use beside the session's own. */
  readonly additional_directories: readonly string[];
  readonly permissions: PermissionConfig;
  /** Save what an agent's text was merged into, too. */
  readonly save_dirty: boolean;
  /** The next prompt says what the user has undone. */
  readonly report_undone: boolean;
  /** What the user commits counts as kept. */
  readonly keep_committed: boolean;
  /** The option `keys`. */
  readonly keys: KeyOverrides;
  /** Names of tools that the user has a definition of. */
  readonly known_tools: readonly string[];
  /** Patterns of files that agents may not read or write. */
  readonly deny: readonly string[];
  /** What happens to files outside the session's folder. */
  readonly outside: 'ask' | 'allow' | 'reject';
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
  /** Where the host keeps what outlives it. */
  readonly state_dir: string;
  /** `stdpath('run')`. */
  readonly run_dir: string;
  /** What a host that died has left to the next one. */
  readonly editor_tools?: KeptTools;
  /** How follow mode was in a host that died; absent: as configured. */
  readonly follow?: FollowState;
}

export interface HostEvents {
  attach: Attach;
  /** `setup` was called again. */
  configure: { readonly config: HostConfig };
  /** A view was opened (windows are on screen already) and wants a session. Also sent when focused again. */
  open: {
    readonly view: ViewId;
    /** The chat that was shown: it makes room for a stored session when nobody has used it. */
    readonly before?: ViewId;
    readonly agent?: string;
    readonly cwd: string;
    /** A stored session of the agent, instead of a new one. */
    readonly session?: string;
    /** `load`, `resume`, `fork`, or `continue` (default): what the agent can. */
    readonly how?: string;
    /** The session's title, as far as it is known. */
    readonly title?: string;
    /** How the host before this one ended: the session was open in it, and what the view shows stays. */
    readonly recovered?: string;
    readonly cb?: number;
  };
  /** `:Acp close`: end the session of the view. */
  close: { readonly view: ViewId };
  /** Send (or queue) a prompt. */
  prompt: SentPrompt;
  /** The text of a prompt is another; answered by `prompt.chips.show`. */
  prompt_changed: ChangedPrompt;
  /** What may be meant by what is typed behind an "@": what is found at once, or the `whole` list. */
  suggest_context: ContextQuery;
  /** `:Acp ask` about these lines; without a text the user is asked for it. `ask` is the number of the mark there. */
  ask: {
    readonly view: ViewId;
    readonly ask: number;
    readonly path?: string;
    readonly row: number;
    readonly end_row: number;
    readonly lines: readonly unknown[];
    readonly text?: string;
  };
  ask_cancel: { readonly ask: number };
  cancel: { readonly view: ViewId };
  /** The user's renderers, in the order of registration; see `view/renderers.ts`. */
  renderers: { readonly list: readonly unknown[] };
  /** Files were opened or closed, or the text of one has changed; only while `tools.watch.set` says so. */
  buffers_changed: Readonly<Record<string, never>>;
  /** The tools that the user offers to agents, in the order of registration, each as JSON; see `mcp/registered-spec.ts`. */
  registered_tools: { readonly list: readonly unknown[] };
  /** `:Acp queue`: to the prompts that wait. */
  queue: { readonly view: ViewId };
  /** What a cancellation has paused is sent. */
  queue_resume: { readonly view: ViewId };
  /** `:Acp plan` */
  plan: { readonly view: ViewId };
  /** Answer one permission; no optionId: `cancelled`. The reason of a no goes as the next prompt. */
  respond: {
    readonly id: string;
    readonly optionId?: string;
    readonly reason?: string;
    readonly cb?: number;
  };
  /** What a project's trusted file says, sent before its first `open`; absent: there is none any more. */
  project_rules: { readonly cwd: string; readonly text?: string };
  /** `:Acp rules`: the window, about the session of this view. */
  rules: { readonly view?: ViewId };
  /** `:Acp tools`: the window. `view` is the chat that the user is in. */
  tools: { readonly view?: ViewId };
  /** `g?`: the keys of these kinds of windows. */
  keys_help: { readonly where: readonly unknown[] };
  /** A key of a surface: what it does is in the action table of whoever opened it. Rows are 0-based. */
  surface_action: {
    readonly id: string;
    readonly action: string;
    readonly row: number;
    readonly end_row: number;
    readonly count: number;
    /** What the user saw and answers. */
    readonly subject?: string;
    /** Number of the choice taken, from 0. */
    readonly choice?: number;
    /** What a command was given. */
    readonly text?: string;
    /** Of the cursor, in bytes; absent: 0. */
    readonly column?: number;
  };
  surface_cursor: { readonly id: string; readonly row: number };
  /** Text cells that the window of a surface may have now: of the editor, or as the user has made it. */
  surface_resized: { readonly id: string; readonly width: number; readonly height: number };
  /** The window of a surface is gone. */
  surface_closed: { readonly id: string };
  /** The user answered `host.ask.…`, or left it. */
  ui_answer: { readonly ask: number; readonly answer?: string };
  /** Absent: toggle; paused, it goes on. */
  follow: { readonly on?: boolean };
  /** The user works in the code window that follow mode uses, or has ended the command that was in its way. */
  follow_paused: { readonly paused: boolean };
  /** To the place before; when the user has `left` the last one, to that. */
  follow_back: { readonly left: boolean };
  /** A mode or model by its id, in the way the agent offers it; without one the user picks. */
  set_mode: { readonly view: ViewId; readonly id?: string; readonly cb?: number };
  set_model: { readonly view: ViewId; readonly id?: string; readonly cb?: number };
  /** Without a value the user picks it; without an id also the option. */
  set_config: {
    readonly view: ViewId;
    readonly id?: string;
    /** A text, or a boolean. */
    readonly value?: unknown;
    readonly cb?: number;
  };
  restart: { readonly view: ViewId };
  stop: { readonly view: ViewId };
  /** `:Acp login`: with this method, else the only one, or one that the user chooses. */
  login: { readonly view: ViewId; readonly method?: string };
  logout: { readonly view: ViewId };
  /** `:Acp install` */
  install: { readonly agent: string };
  /** A program started by `surface.terminal.run` has ended. */
  terminal_ended: { readonly id: number; readonly code: number };
  /** `:Acp sessions`: the window. `view` is the chat that the user is in. */
  list_sessions: { readonly cwd: string; readonly agent?: string; readonly view?: ViewId };
  /** `:Acp load` and `:Acp resume` (`how`) without an id: the last session of the folder, else a choice. */
  load_session: {
    readonly cwd: string;
    readonly agent?: string;
    readonly view?: ViewId;
    readonly how: string;
  };
  fork_session: { readonly view: ViewId };
  /** Without an id the user chooses. */
  delete_session: {
    readonly cwd: string;
    readonly agent?: string;
    readonly view?: ViewId;
    readonly session?: string;
  };
  /** Neovim has seen that a guarded file (its real path) is not what it was. */
  file_changed: { readonly path: string };
  /** A guarded file was written by Neovim; `version` identifies its state on disk. */
  file_saved: { readonly path: string; readonly version?: string };
  /** The user has chosen at a conflict: `mine`, `theirs`, `both`; or has undone it: `open`. */
  conflict_choice: { readonly id: number; readonly choice: string };
  /**
   * The user has changed lines of a buffer that is shown under review: `removed` lines from `start` (0-based) have
   * become `lines`. Sent in order, and never for what we have changed.
   */
  review_edited: {
    readonly path: string;
    readonly changedtick: number;
    readonly start: number;
    readonly removed: number;
    readonly lines: readonly unknown[];
  };
  /**
   * What to do with the hunk at a row (0-based), or with all lines up to, not including, `end_row`: `keep`, `undo`, or
   * `undo_now` although a turn runs.
   */
  review_act: {
    readonly path: string;
    readonly row: number;
    readonly end_row?: number;
    readonly action: string;
  };
  /** `:Acp review`: the window, on this file (its real path). `view` is the chat that the user is in. */
  review: { readonly cwd: string; readonly view?: ViewId; readonly path?: string };
  /** `:Acp keep` and `:Acp undo` (`action`, as of `review_act`): the `hunk` at a row, the `file`, the `turn`, `all`. */
  review_decide: {
    readonly action: string;
    readonly scope: string;
    readonly cwd: string;
    readonly path?: string;
    readonly row?: number;
    readonly view?: ViewId;
    readonly cb?: number;
  };
  /** `:Acp quickfix`: all pending changes, or those of a file (its real path). */
  review_quickfix: { readonly cwd: string; readonly path?: string };
  /** `:Acp compare`: a file side by side with what it holds when all is undone. */
  review_compare: { readonly cwd: string; readonly path: string };
  /** The tab page of a comparison is gone. */
  review_compare_closed: { readonly id: number };
  /** `:Acp comment` on rows of a buffer, with their lines; without a text the user is asked for it. */
  review_comment: {
    readonly path: string;
    readonly row: number;
    readonly end_row: number;
    readonly lines: readonly unknown[];
    readonly cwd: string;
    readonly text?: string;
  };
  /** `:Acp comments`: `send` all to the agent, or `clear` them. */
  review_comments: { readonly action: string; readonly cwd: string; readonly view?: ViewId };
  /** A buffer with comments is unloaded: where they stood in it. */
  review_comments_left: { readonly places: readonly unknown[] };
  /** A file (its real path) was loaded into a buffer, or loaded anew. */
  review_loaded: { readonly path: string };
  /** Answered by `review.go`: to the `next` or `prev` hunk from a row (0-based), in whatever file. */
  review_go: {
    readonly direction: string;
    readonly cwd: string;
    readonly path?: string;
    readonly row?: number;
    /** So many hunks further. */
    readonly count: number;
  };
  /** `:Acp checkpoints`: the window, about a folder. `view` is the chat that the user is in. */
  checkpoints: { readonly cwd: string; readonly agent?: string; readonly view?: ViewId };
  /** `:Acp restore`: what going back to a checkpoint of the folder would change. */
  restore: {
    readonly cwd: string;
    readonly agent?: string;
    readonly view?: ViewId;
    readonly number?: string;
  };
  /** The user goes from a tab page of `proposal.compare` back to the question. */
  proposal_left: { readonly id: string };
  /** The user accepts these lines in place of what was proposed. */
  proposal_accepted: { readonly id: string; readonly lines: readonly unknown[] };
  /** The text of a file (its real path) in the editor is another now. */
  proposal_text: { readonly path: string };
  /** Text width of the transcript changed. */
  resize: { readonly view: ViewId; readonly width: number };
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
