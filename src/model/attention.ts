/** What a user who looks elsewhere wants to know of a session. Pure. */
import type { SessionChange } from './changes';
import type { SessionState } from './state';

export interface Attention {
  readonly kind: 'turn' | 'question';
  readonly level: 'info' | 'warn';
  /** What has come about, without who it is about. */
  readonly text: string;
  /** It is what would run: nothing in it is shortened. */
  readonly isCommand?: true;
}

/** Nothing for what the user has done, or will see the end of: a cancellation, a turn before others that wait. */
export function attentionTo({ event, before, after }: SessionChange): Attention | undefined {
  const question = newQuestion(before, after);
  if (question !== undefined) return { kind: 'question', level: 'warn', ...question };
  if (before.turn.phase === 'idle' || after.turn.phase !== 'idle') return undefined;
  if (event.type === 'turnFailed') {
    return { kind: 'turn', level: 'warn', text: `failed: ${event.text}` };
  }
  const goesOn = after.queue.length > 0 && !after.queuePaused;
  if (goesOn || after.turn.stopReason === 'cancelled') return undefined;
  return { kind: 'turn', level: 'info', text: 'is done' };
}

function newQuestion(
  before: SessionState,
  after: SessionState,
): Pick<Attention, 'text' | 'isCommand'> | undefined {
  const permission = newest(before.permissions, after.permissions);
  if (permission) {
    const isCommand = permission.kind === 'execute';
    return { text: `asks: ${permission.title}`, ...(isCommand ? { isCommand } : {}) };
  }
  const elicitation = newest(before.elicitations, after.elicitations);
  return elicitation && { text: `asks: ${elicitation.message}` };
}

/** Neither one that was there nor one that has changed. */
function newest<T extends { readonly id: string; readonly before?: unknown }>(
  before: readonly T[],
  after: readonly T[],
): T | undefined {
  if (before === after) return undefined;
  return after.find((one) => !one.before && !before.some(({ id }) => id === one.id));
}
