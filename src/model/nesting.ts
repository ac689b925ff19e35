/** What a sub-agent does belongs to the tool call that started it: entries under an entry. Pure. */
import { isRecord } from '../base/guards';
import { List } from '../base/list';
import { findTool, replaceAt } from './entries';
import type { Entry, MessageEntry, SessionState, ToolEntry } from './state';

/** How agents name the call, in `_meta` or in a namespace of their own there (docs/agents.md, 31). */
const KEYS = ['parentToolUseId', 'parentToolCallId', 'parent_tool_use_id', 'parent_tool_call_id'];

/** What may belong to a call. */
type NestedEntry = ToolEntry | MessageEntry;

/** The id of the call that something belongs to, as its agent says. */
function parentIn(meta: unknown): string | undefined {
  if (!isRecord(meta)) return undefined;
  return [meta, ...Object.values(meta)]
    .flatMap((space) => (isRecord(space) ? KEYS.map((key) => space[key]) : []))
    .find((id): id is string => typeof id === 'string' && id !== '');
}

/**
 * The index of the call that an entry stands under: it came before it, in the same turn.
 * @param index of the entry
 */
export function parentAt(
  state: SessionState,
  index: number,
  turn: number,
  meta: unknown,
): number | undefined {
  const id = parentIn(meta);
  const found = id === undefined ? undefined : findTool(state, id);
  return found && found.index < index && found.entry.turn === turn ? found.index : undefined;
}

/** Puts the entry of this index under its call. */
export function nested(state: SessionState, index: number, meta: unknown): SessionState {
  const entry = state.entries.at(index);
  if (!entry || !mayNest(entry) || entry.parent !== undefined) return state;
  const parent = parentAt(state, index, turnOf(entry, state), meta);
  const above = parent === undefined ? undefined : state.entries.at(parent);
  if (parent === undefined || above?.kind !== 'tool') return state;
  const children = (above.children ?? List.of<number>([])).push(index);
  return replaceAt(replaceAt(state, parent, { ...above, children }), index, { ...entry, parent });
}

function mayNest(entry: Entry): entry is NestedEntry {
  return entry.kind === 'tool' || entry.kind === 'agent' || entry.kind === 'thought';
}

function turnOf(entry: NestedEntry, { turns }: SessionState): number {
  return entry.kind === 'tool' ? entry.turn : turns;
}

/** The entries that an entry stands under, the nearest first. */
export function parentsOf(entry: Entry, entries: List<Entry>): ToolEntry[] {
  const found: ToolEntry[] = [];
  let above = entryAbove(entry, entries);
  while (above) {
    found.push(above);
    above = entryAbove(above, entries);
  }
  return found;
}

/** Parents come before their children, so this ends. */
function entryAbove(entry: Entry, entries: List<Entry>): ToolEntry | undefined {
  const index = 'parent' in entry ? entry.parent : undefined;
  const above = index === undefined ? undefined : entries.at(index);
  return above?.kind === 'tool' ? above : undefined;
}
