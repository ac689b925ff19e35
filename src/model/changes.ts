/** What happened between two states, as the events that users can listen to. Pure. */
import { eachChange } from '../base/list';
import type { SessionEvent } from './event';
import type { SessionState, ToolCall } from './state';
import { hasInput } from './tool-call';
import type { ToolState } from './tool-life';

export type Change =
  | { readonly event: 'AcpTurnStart' }
  | { readonly event: 'AcpTurnEnd'; readonly stopReason: string }
  | ToolCallChange
  | { readonly event: 'AcpPermission'; readonly id: string; readonly replaces?: string }
  | { readonly event: 'AcpPlan' }
  | { readonly event: 'AcpQueue' };

export interface ToolCallChange {
  readonly event: 'AcpToolCall';
  readonly call: ToolCall;
  /** Absent for a new one. */
  readonly previous?: ToolState;
  /** Nothing but its input has changed, which the agent is still writing. */
  readonly isStreaming?: true;
}

export interface SessionChange {
  readonly event: SessionEvent;
  readonly before: SessionState;
  readonly after: SessionState;
}

/**
 * True for what only lengthens a message. There may be ten thousand a second, and they concern only the one who
 * draws the transcript.
 */
export function isOnlyText({ event }: SessionChange): boolean {
  if (event.type !== 'update') return false;
  const { sessionUpdate } = event.update;
  // A prompt that is replayed begins a turn.
  return sessionUpdate.endsWith('_chunk') && sessionUpdate !== 'user_message_chunk';
}

/** What tool calls change in the conversation. */
const CONVERSATION: ReadonlySet<string> = new Set([
  'made',
  'entries',
  'places',
  'awaited',
  'newestOwn',
]);

/** True for what changes nothing but tool calls in the conversation: no question, no setting, no title. */
export function isOnlyTools({ event, before, after }: SessionChange): boolean {
  if (!isAboutTools(event)) return false;
  const keys = Object.keys(after) as (keyof SessionState)[];
  return keys.every((key) => CONVERSATION.has(key) || before[key] === after[key]);
}

function isAboutTools(event: SessionEvent): boolean {
  if (event.type === 'inputSettled') return true;
  return event.type === 'update' && event.update.sessionUpdate.startsWith('tool_call');
}

/** All that a change of the state means to those who listen, in the order in which it happened. */
export function changes(change: SessionChange): Change[] {
  const { before, after } = change;
  if (isOnlyText(change)) return [];
  return [
    ...turnChanges(before, after),
    ...toolChanges(before, after),
    ...otherChanges(before, after),
  ];
}

function turnChanges(before: SessionState, after: SessionState): Change[] {
  if (before.turn.phase === after.turn.phase) return [];
  if (after.turn.phase === 'running') return [{ event: 'AcpTurnStart' }];
  if (after.turn.phase !== 'idle') return [];
  return [{ event: 'AcpTurnEnd', stopReason: after.turn.stopReason ?? 'end_turn' }];
}

/** Entries only change in place or come at the end, so equal positions compare. */
function toolChanges(before: SessionState, after: SessionState): Change[] {
  if (before.entries === after.entries) return [];
  const found: Change[] = [];
  eachChange(before.entries, after.entries, (entry, old) => {
    if (entry.kind !== 'tool') return;
    found.push(...callChanges(old?.kind === 'tool' ? old.call : undefined, entry.call));
  });
  return found;
}

function callChanges(old: ToolCall | undefined, call: ToolCall): ToolCallChange[] {
  if (!old) return [{ event: 'AcpToolCall', call }];
  const states = [...passed(old, call), call];
  if (states.length > 1 || isNews(old, call)) {
    return states.map((now, index) => ({
      event: 'AcpToolCall',
      call: now,
      previous: (states[index - 1] ?? old).state,
    }));
  }
  const isStreaming = call.rawInput !== old.rawInput && call.status === 'pending';
  return isStreaming
    ? [{ event: 'AcpToolCall', call, previous: old.state, isStreaming: true }]
    : [];
}

function isNews(old: ToolCall, call: ToolCall): boolean {
  return (
    old.state !== call.state ||
    old.content !== call.content ||
    old.rawOutput !== call.rawOutput ||
    old.approval !== call.approval
  );
}

/** What a call was for a moment when one message takes it two steps on: listeners see every state. */
function passed(old: ToolCall, call: ToolCall): ToolCall[] {
  const isWaiting = call.state === 'input-streaming' || call.state === 'cancelled';
  if (old.state === 'input-streaming' && !isWaiting) {
    const isPassed = call.state !== 'input-available' && hasInput(call.rawInput);
    return isPassed ? [withInputOf(old, call)] : [];
  }
  if (old.state !== 'approval-requested' || call.approval?.approved === undefined) return [];
  return call.state === 'approval-responded' ? [] : [{ ...call, state: 'approval-responded' }];
}

function withInputOf(old: ToolCall, call: ToolCall): ToolCall {
  const { title, kind, locations, rawInput } = call;
  return { ...old, title, kind, locations, rawInput, state: 'input-available' };
}

function otherChanges(before: SessionState, after: SessionState): Change[] {
  const found: Change[] = [];
  for (const request of after.permissions) {
    if (!before.permissions.some((known) => known.id === request.id)) {
      const { id, replaces } = request;
      found.push({ event: 'AcpPermission', id, ...(replaces === undefined ? {} : { replaces }) });
    }
  }
  if (before.plan !== after.plan) found.push({ event: 'AcpPlan' });
  if (before.queue !== after.queue || before.queuePaused !== after.queuePaused) {
    found.push({ event: 'AcpQueue' });
  }
  return found;
}

/** Where a tool call works, by its own account: the newest of its `locations`. */
export function placeOfTool(
  event: SessionEvent,
): { readonly path: string; readonly line?: number } | undefined {
  if (event.type !== 'update') return undefined;
  const { update } = event;
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') {
    return undefined;
  }
  const location = update.locations?.at(-1);
  if (!location) return undefined;
  return { path: location.path, ...(location.line ? { line: location.line } : {}) };
}
