/** Small steps on the transcript that several events share. All pure. */
import type { Entry, NoticeLevel, SessionState, ToolEntry } from './state';

/** An entry without what `append` gives it. */
type Draft = Entry extends infer E ? (E extends Entry ? Omit<E, 'id'> : never) : never;

/** Adds an entry at the end; a message before it is then complete. */
export function append(state: SessionState, draft: Draft): SessionState {
  const entry = { ...draft, id: `e${state.made + 1}` } as Entry;
  return { ...state, made: state.made + 1, entries: [...closed(state.entries), entry] };
}

/** Puts `entry` at `index`. */
export function replaceAt(state: SessionState, index: number, entry: Entry): SessionState {
  const entries = state.entries.slice();
  entries[index] = entry;
  return { ...state, entries };
}

export function appendNotice(
  state: SessionState,
  level: NoticeLevel,
  text: string,
  detail?: string,
): SessionState {
  return append(state, { kind: 'notice', level, text, ...(detail ? { detail } : {}) });
}

/** The entries with the last message marked complete. */
export function closed(entries: readonly Entry[]): readonly Entry[] {
  const last = entries.at(-1);
  if (!last || !('done' in last) || last.done) return entries;
  return [...entries.slice(0, -1), { ...last, done: true }];
}

/** Newest entry of a tool call, by the wire's id. Looks from the end: updates come for recent calls. */
export function findTool(
  entries: readonly Entry[],
  toolCallId: string,
): { index: number; entry: ToolEntry } | undefined {
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.kind === 'tool' && entry.call.toolCallId === toolCallId) return { index, entry };
  }
  return undefined;
}
