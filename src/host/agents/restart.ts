/** Ending an agent by the user's wish: all chats that it serves are concerned. */
import type { App } from '../app';
import type { Chat } from '../chat/chat';

/** Ends the agent of a chat and starts it again; its chats go on with their sessions. */
export async function restart(app: App, chat: Chat): Promise<void> {
  const served = detached(app, chat);
  await app.agents.stop(chat.choice.name);
  await Promise.all(
    served.map((one) => {
      one.session.notice('info', `Restarted ${one.choice.title}`);
      // What goes wrong is told in the transcript.
      return one.reopen().catch(() => {});
    }),
  );
}

/** Ends the agent of a chat; the next prompt starts it again. */
export async function stop(app: App, chat: Chat): Promise<void> {
  const served = detached(app, chat);
  for (const { session, choice } of served) session.dropQueue(`${choice.title} was stopped`);
  await app.agents.stop(chat.choice.name);
  for (const { session, choice } of served) {
    session.notice('info', `Stopped ${choice.title}; the next prompt starts it again`);
  }
}

/** The chat and the others whose sessions live, or are to live, in the same process: now without it. */
function detached(app: App, chat: Chat): Chat[] {
  const { name } = chat.choice;
  const served = app.chats.filter(
    (one) => one === chat || (one.choice.name === name && one.active),
  );
  for (const one of served) one.abandon();
  return served;
}
