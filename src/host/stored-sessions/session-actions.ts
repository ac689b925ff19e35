/** What can be done with a session of a list, whoever asks for it. */
import type { Lua } from '../../nvim/lua';
import { describeError } from '../../protocol/errors';
import type { ListedSession } from '../../view/surfaces/sessions';
import type { Asks } from '../asks';
import { type SessionSources, withAgent } from './session-list';
import type { Remembered } from './session-store';

export interface SessionTools {
  readonly sources: SessionSources;
  readonly remembered: Remembered;
  readonly lua: Lua;
  readonly asks: Asks;
  readonly notify: (level: 'info' | 'warn' | 'error', text: string) => void;
  /** Reports what an agent answered to something that failed: in a line, and in full in the transcript of this view. */
  readonly report: (view: number | undefined, text: string) => void;
  /** Ends the session of a view. */
  readonly drop: (view: number) => Promise<void>;
}

/** Where a command was given. */
export interface SessionScope {
  readonly cwd: string;
  /** Name of the agent of the chat there. */
  readonly agent?: string;
  readonly view?: number;
}

/** Shows a session that is open; opens a stored one in a chat of its own. */
export async function openListed(
  { lua }: SessionTools,
  cwd: string,
  { id, agent, title, open }: ListedSession,
  how: 'continue' | 'resume',
): Promise<void> {
  if (open) await lua.call('chat.show', open.view);
  else {
    const named = title ? { title } : {};
    await lua.call('chat.stored.open', { agent, cwd, session: id, how, ...named });
  }
}

/** Throws with a message for the user when there can be no copy. An agent that does not run may still be able to. */
export function checkFork({ sources }: SessionTools, { id, agent, by, open }: ListedSession): void {
  if (id === '') throw new Error('the session has not begun yet');
  const running = sources.agents.running(agent);
  if (open && !running) throw new Error('the session has no agent; :Acp restart starts it');
  if (running && !running.can('fork')) throw new Error(`${by} cannot fork sessions`);
}

/** Goes on in a copy. */
export async function forkListed(
  { lua }: SessionTools,
  cwd: string,
  { id, agent }: ListedSession,
): Promise<void> {
  await lua.call('chat.stored.open', { agent, cwd, session: id, how: 'fork' });
}

/** Ends a session that is open, and its chat. */
export async function endListed({ lua, drop }: SessionTools, view: number): Promise<void> {
  await lua.call('chat.drop', view);
  await drop(view);
}

/** Deletes a session after a question; true when it is gone. */
export async function deleteListed(
  tools: SessionTools,
  scope: SessionScope,
  session: ListedSession,
): Promise<boolean> {
  const { sources, remembered, asks, notify, report } = tools;
  const { id, agent, by, title } = session;
  const prompt = `Delete the session "${title ?? id}" of ${by}?`;
  const choices = ['Keep it', 'Delete it'];
  const choice = await asks.select(prompt, 'acp_delete_session', choices, (text) => text);
  if (choice !== 'Delete it') return false;
  try {
    if (sources.chats().some((chat) => chat.session.state.id === id)) {
      throw new Error('this session is open; :Acp close ends it');
    }
    remembered.forget(agent, id);
    await withAgent(sources, sources.agents.choose(agent), (running) => running.delete(id));
  } catch (error) {
    report(scope.view, describeError(error));
    return false;
  }
  notify('info', 'the session was deleted');
  return true;
}
