/** The user's files, and what agents have changed in them. Part of `HostEvents`. */
import type { ViewId } from '../../../nvim/view-id';

export interface FileEvents {
  /** Files were opened or closed, or the text of one has changed; only while `tools.watch.set` says so. */
  buffers_changed: Readonly<Record<string, never>>;
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
}
