import type { ContentChunk } from '../../protocol/schema.gen';
import type { SessionState } from '../state';
import { appendChunk } from './message';

/** Replay on load. While our own turn runs it is an echo of the prompt that is on screen already. */
export function userMessageChunk(state: SessionState, chunk: ContentChunk): SessionState {
  if (state.turn.phase !== 'idle') return state;
  const next = appendChunk(state, 'user', chunk);
  return next.made > state.made ? { ...next, turns: next.turns + 1 } : next;
}
