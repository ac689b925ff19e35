import type { ContentChunk } from '../../protocol/schema.gen';
import { standingOf } from '../nesting';
import type { SessionState } from '../state';
import { abandonReplayedTurn } from '../tool-call';
import { appendChunk } from './message';

/** Replay on load. While our own turn runs it is an echo of the prompt that is on screen already. */
export function userMessageChunk(state: SessionState, chunk: ContentChunk): SessionState {
  if (state.turn.phase !== 'idle') return state;
  // What a sub-agent was told is in the call that started it.
  if (standingOf(state, state.turns, chunk._meta).parent !== undefined) return state;
  const next = appendChunk(state, 'user', chunk);
  if (next.made === state.made) return next;
  return abandonReplayedTurn({ ...next, turns: next.turns + 1 });
}
