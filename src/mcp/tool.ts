/** What an editor tool is: data about it, and one function. One file each in `tools/`. */

import type { FileText, TextSearch } from '../model/texts';
import type { Place } from '../nvim/follower';
import type { FollowResult } from '../nvim/functions/windows';
import type { Lua } from '../nvim/lua';
import type {
  CreateElicitationResponse,
  ElicitationSchema,
  ToolKind,
} from '../protocol/schema.gen';
import type { DocumentScope, Documents } from '../session/ports';

/** A JSON Schema (2020-12) of an object, as MCP wants inputs and results to be. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

interface ToolFacts {
  /** As agents call it; most put `mcp__neovim__` before it. */
  readonly name: string;
  /** For people: `:Acp tools`, the card, the question. */
  readonly title: string;
  /** For the model: when to use it, and what comes back. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Milliseconds; absent: the usual limit. `null`: none, somebody is asked. */
  readonly timeoutMs?: number | null;
  /** What the card and the rules take a call for; absent: what follows from its effect. */
  readonly kind?: ToolKind;
}

/** A tool of the editor's own. */
interface BuiltInFacts extends ToolFacts {
  readonly outputSchema: ObjectSchema;
  /** What is said of the text of a result: `annotations` of its content. */
  annotate?(result: Fields): ContentAnnotations;
}

export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

/**
 * Changes nothing of the user's: allowed without a question unless a rule says otherwise. `shows` may also move a window,
 * as follow mode would; `asks` puts a question to the user.
 */
export interface ReadingTool extends BuiltInFacts {
  readonly effect: 'reads' | 'shows' | 'asks';
  /** Rejects with a `ToolFailure` for what the model can do better. */
  run(input: Fields, context: ToolContext): Promise<Fields>;
}

/**
 * Changes something: it only says what it would do. The user's consent is asked with that, and only then it is done, so
 * that no tool can do without.
 */
export interface ChangingTool extends BuiltInFacts {
  readonly effect: 'changes';
  plan(input: Fields, context: ToolContext): Promise<Plan>;
}

export type EditorTool = ReadingTool | ChangingTool;

/** Hints for agents. Nothing here believes them. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool of the user's own Lua. Nobody knows what it does, whatever its annotations say: the user is asked each time. */
export interface RegisteredTool extends ToolFacts {
  readonly effect: 'unknown';
  readonly outputSchema?: ObjectSchema;
  readonly annotations?: ToolAnnotations;
  /** Rejects with a `ToolFailure` when the handler has thrown. */
  run(input: Fields, context: RegisteredContext): Promise<RegisteredResult>;
}

export type RegisteredContext = Pick<ToolContext, 'scope' | 'signal' | 'progress'>;

/** What the handler has returned, as it came from Lua: an empty table may be a list or an object. */
export interface RegisteredResult {
  readonly structured?: unknown;
  /** Content blocks of MCP; absent: the structured result as text. */
  readonly content?: unknown;
  readonly isError?: boolean;
}

export type OfferedTool = EditorTool | RegisteredTool;

/** What a file shall hold. */
export interface FileWrite {
  /** Absolute. */
  readonly path: string;
  /** All of it. Line endings become those that the file has. */
  readonly text: string;
  /**
   * What the new text was made from, as `textOf` gave it: what the user changes until it is written is merged against
   * that. Absent: there is no such file yet.
   */
  readonly from?: string;
}

/** Without writes and `apply` it changes nothing, and nobody is asked. */
export interface Plan {
  /** They are written as `fs/write_text_file` writes, with all its guarantees. */
  readonly writes: readonly FileWrite[];
  /**
   * What else is done, after the writes. `write` writes files that only come to light by that, with the same consent and
   * guarantees as `writes`.
   */
  apply?(
    signal: AbortSignal,
    write: (writes: readonly FileWrite[]) => Promise<void>,
  ): Promise<void>;
  /** The structured result, when all is done. */
  result(): Fields | Promise<Fields>;
}

/** What a call may use. */
export interface ToolContext {
  readonly lua: Lua;
  /**
   * Asks Lua what it cannot answer at once: `send` makes the call with the number of the question, which Lua answers by
   * `ui_answer` (JSON). Rejects when the call ends before.
   */
  ask(send: (ask: number) => Promise<void>): Promise<string | undefined>;
  /** Who calls: the session's key and folders. */
  readonly scope: DocumentScope;
  /** Reads text as the agent would over ACP: live buffers, confined, reported. */
  readonly documents: Pick<Documents, 'read'>;
  /**
   * Whether the agent may have a file without a question: it is in the session's folders (or was allowed), and no rule or
   * entry of the deny list keeps it off. What is not permitted must not be in any result: no path, no text, no message.
   */
  permits(path: string): Promise<boolean>;
  /**
   * What a file that is permitted holds now, unsaved text included; nothing when there is no such text, or too much. Asks
   * and reports nothing.
   */
  textOf(path: string): Promise<FileText | undefined>;
  /** Finds text in the session's folders. Knows the deny list, but no rules: ask `permits` for each file that it finds. */
  readonly search: TextSearch;
  /** Shows a place in the user's code window, whether follow mode is on or not, and never takes it from them. */
  show(place: Place): Promise<FollowResult>;
  /** Asks the user to fill in a form, in the chat. Rejects when the call ends before they do. */
  elicit(message: string, form: ElicitationSchema): Promise<CreateElicitationResponse>;
  /** Ends with the call: cancelled, timed out, session closed. */
  readonly signal: AbortSignal;
  /** For slow tools; is sent when the caller wants it. */
  progress(done: number, total?: number, message?: string): void;
}

/** A tool could not do what was asked; the text helps the model to do better. Becomes an `isError` result. */
export class ToolFailure extends Error {}
