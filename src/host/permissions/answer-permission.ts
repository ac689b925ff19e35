/** A permission by its id, in whatever chat, and the user's answer to it. */
import type { PermissionRequest, SessionState } from '../../model/state';

/** A chat in which permissions are asked. */
export interface QuestionedChat {
  readonly session: {
    readonly state: SessionState;
    answer(id: string, optionId?: string, reason?: string): boolean;
  };
}

/** A pending question and the chat it belongs to. */
export interface Question<C extends QuestionedChat> {
  readonly chat: C;
  readonly request: PermissionRequest;
}

export interface QuestionTools<C extends QuestionedChat> {
  /** Which chat an open request belongs to. */
  readonly owners: { get(id: string): C | undefined };
}

/** The question of this id. Throws with a message for the user when it is not open any more. */
export function questionOf<C extends QuestionedChat>(
  { owners }: QuestionTools<C>,
  id: string,
): Question<C> {
  const chat = owners.get(id);
  const request = chat?.session.state.permissions.find((one) => one.id === id);
  if (chat && request) return { chat, request };
  throw new Error('this permission is not asked any more');
}

/** Answers a question; false when it is not open or has no such option. */
export function answerQuestion(
  { owners }: Pick<QuestionTools<QuestionedChat>, 'owners'>,
  id: string,
  optionId?: string,
  reason?: string,
): boolean {
  return owners.get(id)?.session.answer(id, optionId, reason) ?? false;
}
