/**
 * The one door from the host to Lua: `require('acp.<module>').<fn>(…)`, typed. A function here takes plain data
 * and returns plain data; Lua holds no session state and decides nothing.
 */

import type { Hunk } from '../edit/hunks';
import type { UserEvent, UserEvents } from '../model/user-events';
import type { Patch } from '../view/block';
import type { Completions } from '../view/offer';
import type { StatusFacts } from '../view/statusline';
import type { Room } from '../view/surfaces/surface';
import type { ApplyOptions, ApplyResult, BufferInfo, StagedHunk } from './buffer-edit';
import type {
  CommandOutput,
  EditorState,
  FileBuffer,
  QuickfixItem,
  QuickfixState,
  UndoHistory,
} from './editor-tools';
import type { KeptTools } from './kept-tools';
import type {
  BufferState,
  DiagnosticActivity,
  FoundDiagnostic,
  LanguageClient,
  LanguageRequest,
  ServedBuffer,
  ServedDocument,
} from './language-servers';
import type {
  BufferPlace,
  BufferText,
  LinesNow,
  NamedFile,
  OpenBuffer,
  PromptChip,
  QuickfixList,
  ReportedDiagnostic,
} from './prompt-context';
import type { ComparedTexts, PreviewedFile } from './proposed-hunks';
import type { DrawAnswer, DrawRequest } from './renderer-calls';
import type { ComparedFile, PlacedComment, QuickfixEntry } from './review-data';
import type { ReviewHunk } from './review-hunks';
import type { ChatStatus } from './status';
import type { SurfaceFrame, SurfaceSpec } from './surface-window';

/** Identifies one chat (transcript + prompt buffers) in the editor; made by Lua, counting from 1. */
export type ViewId = number;

/** What became of a move; see `follow.go`. */
export type FollowResult = 'moved' | 'paused' | 'pending' | 'none';

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
  'chat.stored.open': (session: {
    readonly agent: string;
    readonly cwd: string;
    readonly session: string;
    readonly how: 'continue' | 'resume' | 'fork';
    readonly title?: string;
  }) => void;
  /** Takes the user to the prompt of a view, with a text that was not sent above what is written there. */
  'chat.take_back': (view: ViewId, text: string) => void;
  /** Forget a view: close its windows, wipe its buffers. */
  'chat.drop': (view: ViewId) => void;
  /**
   * Offers a prompt of this view (0: of none) to be edited and sent again: `put` into the prompt buffer where nothing is
   * written, else as the newest of the earlier prompts, which `key` brings back.
   */
  'chat.offer.files': (view: ViewId, files: readonly NamedFile[]) => void;
  'chat.offer.prompt': (
    view: ViewId,
    text: string,
  ) => { readonly put: boolean; readonly key?: string };
  /** Takes the user to a row (0-based) of the transcript of a view, where it is shown. */
  'chat.windows.read': (view: ViewId, row: number) => void;
  /** Takes the user to the prompt, to type there. */
  'chat.windows.write': () => void;
  /** The user is in the chat and does not type: a question may come up by itself. */
  'chat.windows.is_at_rest': () => boolean;
  /** Calls the user to a chat, unless they see it or do not want that. */
  'chat.attention.call': (
    view: ViewId,
    kind: 'turn' | 'question',
    level: 'info' | 'warn',
    text: string,
  ) => void;
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
  /** Puts text into a register and the unnamed one, as a yank of whole lines. */
  'transcript.yank.put': (register: string, text: string) => void;
  // --- renderers (lua/acp/renderers/draw.lua): cards as the user draws them
  /** Has the user's renderers draw these, in their order. */
  'renderers.draw.cards': (requests: readonly DrawRequest[]) => readonly DrawAnswer[];
  // --- surface (lua/acp/surface/init.lua): windows whose text the host owns
  /** What a window may take at most; changes come as `surface_resized`. */
  'surface.room': () => Room;
  /** Opens the window of a surface with its first text, and the focus; one that is open already is emptied first. */
  'surface.show': (spec: SurfaceSpec, patch: Patch, frame: SurfaceFrame) => boolean;
  /** False when the window is gone. */
  'surface.patch': (id: string, patch: Patch, frame: SurfaceFrame) => boolean;
  'surface.focus': (id: string) => void;
  'surface.close': (id: string) => void;
  // --- ask (lua/acp/ask/init.lua)
  /** Shows what has become of an ask at its lines; without a text it is over. */
  /** The lines of an ask as they are now; null: they are gone. */
  'ask.lines': (ask: number) => LinesNow | null;
  'ask.show': (ask: number, text?: string, group?: string) => void;
  // --- host.ask (lua/acp/host/ask.lua): the user's own pickers and function; answered by `ui_answer`
  'host.ask.input': (ask: number, prompt: string, text: string) => void;
  'host.ask.select': (ask: number, prompt: string, kind: string, items: readonly string[]) => void;
  /** Asks the user's function `permissions.decide`. */
  'host.ask.decide': (ask: number, card: Readonly<Record<string, unknown>>) => void;
  // --- host.kept (lua/acp/host/kept.lua)
  /** For the next host, should this one die. */
  'host.kept.keep_editor_tools': (kept: KeptTools) => void;
  // --- tools.registered (lua/acp/tools/registered.lua): tools of the user's own
  /** Runs one of them; answered by `ui_answer`. */
  'tools.registered.run': (
    ask: number,
    id: number,
    input: Readonly<Record<string, unknown>>,
  ) => void;
  // --- open (lua/acp/ui/open.lua): what the user asked for in the transcript
  'ui.open.file': (path: string, line: number | null, column?: number | null) => void;
  /** Hands an address, or the path of a file, to the system. */
  'ui.open.url': (url: string) => void;
  'ui.open.text': (title: string, text: string) => void;
  /** Shows a terminal in the window for code; false when there is none of this program yet and no text for one. */
  'ui.open.terminal': (id: string, title: string, text: string | null) => boolean;
  /** Adds to a terminal; false when it is gone. */
  'ui.open.terminal_append': (id: string, text: string) => boolean;
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
  // --- prompt (lua/acp/prompt/chips.lua)
  /** Shows what goes along with a prompt, if its text is still that of the `changedtick`. */
  'prompt.chips.show': (bufnr: number, changedtick: number, chips: readonly PromptChip[]) => void;
  /** Takes what is mentioned under this name out of the text of a prompt. */
  'prompt.chips.take_out': (bufnr: number, name: string) => void;
  // --- context (lua/acp/context/init.lua): what the user works on
  'context.buffers': () => readonly OpenBuffer[];
  /** Lines of a buffer, from 1, both ends included; null when it is gone. */
  'context.text': (bufnr: number, first: number | null, last: number | null) => BufferText | null;
  /** What was selected last in the window that the user works on files in; null: nothing. */
  /** The lines that a prompt mentions which is on its way, where they are now. */
  'context.anchors.now': (anchored: number) => readonly unknown[];
  'context.selection': () => BufferPlace | null;
  'context.diagnostics': () => readonly ReportedDiagnostic[];
  'context.quickfix': () => QuickfixList;
  /** Asks the language servers; answered by `ui_answer` with a list of symbols as JSON. */
  'context.symbols': (ask: number, query: string) => void;
  // --- follow (lua/acp/follow)
  /**
   * Moves the user's code window to the place. `pending`: the user types a command there, and `follow_paused` says when
   * it may be tried again; `none`: no window is fit, or there is no such file. `line` is 1-based.
   */
  'follow.go': (path: string, line: number | null) => FollowResult;
  /** The same for a place that is shown whether following is on or not: `paused` when the user works there. */
  'follow.show': (path: string, line: number | null) => FollowResult;
  /** Begins (`paused`: as it was in a host that died), resumes or ends. */
  'follow.set': (on: boolean, paused?: boolean) => void;
  /** Takes the user to an earlier place and pauses there; false when that cannot be. */
  'follow.step_back': (path: string, line: number | null) => boolean;
  // --- tools (lua/acp/tools): what the editor's tools for agents ask
  'tools.editor_state.get': () => EditorState;
  /** Whether changes of open files are reported (`buffers_changed`). */
  'tools.watch.set': (on: boolean) => void;
  'tools.buffers.list': () => readonly FileBuffer[];
  /** Of a file, by its path; null: it is not loaded. */
  'tools.undo_history.of': (path: string) => UndoHistory | null;
  /** The output of a command that lists something, in the user's code window. */
  'tools.command.run': (name: string, args: readonly string[]) => CommandOutput;
  'tools.quickfix.get': () => QuickfixState;
  'tools.quickfix.set': (title: string, items: readonly QuickfixItem[]) => void;
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
  // --- ui.editor_window (lua/acp/ui/editor_window.lua)
  /** Loads a file into a buffer that no window shows yet; null when that cannot be. */
  'ui.editor_window.load': (path: string) => number | null;
  /** The files in the windows in which the user works, the one used last first. */
  'ui.editor_window.files': () => readonly string[];
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
  'proposal.compare': (id: string, texts: ComparedTexts) => string | null;
  /** Takes the tab page away; the user's text waits. */
  'proposal.hide': (id: string) => void;
  /** Takes it all away; with a reason the user's own text stays in a buffer, and they learn of it. */
  'proposal.close': (id: string, why: string) => void;
  /** Whether changes of buffers are reported (`proposal_text`). */
  'proposal.watch': (on: boolean) => void;
  // --- tools.lsp (lua/acp/tools/lsp.lua): language servers, for the tools of agents
  /** A file with its servers, loaded for a while if it was not; null when it cannot be. */
  'tools.lsp.document': (path: string, method: string) => ServedDocument | null;
  /** All servers that run. */
  'tools.lsp.clients': (method: string) => readonly LanguageClient[];
  /** `FormattingOptions`: how the editor indents the buffer. */
  'tools.lsp.format_options': (bufnr: number) => {
    readonly tabSize: number;
    readonly insertSpaces: boolean;
  };
  'tools.lsp.states': () => readonly BufferState[];
  /** Sends a request to a server; answered by `ui_answer`. */
  'tools.lsp.query': (ask: number, request: LanguageRequest) => void;
  'tools.lsp.cancel': (ask: number) => void;
  // --- tools.lsp_command (lua/acp/tools/lsp_command.lua): commands of servers; answered by `ui_answer`
  /** Answers with the first `edit` that the server wants made while it executes the command, or as `request` does. */
  'tools.lsp_command.run': (ask: number, request: LanguageRequest) => void;
  /** Lets the server go on after an edit; answers with what comes next. */
  'tools.lsp_command.go_on': (ask: number, client: number, applied: boolean) => void;
  'tools.lsp_command.stop': (client: number) => void;
  // --- tools.treesitter (lua/acp/tools/treesitter.lua)
  /** Nodes of a text that have a name and one of the words in their type; answered by `ui_answer`. */
  'tools.treesitter.nodes': (
    ask: number,
    source: {
      readonly path: string;
      readonly text: string;
      readonly types: readonly string[];
      readonly max: number;
    },
  ) => void;
  // --- tools.diagnostics (lua/acp/tools/diagnostics.lua)
  /** Of a buffer or of all; without what was known from servers that were just asked (`pulled`: their ids). */
  'tools.diagnostics.get': (
    bufnr: number | null,
    pulled: readonly number[],
  ) => readonly FoundDiagnostic[];
  /** Those on rows of a buffer as servers have sent them, as JSON. */
  'tools.diagnostics.sent': (
    bufnr: number,
    first: number,
    last: number,
  ) => readonly { readonly client: number; readonly json: string }[];
  /** Servers are sent the text as it is now, if they were not. */
  'tools.diagnostics.activity': (bufnr: number) => DiagnosticActivity;
  /** The loaded files that servers know. */
  'tools.diagnostics.files': () => readonly ServedBuffer[];
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
