/** What the user sees beside the chats, and where they look. Keys and results as in `LuaFunctions`. */
import type { Patch } from '../../view/block';
import type { StatusFacts } from '../../view/statusline';
import type { Room } from '../../view/surfaces/surface';
import type { SurfaceFrame, SurfaceSpec } from '../surface-window';

/** What became of a move; see `follow.go`. */
export type FollowResult = 'moved' | 'paused' | 'pending' | 'none';

/** A program that the user sees at work, and answers. */
export interface TerminalProgram {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A program as the editor starts it. */
export interface TerminalJob extends TerminalProgram {
  /** What must be there, whatever starts it. */
  readonly executable: string;
}

export interface WindowFunctions {
  // --- surface (lua/acp/surface/init.lua): windows whose text the host owns
  /** What a window may take at most; changes come as `surface_resized`. */
  'surface.room': () => Room;
  /** Opens the window of a surface with its first text, and the focus; one that is open already is emptied first. */
  'surface.show': (spec: SurfaceSpec, patch: Patch, frame: SurfaceFrame) => boolean;
  /** False when the window is gone. */
  'surface.patch': (id: string, patch: Patch, frame: SurfaceFrame) => boolean;
  'surface.focus': (id: string) => void;
  'surface.close': (id: string) => void;
  // --- surface.terminal (lua/acp/surface/terminal.lua)
  /** Runs a program in a terminal float; answers why it cannot. Its exit code comes as `terminal_ended`. */
  'surface.terminal.run': (id: number, job: TerminalJob) => string | null;
  /** Ends the program. */
  'surface.terminal.stop': (id: number) => void;
  // --- host.ask (lua/acp/host/ask.lua): the user's own pickers and function; answered by `ui_answer`
  'host.ask.input': (ask: number, prompt: string, text: string) => void;
  'host.ask.select': (ask: number, prompt: string, kind: string, items: readonly string[]) => void;
  /** Asks the user's function `permissions.decide`. */
  'host.ask.decide': (ask: number, card: Readonly<Record<string, unknown>>) => void;
  // --- open (lua/acp/ui/open.lua): what the user asked for in the transcript
  'ui.open.file': (path: string, line: number | null, column?: number | null) => void;
  /** Hands an address, or the path of a file, to the system. */
  'ui.open.url': (url: string) => void;
  'ui.open.text': (title: string, text: string) => void;
  /** Shows a terminal in the window for code; false when there is none of this program yet and no text for one. */
  'ui.open.terminal': (id: string, title: string, text: string | null) => boolean;
  /** Adds to a terminal; false when it is gone. */
  'ui.open.terminal_append': (id: string, text: string) => boolean;
  // --- ui.editor_window (lua/acp/ui/editor_window.lua)
  /** Loads a file into a buffer that no window shows yet; null when that cannot be. */
  'ui.editor_window.load': (path: string) => number | null;
  /** The files in the windows in which the user works, the one used last first. */
  'ui.editor_window.files': () => readonly string[];
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
  // --- keys (lua/acp/keys.lua)
  /** The user's own global key for a `<Plug>` map, as one types it; null when there is none. */
  'keys.mapped_to': (plug: string) => string | null;
  // --- ui.notify, status
  /** One short line through `vim.notify`. */
  'ui.notify.show': (level: 'info' | 'warn' | 'error', text: string) => void;
  /** @param line what users put into their statusline */
  'status.set': (facts: StatusFacts, line: string) => void;
}
