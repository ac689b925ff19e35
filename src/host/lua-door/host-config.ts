import type { ConfiguredAgent } from '../../agents/choose';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { ToolsOption } from '../mcp/tools-option';

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
