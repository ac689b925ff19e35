import type { Plan } from '../../protocol/schema.gen';
import { append, findEntry, planKey, replaceAt } from '../entries';
import type { SessionState } from '../state';

/** The list is whole every time and replaces the turn's plan; an empty one clears. */
export function plan(state: SessionState, update: Plan): SessionState {
  const next = { ...state, plan: update.entries };
  const found = findEntry(state, planKey(state.turns));
  if (found?.entry.kind === 'plan') {
    return replaceAt(next, found.index, { ...found.entry, plan: update.entries });
  }
  if (update.entries.length === 0) return next;
  return append(next, { kind: 'plan', turn: state.turns, plan: update.entries });
}
