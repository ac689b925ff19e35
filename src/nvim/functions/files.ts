/** The user's files in the editor: their text, and what agents change in it. Keys and results as in `LuaFunctions`. */
import type { Hunk } from '../../edit/hunks';
import type { ApplyOptions, ApplyResult, BufferInfo, StagedHunk } from '../buffer-edit';
import type { LabelledTexts, PreviewedFile } from '../proposed-hunks';
import type { ComparedFile, PlacedComment, QuickfixEntry } from '../review-data';
import type { ReviewHunk } from '../review-hunks';

export interface FileFunctions {
  // --- buffers (lua/acp/buffers/init.lua)
  /** The loaded buffer showing this absolute path (symlinks resolved), or null. */
  'buffers.find': (path: string) => BufferInfo | null;
  /** Real paths of the loaded files whose names lead through a link. */
  'buffers.behind': (link: string) => readonly string[];
  /** One slice as a single string, each line after a "\n", with the changedtick it belongs to; null when gone. */
  'buffers.slice': (
    bufnr: number,
    from: number,
    to: number,
  ) => { readonly text: string; readonly changedtick: number } | null;
  /** Lines of hunks that `conflict.edit.apply` is to make, in order; answers their id, by which the others follow. */
  'buffers.stage': (id: number | null, lines: readonly string[]) => number;
  // --- guard (lua/acp/buffers/reload_guard.lua): files that an agent may change on disk while it works
  /**
   * Keeps Neovim from asking about the loaded files below `roots`, and of `paths` from now on; answers all that are
   * loaded.
   */
  'buffers.reload_guard.watch': (
    roots: readonly string[],
    paths: readonly string[],
  ) => readonly { readonly path: string; readonly was?: string }[];
  /** As `buffers.find`, when all that the user has written until now is reported (`file_saved`). */
  'buffers.reload_guard.find': (path: string) => BufferInfo | null;
  'buffers.reload_guard.release': () => void;
  /** The file holds what the buffer held at `changedtick`; true when it has to be looked at again. */
  'buffers.disk.accept_same': (bufnr: number, changedtick: number, path: string) => boolean;
  'buffers.disk.accept_deleted': (path: string) => void;
  /** The same, and nothing in the file was the user's: its buffer goes, too, unless it has unsaved text. */
  'buffers.disk.drop_deleted': (path: string) => void;
  // --- encoding (lua/acp/buffers/encoding.lua)
  /** Bytes (base64) in an encoding that only the editor knows: "\n" and the text; null when that is not exact. */
  'buffers.encoding.decode': (bytes: string, fileencoding: string) => string | null;
  // --- conflict (lua/acp/conflict/)
  /** Makes an edit; the conflicts in the buffer stay where their lines are. */
  'conflict.edit.apply': (
    bufnr: number,
    changedtick: number,
    hunks: readonly Hunk[] | readonly StagedHunk[],
    options: ApplyOptions,
  ) => ApplyResult;
  /** Keeps the agent's version of a file in a buffer of its own. */
  'conflict.keep': (path: string, lines: readonly string[]) => void;
  'conflict.drop': (paths: readonly string[]) => void;
  // --- review (lua/acp/review/init.lua): what agents have changed, in the user's buffers
  /**
   * Shows these hunks and no others, and reports the user's edits (`review_edited`) from then on, until an edit of ours
   * is made there. False, and nothing is done, when the buffer is gone or not at this changedtick.
   */
  'review.show': (bufnr: number, changedtick: number, hunks: readonly ReviewHunk[]) => boolean;
  /** Nothing is under review there any more: its edits are not reported either. */
  'review.clear': (bufnr: number) => void;
  /** From now on files that are loaded are reported (`review_loaded`). */
  'review.watch': () => void;
  /** Takes the user to a hunk. `row` is 0-based. */
  'review.go': (place: { readonly path: string; readonly row: number }) => void;
  /** Opens a tab page with both sides; false when that is not possible. `review_compare_closed` says when it is gone. */
  'review.compare.open': (file: ComparedFile) => boolean;
  /** What the left side shows now; null: what the file holds. */
  'review.compare.update': (id: number, lines: readonly string[] | null) => void;
  /** Shows these comments, and no others, beside the lines of a loaded file. Those that are shown stay on their lines. */
  'review.comments.show': (path: string, comments: readonly PlacedComment[]) => void;
  /** Where all comments stand that are shown, and what stands there. */
  'review.comments.places': () => readonly (Omit<PlacedComment, 'text'> & {
    readonly lines: readonly string[];
  })[];
  /** Puts changes into the quickfix list. */
  'review.quickfix.show': (entries: readonly QuickfixEntry[]) => void;
  // --- proposal (lua/acp/proposal/init.lua): what agents ask to change, before it is
  /** Draws it into the file's buffer, whose text stays as it is; answers why it cannot. */
  'proposal.preview': (file: PreviewedFile) => string | null;
  'proposal.clear': () => void;
  /**
   * Opens a tab page, or goes back to the texts of this id; answers why it cannot. What the user does there comes as
   * `proposal_left` and `proposal_accepted`.
   */
  'proposal.compare': (id: string, texts: LabelledTexts) => string | null;
  /** Takes the tab page away; the user's text waits. */
  'proposal.hide': (id: string) => void;
  /** Takes it all away; with a reason the user's own text stays in a buffer, and they learn of it. */
  'proposal.close': (id: string, why: string) => void;
  /** Whether changes of buffers are reported (`proposal_text`). */
  'proposal.watch': (on: boolean) => void;
  // --- trust (lua/acp/trust.lua)
  /** What the file says, if the user trusts it (they may be asked); an absent file is an empty one. */
  'trust.read': (path: string) => {
    readonly exists: boolean;
    readonly text?: string;
    /** Why there is no text. */
    readonly problem?: string;
  };
  /** After the file of a folder was written: trusts it as this text; false when that could not be. */
  'trust.trust': (cwd: string, path: string, text: string) => boolean;
}
