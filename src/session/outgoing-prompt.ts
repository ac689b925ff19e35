/** What becomes of a prompt that has waited when it goes out. */
import { describeError } from '../protocol/errors';
import type { PromptAddition, WaitingPrompt } from './prompt-queue';

/** A prompt as it says now what it says; or why it cannot be sent. */
export type Renewed = { readonly prompt: WaitingPrompt } | { readonly error: string };

export async function renew(prompt: WaitingPrompt): Promise<Renewed> {
  try {
    const content = await prompt.renew?.();
    return { prompt: content ? { ...prompt, content } : prompt };
  } catch (error) {
    return { error: describeError(error) };
  }
}

export function refuse({ result }: Pick<WaitingPrompt, 'result'>, error: string): void {
  result.resolve({ ok: false, error, unsent: true, refused: true });
}

/** A prompt as it goes out, with what the agent is to read besides. */
export function whole({ content, more, onSent }: WaitingPrompt): PromptAddition {
  const addition = more?.();
  return {
    content: [...content, ...(addition?.content ?? [])],
    onSent: () => {
      addition?.onSent();
      onSent?.();
    },
  };
}
