/** What a sub-agent does belongs to the tool call that started it: entries under an entry, whichever came first. Pure. */
import { isRecord } from '../base/guards';
import { List } from '../base/list';
import { findTool, replaceAt } from './entries';
import type { Entry, MessageEntry, SessionState, ToolEntry } from './state';

/** How agents name the call, in `_meta` or in a namespace of their own there (docs/agents.md, 31). */
const KEYS = ['parentToolUseId', 'parentToolCallId', 'parent_tool_use_id', 'parent_tool_call_id'];

/** Calls that an entry can stand under: what follows a branch down is done soon, whatever an agent says. */
const MAX_LEVEL = 20;

/** What may belong to a call. */
type NestedEntry = ToolEntry | MessageEntry;

/** Under which call something stands, or for which it waits; neither: it stands alone. */
export type Standing = Pick<NestedEntry, 'parent' | 'awaits'>;

/** The id of the call that something belongs to, as its agent says. */
function parentIn(meta: unknown): string | undefined {
  if (!isRecord(meta)) return undefined;
  return [meta, ...Object.values(meta)]
    .flatMap((space) => (isRecord(space) ? KEYS.map((key) => space[key]) : []))
    .find((id): id is string => typeof id === 'string' && id !== '');
}

/** Where the agent wants something of this turn to stand. */
export function standingOf(state: SessionState, turn: number, meta: unknown): Standing {
  const id = parentIn(meta);
  if (id === undefined) return {};
  const found = findTool(state, id);
  if (found?.entry.turn !== turn) return { awaits: id };
  // Below the deepest level all stands side by side.
  const { level = 0, parent = found.index } = found.entry;
  return { parent: level < MAX_LEVEL ? found.index : parent };
}

/** Puts the entry of this index under its call, or has it wait for that. */
export function nested(state: SessionState, index: number, meta: unknown): SessionState {
  const entry = state.entries.at(index);
  if (!entry || !mayNest(entry) || entry.parent !== undefined) return state;
  const turn = turnOf(entry, state);
  const { parent, awaits } = standingOf(state, turn, meta);
  if (parent !== undefined) return movedUnder(state, index, parent);
  return awaits === undefined ? state : waiting(state, index, { ...entry, awaits }, turn);
}

/** Puts what has waited for a call under it. */
export function withAwaited(state: SessionState, toolCallId: string): SessionState {
  const found = findTool(state, toolCallId);
  const key = found && awaitedKey(found.entry.turn, toolCallId);
  const indexes = key === undefined ? undefined : state.awaited.get(key);
  if (!found || key === undefined || !indexes) return state;
  const rest = { ...state, awaited: state.awaited.delete(key) };
  return indexes
    .filter((index) => awaitsOf(state.entries.at(index)) === toolCallId)
    .reduce((now, index) => movedUnder(now, index, found.index), rest);
}

/** How many calls an entry stands under. */
export function levelOf(entry: Entry): number {
  return mayNest(entry) ? (entry.level ?? 0) : 0;
}

function waiting(
  state: SessionState,
  index: number,
  entry: NestedEntry & { readonly awaits: string },
  turn: number,
): SessionState {
  if (awaitsOf(state.entries.at(index)) === entry.awaits) return state;
  const key = awaitedKey(turn, entry.awaits);
  const indexes = (state.awaited.get(key) ?? List.of<number>([])).push(index);
  return { ...replaceAt(state, index, entry), awaited: state.awaited.set(key, indexes) };
}

/** The entry with all below it under a call; where it is, if that stands below it itself or would get too deep. */
function movedUnder(state: SessionState, index: number, parent: number): SessionState {
  const above = state.entries.at(parent);
  if (above?.kind !== 'tool' || isUnder(state.entries, parent, index)) return state;
  const entries = withLevel(state.entries, index, levelOf(above) + 1);
  const entry = entries?.at(index);
  if (!entries || !entry || !mayNest(entry)) return state;
  const { awaits: _, ...arrived } = entry;
  const children = (above.children ?? List.of<number>([])).push(index);
  const moved = entries.with(index, { ...arrived, parent }).with(parent, { ...above, children });
  return { ...state, entries: moved };
}

/** Whether an entry is `above`, or stands below that. */
function isUnder(entries: List<Entry>, index: number, above: number): boolean {
  let at: number | undefined = index;
  while (at !== undefined && at !== above) {
    const entry = entries.at(at);
    at = entry && mayNest(entry) ? entry.parent : undefined;
  }
  return at === above;
}

/** The entry at this level, and those below it accordingly; nothing where some would be too deep. */
function withLevel(entries: List<Entry>, index: number, level: number): List<Entry> | undefined {
  const entry = entries.at(index);
  if (!entry || !mayNest(entry) || level > MAX_LEVEL) return undefined;
  let next: List<Entry> | undefined = entries.with(index, { ...entry, level });
  if (entry.kind !== 'tool') return next;
  for (const child of entry.children ?? []) next = next && withLevel(next, child, level + 1);
  return next;
}

function mayNest(entry: Entry): entry is NestedEntry {
  return entry.kind === 'tool' || entry.kind === 'agent' || entry.kind === 'thought';
}

function awaitsOf(entry: Entry | undefined): string | undefined {
  return entry && mayNest(entry) ? entry.awaits : undefined;
}

function turnOf(entry: NestedEntry, { turns }: SessionState): number {
  return entry.kind === 'tool' ? entry.turn : turns;
}

function awaitedKey(turn: number, toolCallId: string): string {
  return `${turn} ${toolCallId}`;
}
