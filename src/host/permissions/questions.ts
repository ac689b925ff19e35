/** The open permissions of all chats, and the user's answers to them. */
import type { PermissionRequest, SessionState } from '../../model/state';
import { pickOption } from '../../session/options';

/** A chat in which permissions are asked. */
export interface QuestionedChat {
  readonly session: {
    readonly state: SessionState;
    answer(id: string, optionId?: string): boolean;
  };
}

/** A pending question and the chat it belongs to. */
export interface Question<C extends QuestionedChat> {
  readonly chat: C;
  readonly request: PermissionRequest;
}

export interface QuestionTools<C extends QuestionedChat> {
  readonly chats: { readonly all: readonly C[] };
  /** Which chat an open request belongs to. */
  readonly owners: { get(id: string): C | undefined };
}

/** The question of this id. Throws a text for the user when it is not asked any more. */
export function questionOf<C extends QuestionedChat>(
  { owners }: QuestionTools<C>,
  id: string,
): Question<C> {
  const chat = owners.get(id);
  const request = chat?.session.state.permissions.find((one) => one.id === id);
  if (chat && request) return { chat, request };
  throw new Error('this permission is not asked any more');
}

/** The `n`th open question, oldest first within each chat. Throws a text for the user. */
export function nthQuestion<C extends QuestionedChat>(
  { chats }: QuestionTools<C>,
  n = 1,
): Question<C> {
  const open = chats.all.flatMap((chat) =>
    chat.session.state.permissions.map((request) => ({ chat, request })),
  );
  const found = open[n - 1];
  if (found) return found;
  if (open.length === 0) throw new Error('no permission is asked');
  throw new Error(`expected a number from 1 to ${open.length}`);
}

/** Answers a question; false when it is not open or has no such option. */
export function answerQuestion(
  { owners }: Pick<QuestionTools<QuestionedChat>, 'owners'>,
  id: string,
  optionId?: string,
): boolean {
  return owners.get(id)?.session.answer(id, optionId) ?? false;
}

/** Allows or rejects just once. Throws a text for the user when no option does. */
export function choose(
  { chat, request }: Question<QuestionedChat>,
  answer: 'allow' | 'reject',
): void {
  const choice = pickOption(request.options, answer);
  if (!choice.ok) throw new Error(choice.error);
  chat.session.answer(request.id, choice.optionId);
}
