/**
 * Terminals that an agent makes itself: their output comes in the `_meta` of tool calls (docs/agents.md, 8). A
 * convention of several agents, so nothing in it is relied on.
 */
import { isRecord } from '../../base/guards';
import type { ToolCallUpdate } from '../../protocol/schema.gen';
import { shownOutput } from '../output-tail';
import type { Entry, SessionState, TerminalState } from '../state';

type Fields = Readonly<Record<string, unknown>>;

export const TERMINAL_KEYS = [
  'terminal_info',
  'terminal_output',
  'terminal_output_delta',
  'terminal_exit',
] as const;
type Key = (typeof TERMINAL_KEYS)[number];

/** @param before the state before the tool call of the update was taken in */
export function agentTerminal(
  before: SessionState,
  state: SessionState,
  update: ToolCallUpdate,
): SessionState {
  const meta = update._meta;
  if (!isRecord(meta)) return state;
  const reported = TERMINAL_KEYS.filter((key) => isRecord(meta[key]));
  const isNewCall = state.made > before.made;
  return reported.reduce((now, key, index) => {
    const fields = meta[key] as Fields;
    const fresh = index === 0 && isNewCall ? putAside(now, terminalId(update, fields)) : now;
    return feed(fresh, update, key, fields);
  }, state);
}

/** A new call with the id of an earlier one is another command (docs/agents.md, 9): the earlier keeps what it showed. */
function putAside(state: SessionState, id: string): SessionState {
  const earlier = state.terminals.get(id);
  if (!earlier?.byAgent) return state;
  const kept = `${id} ${state.made}`;
  const terminals = state.terminals.set(kept, earlier).delete(id);
  const entries = state.entries.replace((entry, index) =>
    index < state.entries.length - 1 ? renamed(entry, id, kept) : entry,
  );
  return { ...state, entries, terminals };
}

function renamed(entry: Entry, id: string, kept: string): Entry {
  if (entry.kind !== 'tool') return entry;
  const { content } = entry.call;
  if (!content.some((item) => item.type === 'terminal' && item.terminalId === id)) return entry;
  const now = content.map((item) =>
    item.type === 'terminal' && item.terminalId === id ? { ...item, terminalId: kept } : item,
  );
  return { ...entry, call: { ...entry.call, content: now } };
}

function feed(state: SessionState, update: ToolCallUpdate, key: Key, fields: Fields): SessionState {
  const id = terminalId(update, fields);
  const known = state.terminals.get(id);
  // A terminal of ours has its output from the command itself.
  if (known && !known.byAgent) return state;
  const next = changed(known ?? { output: '', byAgent: true }, key, fields);
  return next === known ? state : { ...state, terminals: state.terminals.set(id, next) };
}

function terminalId(update: ToolCallUpdate, fields: Fields): string {
  if (typeof fields.terminal_id === 'string') return fields.terminal_id;
  const shown = update.content?.find((content) => content.type === 'terminal');
  return shown?.type === 'terminal' ? shown.terminalId : update.toolCallId;
}

function changed(terminal: TerminalState, key: Key, fields: Fields): TerminalState {
  switch (key) {
    case 'terminal_info':
      return terminal;
    case 'terminal_exit':
      return { ...terminal, exitStatus: exitOf(fields) };
    default:
      if (typeof fields.data !== 'string' || fields.data === '') return terminal;
      // Under either name these are pieces: Zed, for which agents send them, appends them.
      return { ...terminal, output: shownOutput(terminal.output + fields.data) };
  }
}

function exitOf({ exit_code, signal }: Fields): NonNullable<TerminalState['exitStatus']> {
  return {
    exitCode: typeof exit_code === 'number' ? exit_code : null,
    signal: typeof signal === 'string' ? signal : null,
  };
}
