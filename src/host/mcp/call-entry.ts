import { shallow } from '../../base/shallow';
import type { CallOutcome, CallRecord } from '../../mcp/call-outcome';
import type { SessionState } from '../../model/state';

/** A line of the audit log: a tool of the editor that was called, what with, and what came of it. */
export interface CallEntry extends CallOutcome {
  readonly time: string;
  readonly session: string;
  readonly agent: string;
  readonly cwd: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly kind: string;
  readonly title: string;
  readonly paths: readonly string[];
  /** Texts are cut: what files hold does not belong there. */
  readonly input: unknown;
}

const MAX_TEXT = 200;
const MAX_ITEMS = 20;
/** Of lists and tables in each other: an agent may send any number. */
const MAX_LEVELS = 3;

export function callEntry({ id, agent, cwd }: SessionState, call: CallRecord): CallEntry {
  const { toolCallId, name, title, kind, rawInput, paths, outcome, by, why } = call;
  return {
    time: new Date().toISOString(),
    session: id,
    agent,
    cwd,
    toolCallId,
    tool: name,
    kind,
    title: cut(title),
    paths: paths.slice(0, MAX_ITEMS),
    input: shortened(shallow(rawInput, MAX_LEVELS)),
    outcome,
    ...(by ? { by } : {}),
    ...(why ? { why: cut(why) } : {}),
  };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  const fields = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(fields.map(([name, field]) => [cut(name), shortened(field)]));
}

function cut(text: string): string {
  const more = text.length - MAX_TEXT;
  return more <= 0 ? text : `${text.slice(0, MAX_TEXT)}… (${more} more)`;
}
