/** What the user does in a chat, and in the prompt of one. Part of `HostEvents`. */
import type { ViewId } from '../../../nvim/view-id';

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

export interface ChatEvents {
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
  /** Text width of the transcript changed. */
  resize: { readonly view: ViewId; readonly width: number };
  /** A window shows a transcript of which the host knows that none did. */
  transcript_shown: { readonly view: ViewId };
}
