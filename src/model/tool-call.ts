/** The life of one tool call: what the wire says, folded into what the user sees. All pure. */
import { isSameValue } from '../base/same-value';
import type { ToolCallStatus, ToolCallUpdate } from '../protocol/schema.gen';
import type { CallChanged } from './call-change';
import { isOwnCall } from './editor-call';
import { alias, append, findTool, replaceAt } from './entries';
import type { CallCancelled, SessionEvent } from './event';
import { sameCallOf } from './joined-calls';
import { nested, withAwaited } from './nesting';
import { withArguments } from './said-arguments';
import type { SessionState, ToolCall, ToolEntry } from './state';
import { isFinal, type Signal, stateAfter } from './tool-life';
import { mergedMeta, nameInMeta } from './tool-meta';

/** How an announcement (`tool_call`, a permission) differs from a patch (`tool_call_update`). */
export interface UpsertOptions {
  /** Never take a call back to `pending`: some agents announce a call after its first updates (docs/agents.md, 2). */
  readonly announces: boolean;
  /** A question is about what it says itself, not about what is known of another call. */
  readonly asks?: true;
}

/** Changes the call of this id, or makes it: updates come for ids that were never announced (docs/agents.md, 1–3). */
export function upsertTool(
  state: SessionState,
  patch: ToolCallUpdate,
  options: UpsertOptions,
): SessionState {
  const next = upserted(state, patch, options);
  const found = findTool(next, patch.toolCallId);
  if (!found) return next;
  return withAwaited(nested(next, found.index, patch._meta), patch.toolCallId);
}

function upserted(
  state: SessionState,
  patch: ToolCallUpdate,
  options: UpsertOptions,
): SessionState {
  const found = findTool(state, patch.toolCallId);
  // The same id in a later turn is another call (docs/agents.md, 9); a late patch still belongs to the old one.
  const again =
    found && options.announces && found.entry.turn < state.turns && isFinal(found.entry.call.state);
  const isReport = found?.entry.call.joined?.reported === patch.toolCallId;
  if (!again && !options.asks) {
    if (found && isReport) return withMeta(state, found, patch);
    const same = found ? undefined : sameCallOf(state, patch);
    if (same !== undefined) return joinedWith(state, same, patch);
  }
  if (!found || again || isReport) return appended(state, patch, options);
  const call = merge(found.entry.call, patch, options);
  if (call === found.entry.call) return state;
  return replaceAt(state, found.index, { ...found.entry, call });
}

function appended(
  state: SessionState,
  patch: ToolCallUpdate,
  options: UpsertOptions,
): SessionState {
  const call = merge(emptyCall(patch), patch, options);
  const next = append(state, { kind: 'tool', turn: state.turns, call });
  return isOwnCall(call.toolCallId) ? { ...next, newestOwn: state.entries.length } : next;
}

/** Where the entry of a call is that the editor and the agent both have: it is one entry, whoever came first. */
function joinedWith(state: SessionState, index: number, patch: ToolCallUpdate): SessionState {
  const entry = state.entries.at(index);
  if (entry?.kind !== 'tool') return state;
  const { call } = entry;
  const isOwn = isOwnCall(patch.toolCallId);
  const [own, reported] = isOwn
    ? [patch.toolCallId, call.toolCallId]
    : [call.toolCallId, patch.toolCallId];
  const joined = { ...call, joined: { own, reported } };
  const next = isOwn ? merge(joined, patch, { announces: true }) : metaAdded(joined, patch);
  return alias(replaceAt(state, index, { ...entry, call: next }), patch.toolCallId, index);
}

/** The editor knows better what becomes of its own call. */
function withMeta(
  state: SessionState,
  { index, entry }: { readonly index: number; readonly entry: ToolEntry },
  patch: ToolCallUpdate,
): SessionState {
  const call = metaAdded(entry.call, patch);
  return call === entry.call ? state : replaceAt(state, index, { ...entry, call });
}

function metaAdded(call: ToolCall, { _meta }: ToolCallUpdate): ToolCall {
  const meta = mergedMeta(call.meta, _meta);
  return meta === call.meta || meta === undefined ? call : { ...call, meta };
}

/** Its input is taken for complete; not that of another call of the same id. */
export function inputSettled(
  state: SessionState,
  { toolCallId, turn }: Extract<SessionEvent, { type: 'inputSettled' }>,
): SessionState {
  if (findTool(state, toolCallId)?.entry.turn !== turn) return state;
  return changeTool(state, toolCallId, (call) => signalled(call, 'inputComplete'));
}

export function callCancelled(
  state: SessionState,
  { toolCallId, why }: CallCancelled,
): SessionState {
  return changeTool(state, toolCallId, (call) => abandoned(call, why));
}

/** Changes the newest call of this id, if there is one. */
export function changeTool(
  state: SessionState,
  toolCallId: string,
  change: (call: ToolCall) => ToolCall,
): SessionState {
  const found = findTool(state, toolCallId);
  if (!found) return state;
  const call = change(found.entry.call);
  if (sameCall(found.entry.call, call)) return state;
  return replaceAt(state, found.index, { ...found.entry, call });
}

export function signalled(call: ToolCall, signal: Signal): ToolCall {
  return { ...call, state: stateAfter(call.state, signal) };
}

/** Ends every call that is still open: agents leave calls open at the end of a turn (docs/agents.md, 6). */
export function abandonTools(state: SessionState, why: string): SessionState {
  const entries = state.entries.replace((entry) =>
    entry.kind === 'tool' && !isFinal(entry.call.state)
      ? { ...entry, call: abandoned(entry.call, why) }
      : entry,
  );
  return entries === state.entries ? state : { ...state, entries };
}

/** Why a call of an earlier time has no result. */
export const REPLAYED = 'the conversation that was loaded does not say how it ended';

/** A prompt that was replayed has come: no call of the turn before it goes on. */
export function abandonReplayedTurn(state: SessionState): SessionState {
  let { entries } = state;
  for (let index = entries.length - 2; index >= 0; index--) {
    const entry = entries.at(index);
    if (!entry || entry.kind === 'user') break;
    if (entry.kind === 'tool' && !isFinal(entry.call.state)) {
      entries = entries.with(index, { ...entry, call: abandoned(entry.call, REPLAYED) });
    }
  }
  return entries === state.entries ? state : { ...state, entries };
}

/** One that had ended before it was asked about is what it was. */
export function abandoned(call: ToolCall, why: string): ToolCall {
  const ended = call.status === 'completed' || call.status === 'failed';
  const state = stateAfter(call.state, ended ? call.status : 'abandoned');
  return { ...call, state, ...(state === 'cancelled' ? { cancelReason: why } : {}) };
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
  const signal = signalOf(patch.status ? status : undefined);
  const rawInput = newerInput(call.rawInput, patch.rawInput);
  const name = patch.name ?? (options.announces ? nameInMeta(patch) : undefined) ?? call.name;
  const rawOutput = patch.rawOutput ?? call.rawOutput;
  const meta = mergedMeta(call.meta, patch._meta);
  const merged: ToolCall = {
    ...call,
    title: patch.title ?? call.title,
    ...(name === undefined ? {} : { name }),
    kind: patch.kind ?? call.kind,
    status,
    state: signal ? stateAfter(call.state, signal) : call.state,
    content: newerContent(call, patch, options),
    locations: patch.locations ?? call.locations,
    ...(rawInput === undefined ? {} : { rawInput }),
    ...(rawOutput === undefined ? {} : { rawOutput }),
    ...(meta === undefined ? {} : { meta }),
  };
  return sameCall(call, merged) ? call : merged;
}

function newerContent(
  { content, kind, rawInput }: ToolCall,
  patch: ToolCallUpdate,
  { asks }: UpsertOptions,
): ToolCall['content'] {
  if (!patch.content) return content;
  const isSilent = kind === 'other' && !hasInput(patch.rawInput ?? rawInput);
  return asks && isSilent ? withArguments(patch.content, content) : patch.content;
}

function nextStatus(
  now: ToolCallStatus,
  next: ToolCallStatus | undefined,
  options: UpsertOptions,
): ToolCallStatus {
  if (next === undefined) return now;
  return options.announces && next === 'pending' ? now : next;
}

/** What the status of a message means for the life of its call. */
function signalOf(status: ToolCallStatus | undefined): Signal | undefined {
  return status === 'pending' ? undefined : status;
}

/** The same object when an agent says again what it has said. */
function newerInput(known: unknown, said: unknown): unknown {
  return isSameValue(known, said) ? known : (said ?? known);
}

/** The agent has begun to say what the input is: many announce a call with an empty one. */
export function hasInput(rawInput: unknown): boolean {
  if (rawInput === undefined || rawInput === null) return false;
  return typeof rawInput !== 'object' || Object.keys(rawInput).length > 0;
}

function sameCall(a: ToolCall, b: ToolCall): boolean {
  return (Object.keys(b) as (keyof ToolCall)[]).every((key) => a[key] === b[key]);
}

/** It has ended, and its agent shows no diff of its own. */
export function lacksDiffs({ state, content }: ToolCall): boolean {
  return isFinal(state) && !content.some(({ type }) => type === 'diff');
}

/** The same, or its diffs may be of pieces: these do not say at which lines they are. */
export function wantsChanges(call: ToolCall): boolean {
  const hasPieces = call.content.some((item) => item.type === 'diff' && item.oldText);
  return lacksDiffs(call) || (isFinal(call.state) && hasPieces);
}

export function callChanged(
  state: SessionState,
  { turn, toolCallId, changes }: CallChanged,
): SessionState {
  const found = findTool(state, toolCallId);
  if (found?.entry.turn !== turn) return state;
  return replaceAt(state, found.index, { ...found.entry, changes });
}
