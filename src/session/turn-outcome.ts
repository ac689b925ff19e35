/** How an agent has ended a turn. */
import type { SessionEvent } from '../model/event';
import type { SessionState } from '../model/state';
import { AgentGoneError, describeError } from '../protocol/errors';
import type { PromptResponse } from '../protocol/schema.gen';
import type { PromptResult } from './prompt-queue';

export interface Outcome {
  readonly event: SessionEvent;
  readonly gone?: boolean;
  /** For the one who sent the prompt, once the event has happened. */
  readonly answer: () => PromptResult;
}

export interface TurnFacts {
  readonly state: () => SessionState;
  /** The agent is ended by the user's wish. */
  readonly isEnding: () => boolean;
}

/** Never rejects. */
export async function outcomeOf(sent: Promise<PromptResponse>, facts: TurnFacts): Promise<Outcome> {
  try {
    const { stopReason } = await sent;
    return {
      event: { type: 'turnEnded', stopReason },
      answer: () => ({ ok: true, stopReason: lastStop(facts.state(), stopReason) }),
    };
  } catch (error) {
    return { ...failed(error, facts), gone: error instanceof AgentGoneError };
  }
}

function failed(error: unknown, { state, isEnding }: TurnFacts): Outcome {
  const text = describeError(error);
  const wished = state().turn.phase === 'cancelling' && !(error instanceof AgentGoneError);
  if (wished || isEnding()) {
    const stopReason = 'cancelled';
    return { event: { type: 'turnEnded', stopReason }, answer: () => ({ ok: true, stopReason }) };
  }
  const detail = error instanceof AgentGoneError ? error.detail : undefined;
  return {
    event: { type: 'turnFailed', text, ...(detail ? { detail } : {}) },
    answer: () => ({ ok: false, error: text }),
  };
}

function lastStop({ turn }: SessionState, fallback: string): string {
  return (turn.phase === 'idle' && turn.stopReason) || fallback;
}
