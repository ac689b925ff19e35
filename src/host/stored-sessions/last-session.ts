/** The last session of a folder: remembered while it goes on, offered when the editor is started again. */
import type { SessionChange } from '../../model/changes';
import type { NoticeLevel, SessionState } from '../../model/state';
import { sessionTitle } from '../../model/title';
import { ageText } from '../../view/age';
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
  readonly agents: Pick<Agents, 'running' | 'find'>;
  readonly remembered: Pick<Remembered, 'newest'>;
  /** Says whether a session of this id is open in a chat. */
  readonly isOpen: (id: string) => boolean;
}

/** A session in which nothing was said yet. */
export interface FreshSession {
  readonly state: SessionState;
  notice(level: NoticeLevel, text: string): void;
}

/** Says how to reopen the last session of the folder, when its agent can. */
export function offerLast(
  { agents, remembered, isOpen }: LastSessionTools,
  session: FreshSession,
): void {
  const last = remembered.newest(
    session.state.cwd,
    ({ agent }) => agents.find(agent) !== undefined,
  );
  if (!last || isOpen(last.id)) return;
  const agent = agents.running(last.agent);
  // One that does not run may be able to.
  if (agent && !canContinue(agent)) return;
  const isOthers = last.agent !== session.state.agent;
  const by = isOthers ? ` with ${agents.find(last.agent)?.title}` : '';
  const age = ageText(last.updatedAt, Date.now());
  const when = age === undefined ? '' : ` (${age})`;
  session.notice(
    'info',
    `\`:Acp load\` continues the last session${by}: ${last.title ?? last.id}${when}`,
  );
}

/** Something happened that is worth continuing in another Neovim. */
export function isWorthRemembering({ event, before, after }: SessionChange): boolean {
  if (after.id === '' || after.turns === 0) return false;
  if (event.type === 'update') return before.title !== after.title;
  return event.type === 'prompted' || event.type === 'opened';
}

/** Notes a session as the last one of its folder. */
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
