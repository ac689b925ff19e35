/** What happened between two states, as the events that users can listen to. Pure. */
import { eachChange } from '../base/list';
import type { SessionEvent } from './event';
import type { SessionState, ToolCall, ToolState } from './state';

export type Change =
  | { readonly event: 'AcpTurnStart' }
  | { readonly event: 'AcpTurnEnd'; readonly stopReason: string }
  | { readonly event: 'AcpToolCall'; readonly call: ToolCall; readonly previous?: ToolState }
  | { readonly event: 'AcpPermission'; readonly id: string; readonly replaces?: string }
  | { readonly event: 'AcpPlan' }
  | { readonly event: 'AcpQueue' };

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
  return event.type === 'update' && event.update.sessionUpdate.endsWith('_chunk');
}

/** What tool calls change in the conversation. */
const CONVERSATION: ReadonlySet<string> = new Set(['made', 'entries', 'places']);

/** True for what changes nothing but tool calls in the conversation: no question, no setting, no title. */
export function isOnlyTools({ event, before, after }: SessionChange): boolean {
  if (event.type !== 'update' || !event.update.sessionUpdate.startsWith('tool_call')) return false;
  const keys = Object.keys(after) as (keyof SessionState)[];
  return keys.every((key) => CONVERSATION.has(key) || before[key] === after[key]);
}

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
    const oldCall = old?.kind === 'tool' ? old.call : undefined;
    if (oldCall?.state === entry.call.state && oldCall.content === entry.call.content) return;
    found.push({
      event: 'AcpToolCall',
      call: entry.call,
      ...(oldCall ? { previous: oldCall.state } : {}),
    });
  });
  return found;
}

function otherChanges(before: SessionState, after: SessionState): Change[] {
  const found: Change[] = [];
  for (const request of after.permissions) {
    if (!before.permissions.some((known) => known.id === request.id)) {
      const { id, before } = request;
      found.push({ event: 'AcpPermission', id, ...(before ? { replaces: before.id } : {}) });
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
