/** The open questions of all chats, each saying whose it is where that could be in doubt. */
import { oneLine, truncateDisplay } from '../../base/text';
import type { SessionState } from '../../model/state';
import { sessionTitle } from '../../model/title';
import { elicitationCards } from '../../view/elicitation';
import { type PermissionCard, permissionCards } from '../../view/permission';

export interface AskingChat {
  readonly view: number;
  readonly choice: { readonly title: string };
  readonly session: { readonly state: SessionState };
}

/** The keys at the foot of the float need as much. */
const MAX_OWNER = 32;

export function openCards(chats: readonly AskingChat[]): PermissionCard[] {
  return chats.flatMap((chat) => {
    const { state } = chat.session;
    const owner = ownerOf(chat, chats);
    const heading = owner === undefined ? {} : { heading: `Permission · ${short(owner)}` };
    return [
      ...permissionCards(state, chat.view).map((card) => ({ ...card, ...heading })),
      ...elicitationCards(state, chat.view).map((card) => ({
        ...card,
        heading: `${short(chat.choice.title)} asks`,
      })),
    ];
  });
}

/** What tells a chat from the others: its agent, else its session. */
function ownerOf(chat: AskingChat, chats: readonly AskingChat[]): string | undefined {
  const { title } = chat.choice;
  const alike = chats.filter(({ choice }) => choice.title === title);
  if (alike.length > 1) return sessionTitle(chat.session.state) ?? title;
  return chats.length > 1 ? title : undefined;
}

function short(text: string): string {
  return truncateDisplay(oneLine(text), MAX_OWNER);
}
