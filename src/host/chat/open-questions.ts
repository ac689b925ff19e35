/** The open questions of all chats, each naming its chat where that would be unclear. */
import { oneLine, truncateDisplay } from '../../base/text';
import type { Elicitation, PermissionRequest, SessionState } from '../../model/state';
import { sessionTitle } from '../../model/title';
import type { Standing } from '../../view/surfaces/question';

export interface AskingChat {
  readonly choice: { readonly title: string };
  readonly session: { readonly state: SessionState };
}

interface Asked<C> {
  readonly chat: C;
  readonly standing: Standing;
}

export interface AskedPermission<C> extends Asked<C> {
  readonly kind: 'permission';
  readonly request: PermissionRequest;
}

export interface AskedElicitation<C> extends Asked<C> {
  readonly kind: 'elicitation';
  readonly request: Elicitation;
}

export type Question<C> = AskedPermission<C> | AskedElicitation<C>;

/** The keys in the footer of the window need as much. */
const MAX_OWNER = 32;

/** Oldest first within each chat. */
export function openQuestions<C extends AskingChat>(chats: readonly C[]): Question<C>[] {
  const of = chats.reduce((sum, { session: { state } }) => sum + countOf(state), 0);
  let at = 0;
  return chats.flatMap((chat) => {
    const { state } = chat.session;
    if (countOf(state) === 0) return [];
    const owner = ownerOf(chat, chats);
    const heading = owner === undefined ? 'Permission' : `Permission · ${short(owner)}`;
    const asks = `${short(chat.choice.title)} asks`;
    return [
      ...state.permissions.map(
        (request): Question<C> => ({
          chat,
          kind: 'permission',
          request,
          standing: { heading, at: ++at, of },
        }),
      ),
      ...state.elicitations.map(
        (request): Question<C> => ({
          chat,
          kind: 'elicitation',
          request,
          standing: { heading: asks, at: ++at, of },
        }),
      ),
    ];
  });
}

function countOf({ permissions, elicitations }: SessionState): number {
  return permissions.length + elicitations.length;
}

/** What distinguishes a chat from the others: its agent, else its session. */
function ownerOf(chat: AskingChat, chats: readonly AskingChat[]): string | undefined {
  const { title } = chat.choice;
  const alike = chats.filter(({ choice }) => choice.title === title);
  if (alike.length > 1) return sessionTitle(chat.session.state) ?? title;
  return chats.length > 1 ? title : undefined;
}

function short(text: string): string {
  return truncateDisplay(oneLine(text), MAX_OWNER);
}
