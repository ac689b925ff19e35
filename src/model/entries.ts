/** Small steps on the transcript that several events share. All pure. */
import type { List } from '../base/list';
import type { Entry, NoticeLevel, SessionState, ToolEntry } from './state';

/** An entry without what `append` gives it. */
type Draft = Entry extends infer E ? (E extends Entry ? Omit<E, 'id'> : never) : never;

/** Adds an entry at the end; a message before it is then complete. */
export function append(state: SessionState, draft: Draft): SessionState {
  const made = state.made + 1;
  const entry = { ...draft, id: `e${made}` } as Entry;
  return push({ ...state, entries: closed(state.entries), made }, entry);
}

/** Adds an entry that has its id. */
export function push(state: SessionState, entry: Entry): SessionState {
  const key = keyOf(entry);
  return {
    ...state,
    entries: state.entries.push(entry),
    ...(key ? { places: state.places.set(key, state.entries.length) } : {}),
  };
}

/** Puts `entry` at `index`, in the place of one with the same key. */
export function replaceAt(state: SessionState, index: number, entry: Entry): SessionState {
  return { ...state, entries: state.entries.with(index, entry) };
}

/** Has updates of a tool call find the entry at `index`, which has another id. */
export function alias(state: SessionState, toolCallId: string, index: number): SessionState {
  return { ...state, places: state.places.set(toolKey(toolCallId), index) };
}

export function appendNotice(
  state: SessionState,
  level: NoticeLevel,
  text: string,
  detail?: string,
): SessionState {
  return append(state, { kind: 'notice', level, text, ...(detail ? { detail } : {}) });
}

/** Says whether this notice is the last thing in the transcript that was said. */
export function endsWithNotice({ entries }: SessionState, text: string): boolean {
  const last = entries.findLast(({ kind }) => kind !== 'changes');
  return last?.kind === 'notice' && last.text === text;
}

/** The entries with the last message marked complete. */
export function closed(entries: List<Entry>): List<Entry> {
  const last = entries.at(-1);
  if (!last || !('done' in last) || last.done) return entries;
  return entries.with(-1, { ...last, done: true });
}

/** By what an update finds its entry; messages are only ever continued at the end. */
function keyOf(entry: Entry): string | undefined {
  if (entry.kind === 'tool') return toolKey(entry.call.toolCallId);
  if (entry.kind === 'plan') return planKey(entry.turn);
  if (entry.kind === 'changes') return changesKey(entry.turn);
  return entry.kind === 'notice' ? entry.id : undefined;
}

function toolKey(toolCallId: string): string {
  return `tool ${toolCallId}`;
}

export function planKey(turn: number): string {
  return `plan ${turn}`;
}

export function changesKey(turn: number): string {
  return `changes ${turn}`;
}

/** The newest entry of this key. */
export function findEntry(
  state: SessionState,
  key: string,
): { index: number; entry: Entry } | undefined {
  const index = state.places.get(key);
  const entry = index === undefined ? undefined : state.entries.at(index);
  return index === undefined || !entry ? undefined : { index, entry };
}

/** Newest entry of a tool call, by the wire's id. */
export function findTool(
  state: SessionState,
  toolCallId: string,
): { index: number; entry: ToolEntry } | undefined {
  const found = findEntry(state, toolKey(toolCallId));
  return found?.entry.kind === 'tool' ? { index: found.index, entry: found.entry } : undefined;
}
