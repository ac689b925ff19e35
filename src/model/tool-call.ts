/** The life of one tool call: what the wire says, folded into what the user sees. All pure. */
import type { ToolCallStatus, ToolCallUpdate } from '../protocol/schema.gen';
import type { CallChanged } from './call-change';
import { append, findTool, replaceAt } from './entries';
import type { SessionState, ToolCall, ToolState } from './state';

const FINAL_STATES: readonly ToolState[] = [
  'output-available',
  'output-error',
  'output-denied',
  'cancelled',
];

export function isFinal(state: ToolState): boolean {
  return FINAL_STATES.includes(state);
}

/** How an announcement (`tool_call`, a permission) differs from a patch (`tool_call_update`). */
export interface UpsertOptions {
  /** Never take a call back to `pending`: some agents announce a call after its first updates (docs/agents.md, 2). */
  readonly announces: boolean;
}

/** Changes the call of this id, or makes it: updates come for ids that were never announced (docs/agents.md, 1–3). */
export function upsertTool(
  state: SessionState,
  patch: ToolCallUpdate,
  options: UpsertOptions,
): SessionState {
  const found = findTool(state, patch.toolCallId);
  // The same id in a later turn is another call (docs/agents.md, 9); a late patch still belongs to the old one.
  const again =
    found && options.announces && found.entry.turn < state.turns && isFinal(found.entry.call.state);
  if (!found || again) {
    return append(state, {
      kind: 'tool',
      turn: state.turns,
      call: merge(emptyCall(patch), patch, options),
    });
  }
  const call = merge(found.entry.call, patch, options);
  if (call === found.entry.call) return state;
  return replaceAt(state, found.index, { ...found.entry, call });
}

/** Sets the user-visible state of a call, wherever it is. */
export function setToolState(
  state: SessionState,
  toolCallId: string,
  toolState: ToolState,
): SessionState {
  const found = findTool(state, toolCallId);
  if (!found || found.entry.call.state === toolState) return state;
  const call = { ...found.entry.call, state: toolState };
  return replaceAt(state, found.index, { ...found.entry, call });
}

/** Ends every call that is still open: agents leave calls open at the end of a turn (docs/agents.md, 6). */
export function cancelOpenTools(state: SessionState): SessionState {
  const entries = state.entries.replace((entry) =>
    entry.kind === 'tool' && !isFinal(entry.call.state)
      ? { ...entry, call: { ...entry.call, state: 'cancelled' as const } }
      : entry,
  );
  return entries === state.entries ? state : { ...state, entries };
}

function emptyCall(patch: ToolCallUpdate): ToolCall {
  return {
    toolCallId: patch.toolCallId,
    title: patch.title ?? patch.name ?? patch.toolCallId,
    kind: 'other',
    status: 'pending',
    state: 'input-streaming',
    content: [],
    locations: [],
  };
}

/** Null counts as absent; lists replace, and an empty list clears. */
function merge(call: ToolCall, patch: ToolCallUpdate, options: UpsertOptions): ToolCall {
  const status = nextStatus(call.status, patch.status ?? undefined, options);
  const rawInput = patch.rawInput ?? call.rawInput;
  const name = patch.name ?? (options.announces ? nameInMeta(patch) : undefined) ?? call.name;
  const rawOutput = patch.rawOutput ?? call.rawOutput;
  const merged: ToolCall = {
    toolCallId: call.toolCallId,
    title: patch.title ?? call.title,
    ...(name === undefined ? {} : { name }),
    kind: patch.kind ?? call.kind,
    status,
    state: nextState(call.state, patch.status ? status : undefined, rawInput),
    content: patch.content ?? call.content,
    locations: patch.locations ?? call.locations,
    ...(rawInput === undefined ? {} : { rawInput }),
    ...(rawOutput === undefined ? {} : { rawOutput }),
  };
  return sameCall(call, merged) ? call : merged;
}

/** Several agents send the tool's name in a namespace of their own: `_meta.claudeCode.toolName`. */
function nameInMeta({ _meta }: ToolCallUpdate): string | undefined {
  return [_meta, ...Object.values(_meta ?? {})]
    .map((space) =>
      typeof space === 'object' && space ? Reflect.get(space, 'toolName') : undefined,
    )
    .find((name) => typeof name === 'string' && name !== '');
}

function nextStatus(
  now: ToolCallStatus,
  next: ToolCallStatus | undefined,
  options: UpsertOptions,
): ToolCallStatus {
  if (next === undefined) return now;
  return options.announces && next === 'pending' ? now : next;
}

/** `status` is what this message said; an open question stays open whatever the call reports (docs/agents.md, 4). */
function nextState(
  now: ToolState,
  status: ToolCallStatus | undefined,
  rawInput: unknown,
): ToolState {
  if (status === 'completed') return 'output-available';
  if (status === 'failed') return now === 'output-denied' ? now : 'output-error';
  if (isFinal(now) || now === 'approval-requested') return now;
  if (status === 'in_progress') return 'running';
  if (now === 'input-streaming' && hasInput(rawInput)) return 'input-available';
  return now;
}

function hasInput(rawInput: unknown): boolean {
  if (rawInput === undefined || rawInput === null) return false;
  return typeof rawInput !== 'object' || Object.keys(rawInput).length > 0;
}

function sameCall(a: ToolCall, b: ToolCall): boolean {
  return (Object.keys(b) as (keyof ToolCall)[]).every((key) => a[key] === b[key]);
}

/** It has ended, and its agent shows no diff of its own. */
export function wantsChanges({ state, content }: ToolCall): boolean {
  return isFinal(state) && !content.some(({ type }) => type === 'diff');
}

export function callChanged(
  state: SessionState,
  { turn, toolCallId, changes }: CallChanged,
): SessionState {
  const found = findTool(state, toolCallId);
  if (found?.entry.turn !== turn) return state;
  return replaceAt(state, found.index, { ...found.entry, changes });
}
