/**
 * Terminals that an agent makes itself: their output comes in the `_meta` of tool calls (AGENTS 8, PROTOCOL 3.5). A
 * convention of several agents, so nothing in it is relied on.
 */
import type { ToolCallUpdate } from '../../protocol/schema.gen';
import { shownOutput } from '../shown-output';
import type { SessionState, TerminalState } from '../state';

type Fields = Readonly<Record<string, unknown>>;

export function agentTerminal(state: SessionState, update: ToolCallUpdate): SessionState {
  const meta = update._meta;
  if (!isFields(meta)) return state;
  return (['terminal_info', 'terminal_output', 'terminal_output_delta', 'terminal_exit'] as const)
    .filter((key) => isFields(meta[key]))
    .reduce((now, key) => feed(now, update, key, meta[key] as Fields), state);
}

type Key = 'terminal_info' | 'terminal_output' | 'terminal_output_delta' | 'terminal_exit';

function feed(state: SessionState, update: ToolCallUpdate, key: Key, news: Fields): SessionState {
  const id = terminalId(update, news);
  const known = state.terminals.get(id);
  // A terminal of ours has its output from the command itself.
  if (known && !known.byAgent) return state;
  const next = changed(known ?? { output: '', byAgent: true }, key, news);
  return next === known ? state : { ...state, terminals: new Map(state.terminals).set(id, next) };
}

function terminalId(update: ToolCallUpdate, news: Fields): string {
  if (typeof news.terminal_id === 'string') return news.terminal_id;
  const shown = update.content?.find((content) => content.type === 'terminal');
  return shown?.type === 'terminal' ? shown.terminalId : update.toolCallId;
}

function changed(terminal: TerminalState, key: Key, news: Fields): TerminalState {
  switch (key) {
    case 'terminal_info':
      // The same id once more is another command.
      return terminal.exitStatus ? { output: '', byAgent: true } : terminal;
    case 'terminal_exit':
      return { ...terminal, exitStatus: exitOf(news) };
    default:
      if (typeof news.data !== 'string' || news.data === '') return terminal;
      return { ...terminal, output: shownOutput(joined(terminal.output, key, news.data)) };
  }
}

/** Some agents send the whole output each time, others what is new. */
function joined(output: string, key: Key, data: string): string {
  const whole = key === 'terminal_output' && output !== '' && data.startsWith(output);
  return whole ? data : output + data;
}

function exitOf({ exit_code, signal }: Fields): NonNullable<TerminalState['exitStatus']> {
  return {
    exitCode: typeof exit_code === 'number' ? exit_code : null,
    signal: typeof signal === 'string' ? signal : null,
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
