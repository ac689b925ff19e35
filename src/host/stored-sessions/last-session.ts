/** The last session of a folder: remembered while it goes on, offered when the editor is started again. */
import type { SessionChange } from '../../model/changes';
import type { NoticeLevel, SessionState } from '../../model/state';
import { sessionTitle } from '../../model/title';
import type { Agents } from '../agents/agents';
import { canContinue } from '../chat/opening';
import type { Remembered } from './session-store';

/** Nothing was said or asked yet. */
export function isUnused({ entries, queue }: SessionState): boolean {
  return entries.every(({ kind }) => kind === 'notice') && queue.length === 0;
}

/** A new session in a chat in which nothing was said or asked yet. */
export function isFresh({ event, before, after }: SessionChange): boolean {
  return event.type === 'opened' && before.id === '' && isUnused(after);
}

export interface LastSessionTools {
  readonly agents: Pick<Agents, 'running'>;
  readonly remembered: Pick<Remembered, 'last'>;
  /** Says whether a session of this id is open in a chat. */
  readonly isOpen: (id: string) => boolean;
}

/** A session in which nothing was said yet. */
export interface FreshSession {
  readonly state: SessionState;
  notice(level: NoticeLevel, text: string): void;
}

/** Says how to reopen the last session of the folder, when the agent can. */
export function offerLast(
  { agents, remembered, isOpen }: LastSessionTools,
  session: FreshSession,
): void {
  const { agent: name, cwd } = session.state;
  const agent = agents.running(name);
  const last = remembered.last(cwd, name);
  if (!last || !agent || !canContinue(agent)) return;
  if (isOpen(last.id)) return;
  const time = new Date(last.updatedAt);
  const when = Number.isNaN(time.getTime()) ? '' : ` (${time.toLocaleString()})`;
  session.notice(
    'info',
    `\`:Acp load\` continues the last session: ${last.title ?? last.id}${when}`,
  );
}

/** Something happened that is worth continuing in another Neovim. */
export function isWorthRemembering({ event, before, after }: SessionChange): boolean {
  if (after.id === '' || after.turns === 0) return false;
  if (event.type === 'update') return before.title !== after.title;
  return event.type === 'prompted' || event.type === 'opened';
}

export function remember(remembered: Pick<Remembered, 'put'>, state: SessionState): void {
  const title = sessionTitle(state);
  remembered.put({
    cwd: state.cwd,
    agent: state.agent,
    id: state.id,
    updatedAt: new Date().toISOString(),
    ...(title ? { title } : {}),
  });
}
