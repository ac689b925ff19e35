/** The session for whose agent tools run, and what of the editor they reach. */
import type { ActingSession } from '../client/approval';
import type { SessionState } from '../model/state';
import type { FileText, TextSearch } from '../model/texts';
import type { Place } from '../nvim/follower';
import type { FollowResult } from '../nvim/functions/windows';
import type { Lua } from '../nvim/lua';
import type { Documents, Reach } from '../session/ports';
import type { Session } from '../session/session';

export type ToolSession = ActingSession &
  Pick<Session, 'elicit' | 'record' | 'turnCancelled'> & { readonly state: SessionState };

/** What the host gives to the tools of all sessions. */
export interface EditorAccess {
  readonly lua: Lua;
  readonly documents: Documents;
  /** See `ToolContext.ask`. */
  ask(send: (ask: number) => Promise<void>, signal: AbortSignal): Promise<string | undefined>;
  /**
   * See `ToolContext.permits`. Writes nothing down: it is asked for each file of a search.
   * @param tool as rules match it
   */
  permits(session: ToolSession, path: string, tool: string): Promise<boolean>;
  /** Rejects with an `AcpError` for a file that no agent may write. */
  reach(session: ToolSession, path: string): Promise<Reach>;
  /** See `ToolContext.textOf`. */
  textOf(session: ToolSession, path: string): Promise<FileText | undefined>;
  search(session: ToolSession): TextSearch;
  /** See `ToolContext.show`. */
  show(place: Place): Promise<FollowResult>;
}
