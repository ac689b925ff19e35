/** What Lua sends of prompts that are written and sent. */
import type { ViewId } from '../../nvim/lua';

export interface SentPrompt {
  readonly view: ViewId;
  /** Text that may mention things, or ACP content blocks. */
  readonly content: string | readonly unknown[];
  /** What the text mentions, where it is now; see lua/acp/context/anchors.lua. */
  readonly anchors?: readonly unknown[];
  /** By what the editor knows the anchors as long as the prompt is on its way; see `context.anchors.now`. */
  readonly anchored?: number;
  /** What else goes along, by its names behind an "@". */
  readonly context?: readonly unknown[];
  /** Into the running turn, else in its place. */
  readonly steer?: boolean;
  readonly cb?: number;
  /** Answered when the prompt is sent, or with the error that kept it from being sent. */
  readonly sent?: number;
}

export interface ChangedPrompt {
  readonly view: ViewId;
  readonly bufnr: number;
  readonly changedtick: number;
  readonly text: string;
  readonly anchors: readonly unknown[];
  /** The byte at which the user types; absent: they do not. */
  readonly cursor?: number;
}

export interface ContextQuery {
  readonly view: ViewId;
  readonly query: string;
  readonly whole?: boolean;
  /** Gets the suggestions. */
  readonly cb?: number;
}
