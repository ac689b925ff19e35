/** Ending an agent by the user's wish: all chats that it serves are concerned. */
import type { NoticeLevel } from '../../model/state';
import type { Agents } from './agents';

/** A chat that the agent of this name serves. */
export interface ServedChat {
  readonly choice: { readonly name: string; readonly title: string };
  /** It has an agent, or is about to have one. */
  readonly active: boolean;
  readonly session: {
    notice(level: NoticeLevel, text: string): void;
    dropQueue(error: string): void;
  };
  abandon(): void;
  reopen(): Promise<void>;
}

export interface RestartTools {
  readonly agents: Pick<Agents, 'stop'>;
  readonly chats: { ofAgent(name: string): readonly ServedChat[] };
}

/** Ends the agent of a chat and starts it again; its chats go on with their sessions. */
export async function restart(tools: RestartTools, chat: ServedChat): Promise<void> {
  const served = detached(tools, chat);
  await tools.agents.stop(chat.choice.name);
  await Promise.all(
    served.map((one) => {
      one.session.notice('info', `Restarted ${one.choice.title}`);
      // What goes wrong is in the transcript.
      return one.reopen().catch(() => {});
    }),
  );
}

/** Ends the agent of a chat; the next prompt starts it again. */
export async function stop(tools: RestartTools, chat: ServedChat): Promise<void> {
  const served = detached(tools, chat);
  for (const { session, choice } of served) session.dropQueue(`${choice.title} was stopped`);
  await tools.agents.stop(chat.choice.name);
  for (const { session, choice } of served) {
    session.notice('info', `Stopped ${choice.title}; the next prompt starts it again`);
  }
}

/** The chat and the others whose sessions live, or are to live, in the same process: now without it. */
function detached(tools: RestartTools, chat: ServedChat): ServedChat[] {
  const served = tools.chats.ofAgent(chat.choice.name).filter((one) => one === chat || one.active);
  for (const one of served) one.abandon();
  return served;
}
