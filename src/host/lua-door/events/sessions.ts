/** Agents and their sessions: started and ended, signed in to, stored and gone back in. Part of `HostEvents`. */
import type { ViewId } from '../../../nvim/view-id';

export interface SessionEvents {
  restart: { readonly view: ViewId };
  stop: { readonly view: ViewId };
  /** `:Acp login`: with this method, else the only one, or one that the user chooses. */
  login: { readonly view: ViewId; readonly method?: string };
  logout: { readonly view: ViewId };
  /** `:Acp install` */
  install: { readonly agent: string };
  /** A program started by `surface.terminal.run` has ended. */
  terminal_ended: { readonly id: number; readonly code: number };
  /** `:Acp sessions`: the window. `view` is the chat that the user is in. */
  list_sessions: { readonly cwd: string; readonly agent?: string; readonly view?: ViewId };
  /** `:Acp load` and `:Acp resume` (`how`) without an id: the last session of the folder, else a choice. */
  load_session: {
    readonly cwd: string;
    readonly agent?: string;
    readonly view?: ViewId;
    readonly how: string;
  };
  fork_session: { readonly view: ViewId };
  /** Without an id the user chooses. */
  delete_session: {
    readonly cwd: string;
    readonly agent?: string;
    readonly view?: ViewId;
    readonly session?: string;
  };
  /** `:Acp checkpoints`: the window, about a folder. `view` is the chat that the user is in. */
  checkpoints: { readonly cwd: string; readonly agent?: string; readonly view?: ViewId };
  /** `:Acp restore`: what going back to a checkpoint of the folder would change. */
  restore: {
    readonly cwd: string;
    readonly agent?: string;
    readonly view?: ViewId;
    readonly number?: string;
  };
}
