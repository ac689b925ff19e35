/**
 * Tool calls of agents, as `on_tool_call`, the autocommand `AcpToolCall` and renderers get them.
 *
 * The input and output of a tool that the plugin does not know are `unknown`. Say what they are by augmentation:
 *
 * ```ts
 * declare module 'acp-host.nvim/types' {
 *   interface ToolDefinitions {
 *     weather: { input: { city: string }; output: { degrees: number } };
 *   }
 * }
 * ```
 */

/**
 * Tools by name. Agents say what they like: a definition is what a tool of this name is documented to take, and its
 * input is whole only once the call is no longer `input-streaming`.
 */
export interface ToolDefinitions {
  Bash: {
    input: {
      command: string;
      description?: string;
      timeout?: number;
      run_in_background?: boolean;
    };
    output: unknown;
  };
  Read: { input: { file_path: string; offset?: number; limit?: number }; output: unknown };
  Write: { input: { file_path: string; content: string }; output: unknown };
  Edit: {
    input: { file_path: string; old_string: string; new_string: string; replace_all?: boolean };
    output: unknown;
  };
  Glob: { input: { pattern: string; path?: string }; output: unknown };
  Grep: {
    input: { pattern: string; path?: string; glob?: string; output_mode?: string };
    output: unknown;
  };
  WebFetch: { input: { url: string; prompt: string }; output: unknown };
  WebSearch: { input: { query: string }; output: unknown };
  Task: { input: { description: string; prompt: string; subagent_type: string }; output: unknown };
  TodoWrite: {
    input: {
      todos: { content: string; status: 'pending' | 'in_progress' | 'completed' }[];
    };
    output: unknown;
  };
}

export type KnownToolName = keyof ToolDefinitions & string;

export type ToolInput<N extends KnownToolName> = ToolDefinitions[N] extends { input: infer I }
  ? I
  : unknown;

export type ToolOutput<N extends KnownToolName> = ToolDefinitions[N] extends { output: infer O }
  ? O
  : unknown;

/** The life of a call as the user sees it. */
export type ToolState =
  | 'input-streaming'
  | 'input-available'
  | 'approval-requested'
  | 'approval-responded'
  | 'running'
  | 'output-available'
  | 'output-error'
  | 'output-denied'
  | 'cancelled';

export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'think'
  | 'fetch'
  | 'switch_mode'
  | 'other';

/** What ACP itself says of a call. */
export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

/** The last question about a call; it stays after its answer. */
export interface ToolApproval {
  /** For `respond()`. */
  readonly id: string;
  readonly options: readonly {
    readonly optionId: string;
    readonly name: string;
    readonly kind: string;
  }[];
  /** Absent until somebody has chosen an option. */
  readonly approved?: boolean;
  readonly optionId?: string;
  readonly optionName?: string;
  readonly by?: 'user' | 'rule' | 'hook' | 'cancelled';
  /** The rule that has answered, as text. */
  readonly rule?: string;
  /** Why: of the user, of the rule, of the user's function. */
  readonly reason?: string;
}

interface ToolCallBase<I, O> {
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly status: ToolStatus;
  readonly state: ToolState;
  readonly input?: I;
  readonly output?: O;
  /** Why the call failed or was cancelled. */
  readonly errorText?: string;
  readonly approval?: ToolApproval;
  /** There is output, and the call has not ended. */
  readonly preliminary?: true;
  /** Who does it: the editor, for what agents ask it to do. */
  readonly executor: 'agent' | 'editor';
  /** ACP's content of the call. */
  readonly content: readonly unknown[];
  readonly locations: readonly { readonly path: string; readonly line?: number | null }[];
  /** What the `_meta` of the call's messages says, merged. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A call of a tool that has a definition. */
export type KnownToolCall<N extends KnownToolName = KnownToolName> = {
  [K in N]: ToolCallBase<ToolInput<K>, ToolOutput<K>> & {
    readonly name: K;
    readonly dynamic: false;
  };
}[N];

/** A call of a tool of which nothing is known beforehand. */
export interface DynamicToolCall extends ToolCallBase<unknown, unknown> {
  readonly name?: string;
  readonly dynamic: true;
}

export type ToolCall = KnownToolCall | DynamicToolCall;

/** What listeners of tool calls get. */
export type ToolCallEvent = ToolCall & {
  readonly session: string;
  /** The state before; absent for a new call, and the same as `state` when something else has changed. */
  readonly previous?: ToolState;
  /** There are texts in it that are so long that they were cut; `state().tools` has all of them. */
  readonly truncated?: true;
};
