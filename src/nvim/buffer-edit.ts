/** What the editor says of a buffer, and how the host has it changed. */

/** State of one buffer, as far as reading and writing its text exactly needs it. */
export interface BufferInfo {
  readonly bufnr: number;
  readonly changedtick: number;
  /** 0 for the empty text, though Neovim shows one empty line then. */
  readonly lines: number;
  readonly bytes: number;
  readonly modified: boolean;
  readonly fileformat: 'unix' | 'dos' | 'mac';
  readonly endofline: boolean;
  readonly bomb: boolean;
  /** See `TextFormat`. */
  readonly binary?: boolean;
  readonly fileencoding: string;
  readonly readonly: boolean;
  readonly modifiable: boolean;
  readonly buftype: string;
  /** The user is in the middle of a command: no text may be changed. */
  readonly pending: boolean;
  /** The real path from where its text was read; absent: it is not known. */
  readonly origin?: string;
}

/** A place where the buffer holds the user's text and an agent wants another. */
export interface ConflictRegion {
  readonly id: number;
  /** The user's lines, in the text after the hunks. */
  readonly row: number;
  readonly count: number;
  /** The agent's lines, as they will be inserted. */
  readonly theirs: readonly string[];
  /** The first of them, safe to show. */
  readonly shown: readonly string[];
  /** At the end of the text: whether it ends with a line ending when theirs is chosen. */
  readonly endofline?: boolean;
}

/** A hunk whose lines were sent ahead. */
export interface StagedHunk {
  readonly row: number;
  readonly del: number;
  readonly count: number;
}

/** Files of the host's own, on record (see `Drafts`). */
export interface SaveDraft {
  /** The new text, encoded. */
  readonly text: string;
  /** What the file held. */
  readonly old: string;
}

export interface ApplyOptions {
  readonly fileformat?: 'unix' | 'dos' | 'mac';
  readonly endofline?: boolean;
  readonly bomb?: boolean;
  readonly fileencoding?: string;
  /** Save after applying, as `:silent keepalt write!` would, unless others have changed the file under unsaved text. */
  readonly save: boolean;
  /** Where a save may put what it makes; absent: Neovim writes the file by its path. */
  readonly draft?: SaveDraft;
  /** Where the buffer's name must lead: nothing is written elsewhere. */
  readonly path?: string;
  /** The lines of the hunks were sent ahead, under this id of `buf.stage`. */
  readonly staged?: number;
  /** The only state of the file that may be saved over: in any other one the answer is `moved`. */
  readonly over?: string;
  /** Leave a file alone that may not be written, as `:write!` would not. */
  readonly writableOnly?: boolean;
  /**
   * The text is what the file now holds: the buffer ends unmodified, and Neovim does not ask about the changed file.
   * As in Neovim's own reloading, 'readonly' and 'nomodifiable' are no obstacle.
   */
  readonly adopt?: boolean;
  /**
   * The text is what the file now holds, and the user's unsaved changes besides: the buffer stays modified, and
   * Neovim does not ask when it is written. 'readonly' and 'nomodifiable' are no obstacle.
   */
  readonly merge?: boolean;
  /** All open conflicts of this owner's text with the user's; absent: those known stay. */
  readonly conflicts?: { readonly owner: string; readonly regions: readonly ConflictRegion[] };
}

export type ApplyResult =
  | {
      readonly ok: true;
      readonly changedtick: number;
      readonly saved: boolean;
      /** Why it could not be saved. */
      readonly problem?: string;
      /** The file holds neither text whole: the draft must stay. */
      readonly spoilt?: boolean;
      /** How many of the conflicts were not on show already. */
      readonly fresh: number;
    }
  /**
   * `moved`: the buffer changed since `changedtick`, or its file; compute again. `pending`: the user is in the middle of a
   * command. Others are errors with a message for the agent.
   */
  | {
      readonly ok: false;
      readonly why: 'moved' | 'unloaded' | 'readonly' | 'nomodifiable' | 'pending' | 'error';
      readonly text: string;
    };
