/** The user's part in what agents ask to be filled in or opened. */

import type { Elicitation, SessionState } from '../../model/state';
import type { Elicitations, Outcome } from '../../session/elicitations';

/** A chat in which something is asked. */
export interface ElicitingChat {
  readonly session: {
    readonly state: SessionState;
    readonly elicitations: Pick<Elicitations, 'accept' | 'refuse' | 'fill'>;
  };
  openAddress(address: string): void;
}

/** Which chat an open request belongs to. */
export interface ElicitingChats {
  get(id: string): ElicitingChat | undefined;
}

/** Answers the agent; an address is opened only now. Throws a text for the user. */
export function elicit(owners: ElicitingChats, id: string, action: string): void {
  const { chat, request } = find(owners, id);
  const { elicitations } = chat.session;
  if (action === 'decline' || action === 'cancel') {
    elicitations.refuse(id, action);
    return;
  }
  const outcome = elicitations.accept(id);
  if (!outcome.ok) throw new Error(outcome.error);
  if (request.url) chat.openAddress(request.url.address);
}

/** Puts a value into a field of a form. */
export function fillIn(owners: ElicitingChats, id: string, name: string, value: unknown): Outcome {
  try {
    return find(owners, id).chat.session.elicitations.fill(id, name, value);
  } catch (error) {
    return { ok: false, error: (error as Error).message, gone: true };
  }
}

function find(
  owners: ElicitingChats,
  id: string,
): { readonly chat: ElicitingChat; readonly request: Elicitation } {
  const chat = owners.get(id);
  const request = chat?.session.state.elicitations.find((one) => one.id === id);
  if (chat && request) return { chat, request };
  throw new Error('the agent does not ask for this any more');
}
