/**
 * The one door from the host to Lua: `require('acp.<module>').<fn>(…)`, typed. A function here takes plain data
 * and returns plain data; Lua holds no session state and decides nothing.
 */

import type { Hunk } from '../edit/hunks';
import type { UserEvent, UserEvents } from '../model/user-events';
import type { Patch } from '../view/block';
import type { Completions } from '../view/offer';
import type { StatusFacts } from '../view/statusline';
import type {
  AwayFooters,
  Choice,
  Place,
  Room,
  Subject,
  SurfaceAction,
  SurfaceKey,
} from '../view/surfaces/surface';
import type { ChatStatus } from './status';

/** Identifies one chat (transcript + prompt buffers) in the editor; made by Lua, counting from 1. */
export type ViewId = number;

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
  readonly fileencoding: string;
  readonly readonly: boolean;
  readonly modifiable: boolean;
  readonly buftype: string;
  /** The user is in the middle of a command: no text may be changed. */
  readonly held: boolean;
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

export interface ApplyOptions {
  readonly fileformat?: 'unix' | 'dos' | 'mac';
  readonly endofline?: boolean;
  readonly bomb?: boolean;
  readonly fileencoding?: string;
  /** Save after applying (`:silent keepalt write!`), unless others have changed the file under unsaved text. */
  readonly save: boolean;
  /** Where the buffer's name must lead: nothing is written elsewhere. */
  readonly path?: string;
  /** The lines of the hunks were sent ahead, under this id of `buf.stage`. */
  readonly staged?: number;
  /** The only state of the file that may be saved over: in any other one the answer is `moved`. */
  readonly over?: string;
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
      /** How many of the conflicts were not on show already. */
      readonly fresh: number;
    }
  /**
   * `moved`: the buffer changed since `changedtick`, or its file; compute again. `held`: the user is in the middle of a
   * command. Others are errors with a message for the agent.
   */
  | {
      readonly ok: false;
      readonly why: 'moved' | 'unloaded' | 'readonly' | 'nomodifiable' | 'held' | 'error';
      readonly text: string;
    };

/** What a surface is, for as long as it is open. */
export interface SurfaceSpec {
  readonly id: string;
  readonly kind: string;
  readonly filetype: string;
  readonly place: Place;
  readonly cursorline: boolean;
  readonly wrap: boolean;
  readonly keys: readonly SurfaceKey[];
  readonly commands: readonly SurfaceAction[];
  /** What is guarded counts so long after it could first be read. */
  readonly guardMs: number;
}

/** What surrounds a surface's text now. Sizes are text cells; the editor's size is the limit. */
export interface SurfaceFrame {
  readonly title: string;
  readonly footer: string;
  /** Where there is no room for the footer. */
  readonly shortFooter?: string;
  readonly away?: AwayFooters;
  readonly topic?: string;
  readonly subject?: Subject;
  readonly choices: readonly Choice[];
  readonly rest?: string;
  /** More of the text is on its way. */
  readonly behind?: true;
  readonly width: number;
  readonly height: number;
  /** The row (0-based) that the cursor goes to. */
  readonly cursor?: number;
}

/** Bytes `from` up to, not including, `to` of a line of a list. */
export type WordRange = readonly [line: number, from: number, to: number];

/** A change in a buffer that is neither kept nor undone. */
export interface ReviewHunk {
  readonly id: number;
  /** 0-based, in the text of the buffer at the moment that goes with it. */
  readonly row: number;
  /** Lines of the buffer; 0: only taken out, above `row`. */
  readonly count: number;
  /** What stood there before, safe to show; the first lines when there are `more`. */
  readonly old: readonly string[];
  readonly more?: number;
  /** What is new inside lines, counted from `row`. */
  readonly words?: readonly WordRange[];
  /** What is gone from inside the lines of `old`. */
  readonly old_words?: readonly WordRange[];
  /** It is undone when the turn ends. */
  readonly queued?: boolean;
}

/** What is proposed for a file, to be shown in its buffer. */
export interface PreviewedFile {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** The lines of the buffer are those that would go, `old` are those that would come. */
  readonly hunks: readonly ReviewHunk[];
  /** It is shown already: the user stays where they are. */
  readonly isRefreshed: boolean;
}

/** Two texts of a file, to be shown side by side. */
export interface ComparedTexts {
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The second may be changed, and then be accepted. */
  readonly isEditable: boolean;
}

export type FiredEvent = readonly [name: UserEvent, data: UserEvents[UserEvent]];

/** A program that the user sees at work, and answers. */
export interface TerminalProgram {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Keys are `module.function` under `lua/acp/` (`init.lua` where the module is a folder). */
export interface LuaFunctions {
  // --- chat (lua/acp/chat/init.lua): windows and their buffers
  /** The transcript buffer of a view; makes the view's buffers when missing. Null when the view is gone. */
  'chat.buffer': (view: ViewId) => number | null;
  'chat.set_status': (view: ViewId, status: ChatStatus) => void;
  'chat.set_completions': (view: ViewId, completions: Completions) => void;
  /** Shows the chat of a view that is there. */
  'chat.show': (view: ViewId) => void;
  /** Opens a stored session, or a copy of one, in a chat of its own; Lua then sends `open`. */
  'chat.open_stored': (session: {
    readonly agent: string;
    readonly cwd: string;
    readonly session: string;
    readonly how: 'continue' | 'resume' | 'fork';
    readonly title?: string;
  }) => void;
  /** Forget a view: close its windows, wipe its buffers. */
  'chat.drop': (view: ViewId) => void;
  /** The user is in the chat and does not type: a question may come up by itself. */
  'chat.windows.is_at_rest': () => boolean;
  // --- transcript (lua/acp/transcript/init.lua)
  /**
   * Applies a patch; false when the buffer is gone. Follows the end in windows that were at the end. When it `settles`
   * the transcript, the others are taken to where they were at `hold_places`.
   */
  'transcript.apply': (bufnr: number, patch: Patch, settles?: boolean) => boolean;
  /** Empties the transcript from a row on and forgets its ranges there (before drawing anew). */
  'transcript.reset': (bufnr: number, row?: number) => boolean;
  /** Leaves what another host has drawn as it is; answers its rows. */
  'transcript.keep': (bufnr: number) => number;
  /** Remembers where windows are that do not show the end. */
  'transcript.hold_places': (bufnr: number) => void;
  // --- surface (lua/acp/surface/init.lua): windows whose text the host owns
  /** What a window may take at most; changes come as `surface_resized`. */
  'surface.room': () => Room;
  /** Opens the window of a surface with its first text, and the focus; one that is open already is emptied first. */
  'surface.show': (spec: SurfaceSpec, patch: Patch, frame: SurfaceFrame) => boolean;
  /** False when the window is gone. */
  'surface.patch': (id: string, patch: Patch, frame: SurfaceFrame) => boolean;
  'surface.focus': (id: string) => void;
  'surface.close': (id: string) => void;
  // --- host.ask (lua/acp/host/ask.lua): the user's own pickers and function; answered by `ui_answer`
  'host.ask.input': (ask: number, prompt: string, text: string) => void;
  'host.ask.select': (ask: number, prompt: string, kind: string, items: readonly string[]) => void;
  /** Asks the user's function `permissions.decide`. */
  'host.ask.decide': (ask: number, card: Readonly<Record<string, unknown>>) => void;
  // --- open (lua/acp/ui/open.lua): what the user asked for in the transcript
  'ui.open.file': (path: string, line: number | null) => void;
  /** Hands an address, or the path of a file, to the system. */
  'ui.open.url': (url: string) => void;
  'ui.open.text': (name: string, text: string) => void;
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
  // --- keys (lua/acp/keys.lua)
  /** The user's own global key for a `<Plug>` map, as one types it; null when there is none. */
  'keys.mapped_to': (plug: string) => string | null;
  // --- follow (lua/acp/follow)
  /**
   * Moves the user's code window to the place. `held`: the user types a command there, and `follow_paused` says when
   * it may be tried again; `none`: no window is fit, or there is no such file. `line` is 1-based.
   */
  'follow.go': (path: string, line: number | null) => 'moved' | 'paused' | 'held' | 'none';
  /** Begins (`paused`: as it was in a host that died), resumes or ends; the place it caught up with after a pause. */
  'follow.set': (
    on: boolean,
    paused?: boolean,
  ) => { readonly path: string; readonly line?: number } | null;
  // --- buffers (lua/acp/buffers/init.lua)
  /** The loaded buffer showing this absolute path (symlinks resolved), or null. */
  'buffers.find': (path: string) => BufferInfo | null;
  /** One slice as a single string, each line after a "\n", with the changedtick it belongs to; null when gone. */
  'buffers.slice': (
    bufnr: number,
    from: number,
    to: number,
  ) => { readonly text: string; readonly changedtick: number } | null;
  /** Lines of hunks that `conflict.edit.apply` is to make, in order; answers their id, by which the others follow. */
  'buffers.stage': (id: number | null, lines: readonly string[]) => number;
  // --- surface.terminal (lua/acp/surface/terminal.lua)
  /** Runs a program in a terminal float; answers why it cannot. Its exit code comes as `terminal_ended`. */
  'surface.terminal.run': (id: number, program: TerminalProgram) => string | null;
  /** Ends the program. */
  'surface.terminal.stop': (id: number) => void;
  // --- guard (lua/acp/buffers/reload_guard.lua): files that an agent may change on disk while it works
  /**
   * Keeps Neovim from asking about the loaded files below `roots`, and of `paths` from now on; answers all that are
   * loaded.
   */
  'buffers.reload_guard.watch': (
    roots: readonly string[],
    paths: readonly string[],
  ) => readonly { readonly path: string; readonly was?: string }[];
  'buffers.reload_guard.release': () => void;
  /** The file holds what the buffer held at `changedtick`; true when it has to be looked at again. */
  'buffers.disk.accept_same': (bufnr: number, changedtick: number) => boolean;
  'buffers.disk.accept_deleted': (path: string) => void;
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
  // --- proposal (lua/acp/proposal/init.lua): what agents ask to change, before it is
  /** Draws it into the file's buffer, whose text stays as it is; answers why it cannot. */
  'proposal.preview': (file: PreviewedFile) => string | null;
  'proposal.clear': () => void;
  /**
   * Opens a tab page, or goes back to the texts of this id; answers why it cannot. What the user does there comes as
   * `proposal_left` and `proposal_accepted`.
   */
  'proposal.compare': (id: string, texts: ComparedTexts) => string | null;
  /** Takes the tab page away; the user's text waits. */
  'proposal.hide': (id: string) => void;
  /** Takes it all away; with a reason the user's own text stays in a buffer, and they learn of it. */
  'proposal.close': (id: string, why: string) => void;
  /** Whether changes of buffers are reported (`proposal_text`). */
  'proposal.watch': (on: boolean) => void;
  // --- events, notices, answers
  /** `User` autocommand and `acp.on` listeners. */
  'events.fire': (name: UserEvent, data: UserEvents[UserEvent]) => void;
  /** Several, in their order. */
  'events.fire_all': (events: readonly FiredEvent[]) => void;
  /** One short line through `vim.notify`. */
  'ui.notify.show': (level: 'info' | 'warn' | 'error', text: string) => void;
  /** @param line what users put into their statusline */
  'status.set': (facts: StatusFacts, line: string) => void;
  /** Answers a callback given to the Lua API. */
  'host.reply': (callback: number, error: string | null, result: unknown) => void;
}

export type LuaFunction = keyof LuaFunctions;

/** Calls one Lua function and answers its result. Rejects when it threw or when the editor is gone. */
export interface Lua {
  call<F extends LuaFunction>(
    fn: F,
    ...args: Parameters<LuaFunctions[F]>
  ): Promise<ReturnType<LuaFunctions[F]>>;
}
