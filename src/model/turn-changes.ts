/** What turns have changed, in the transcript. All pure. */
import { append, changesKey, findEntry, replaceAt } from './entries';
import type { TurnChanged } from './event';
import type { Entry, SessionState } from './state';

/** Shown behind the turn; where nothing is left of its changes, nothing is. */
export function turnChanged(state: SessionState, { turn, files }: TurnChanged): SessionState {
  const found = findEntry(state, changesKey(turn));
  if (found?.entry.kind === 'changes') {
    return replaceAt(state, found.index, { ...found.entry, files });
  }
  // Other turns have ended since: there is no place for it any more.
  if (turn !== state.turns || files.length === 0) return state;
  return append(state, { kind: 'changes', turn, files });
}

/** The changes of another session are decided there. */
export function withoutChanges(entry: Entry): Entry {
  return entry.kind === 'changes' ? { ...entry, files: [] } : entry;
}
