/** The user's part in what agents ask to be filled in or opened. */

import type { Elicitation } from '../../model/state';
import type { Outcome } from '../../session/elicitations';
import type { App } from '../app';
import type { Chat } from './chat';

/** Answers the agent; an address is opened only now. Throws a text for the user. */
export function elicit(app: App, id: string, action: string): void {
  const { chat, request } = find(app, id);
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
export function fillIn(app: App, id: string, name: string, value: unknown): Outcome {
  try {
    return find(app, id).chat.session.elicitations.fill(id, name, value);
  } catch (error) {
    return { ok: false, error: (error as Error).message, gone: true };
  }
}

function find(app: App, id: string): { readonly chat: Chat; readonly request: Elicitation } {
  for (const chat of app.chats) {
    const request = chat.session.state.elicitations.find((one) => one.id === id);
    if (request) return { chat, request };
  }
  throw new Error('the agent does not ask for this any more');
}
