/** How a turn ends, and what the transcript says about it. All pure. */
import type { List } from '../base/list';
import { appendNotice, closed } from './entries';
import type { Entry, NoticeLevel, SessionState } from './state';
import { promptTitle } from './title';
import { abandonTools } from './tool-call';

/** Any answer after our cancel counts as cancelled. */
export function turnEnded(state: SessionState, reason: string): SessionState {
  const stopReason = state.turn.phase === 'cancelling' ? 'cancelled' : reason;
  const next = ended(state, stopReason, whyOpen(stopReason));
  const remark = remarkOn(stopReason, next.entries);
  return remark ? appendNotice(next, remark.level, remark.text) : next;
}

function whyOpen(stopReason: string): string {
  return stopReason === 'cancelled' ? 'cancelled' : 'the turn ended without its result';
}

/** Nothing is open any more; `why` calls have no result. */
export function ended(state: SessionState, stopReason: string, why: string): SessionState {
  const next = abandonTools(state, why);
  return { ...next, entries: closed(next.entries), turn: { phase: 'idle', stopReason } };
}

interface Remark {
  readonly level: NoticeLevel;
  readonly text: string;
}

/** Nothing where the answer speaks for itself. */
function remarkOn(stopReason: string, entries: List<Entry>): Remark | undefined {
  const warn = (text: string): Remark => ({ level: 'warn', text });
  switch (stopReason) {
    case 'end_turn':
      // Some agents swallow a model's error and end without a word (docs/agents.md, 17).
      return isSilent(entries) ? warn('The agent ended the turn without an answer') : undefined;
    case 'cancelled':
      return { level: 'info', text: 'Cancelled' };
    case 'max_tokens':
      return warn('The agent reached its token limit and stopped');
    case 'max_turn_requests':
      return warn('The agent reached its limit of steps and stopped');
    case 'refusal':
      return warn(
        `The agent refused; it has dropped ${lastPrompt(entries)} and what followed from its context`,
      );
    default:
      return warn(`The agent stopped: ${stopReason}`);
  }
}

/** Since the prompt there was nothing but thoughts and notices. */
function isSilent(entries: List<Entry>): boolean {
  const last = entries.findLast(({ kind }) => kind !== 'notice' && kind !== 'thought');
  return last?.kind === 'user';
}

function lastPrompt(entries: List<Entry>): string {
  const prompt = entries.findLast((entry) => entry.kind === 'user');
  const title = prompt && promptTitle(prompt);
  return title ? `"${title}"` : 'this prompt';
}
