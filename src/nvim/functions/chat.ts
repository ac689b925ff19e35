/** Chats, their prompts, and what the user asks an agent about lines of a file. Keys and results as in `LuaFunctions`. */
import type { Patch } from '../../view/block';
import type { Completions } from '../../view/offer';
import type {
  BufferPlace,
  BufferText,
  LinesNow,
  NamedFile,
  OpenBuffer,
  PromptChip,
  QuickfixList,
} from '../prompt-context';
import type { DrawAnswer, DrawRequest } from '../renderer-calls';
import type { ChatStatus } from '../status';
import type { ViewId } from '../view-id';

export interface ChatFunctions {
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
  'chat.offer.files': (view: ViewId, files: readonly NamedFile[]) => void;
  /**
   * Offers a prompt of this view (0: of none) to be edited and sent again: `put` into the prompt buffer where nothing is
   * written, else as the newest of the earlier prompts, which `key` brings back.
   */
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
  /** Whether a window shows the transcript of a view. If none does, `transcript_shown` is sent once one does. */
  'transcript.window.is_shown': (bufnr: number, view: ViewId) => boolean;
  /** Remembers where windows are that do not show the end. */
  'transcript.hold_places': (bufnr: number) => void;
  /** Puts text into a register and the unnamed one, as a yank of whole lines. */
  'transcript.yank.put': (register: string, text: string) => void;
  // --- renderers (lua/acp/renderers/draw.lua): cards as the user draws them
  /** Has the user's renderers draw these, in their order. */
  'renderers.draw.cards': (requests: readonly DrawRequest[]) => readonly DrawAnswer[];
  // --- prompt (lua/acp/prompt/chips.lua)
  /** Shows what goes along with a prompt, if its text is still that of the `changedtick`. */
  'prompt.chips.show': (bufnr: number, changedtick: number, chips: readonly PromptChip[]) => void;
  /** Takes what is mentioned under this name out of the text of a prompt. */
  'prompt.chips.take_out': (bufnr: number, name: string) => void;
  // --- context (lua/acp/context/init.lua): what the user works on
  'context.buffers': () => readonly OpenBuffer[];
  /** Lines of a buffer, from 1, both ends included; null when it is gone. */
  'context.text': (bufnr: number, first: number | null, last: number | null) => BufferText | null;
  /** The lines that a prompt mentions which is on its way, where they are now. */
  'context.anchors.now': (anchored: number) => readonly unknown[];
  /** What was selected last in the window that the user works on files in; null: nothing. */
  'context.selection': () => BufferPlace | null;
  'context.quickfix': () => QuickfixList;
  // --- ask (lua/acp/ask/init.lua)
  /** The lines of an ask as they are now; null: they are gone. */
  'ask.lines': (ask: number) => LinesNow | null;
  /** Shows what has become of an ask at its lines, which may be the last of it; without a text that goes. */
  'ask.show': (ask: number, text?: string, group?: string, over?: boolean) => void;
}
