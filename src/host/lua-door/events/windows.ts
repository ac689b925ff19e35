/** Windows that the host draws, and questions that it asks. Part of `HostEvents`. */
import type { ViewId } from '../../../nvim/view-id';

export interface WindowEvents {
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
  /** The user goes from a tab page of `proposal.compare` back to the question. */
  proposal_left: { readonly id: string };
  /** The user accepts these lines in place of what was proposed. */
  proposal_accepted: { readonly id: string; readonly lines: readonly unknown[] };
  /** The text of a file (its real path) in the editor is another now. */
  proposal_text: { readonly path: string };
}
