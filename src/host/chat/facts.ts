/** The current state of all chats, as plain data for Lua. */
import { plain } from '../../base/plain';
import type { SessionState, Turn } from '../../model/state';
import { permissionSnapshot } from '../../model/state-snapshot';
import type { ReviewCounts, StatusFacts } from '../../view/statusline';

/** What `sessions()` answers a list of. */
export interface OpenSession {
  readonly id: string;
  readonly view: number;
  readonly agent: string;
  readonly title: string | undefined;
  readonly cwd: string;
  readonly turn: Turn;
  /** Open permissions. */
  readonly pending: number;
}

/** What is shown of a chat. */
export interface ShownChat {
  readonly view: number;
  readonly choice: { readonly title: string };
  readonly phase: StatusFacts['phase'];
  readonly session: { readonly state: SessionState };
}

/** For `acp.sessions()`. */
export function sessionList(chats: readonly ShownChat[]): unknown {
  return plain(
    chats.map(
      ({ view, session }): OpenSession => ({
        id: session.state.id,
        view,
        agent: session.state.agent,
        title: session.state.title,
        cwd: session.state.cwd,
        turn: session.state.turn,
        pending: session.state.permissions.length,
      }),
    ),
  );
}

/** For `acp.permissions()`. */
export function permissionList(chats: readonly ShownChat[]): unknown {
  return chats.flatMap(({ session: { state } }) =>
    state.permissions.map((request) => plain(permissionSnapshot(state.id, request))),
  );
}

/** A chat with a running turn comes first, then the newest. */
export function statusFacts(
  chats: readonly ShownChat[],
  follow: StatusFacts['follow'],
  review?: ReviewCounts,
  comments = 0,
): StatusFacts {
  const running = chats.find((chat) => chat.session.state.turn.phase !== 'idle') ?? chats.at(-1);
  const sum = (count: (chat: ShownChat) => number): number =>
    chats.reduce((all, chat) => all + count(chat), 0);
  return {
    ...(running ? { agent: running.choice.title, session: running.session.state.id } : {}),
    phase: running ? running.phase : 'idle',
    pending: sum(({ session }) => session.state.permissions.length),
    queued: sum(({ session }) => session.state.queue.length),
    ...(chats.some(({ session }) => session.state.queuePaused) ? { queuePaused: true } : {}),
    sessions: chats.length,
    follow,
    ...(review ? { review } : {}),
    ...(comments > 0 ? { comments } : {}),
  };
}
