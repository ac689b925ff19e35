/** Finds the other half of a call that the editor makes and the agent reports. Pure. */
import type { ToolCallUpdate } from '../protocol/schema.gen';
import { type EditorCall, isOwnCall, mayBeCall, type ReportedCall } from './editor-call';
import type { SessionState, ToolCall } from './state';
import { isFinal } from './tool-life';
import { nameInMeta } from './tool-meta';

/** Both come close together: further back nothing is looked for. */
const MAX_LOOK = 100;

/** The place of the oldest call of this turn that a new one is the other half of; nothing: it is a call by itself. */
export function sameCallOf(
  { entries, turns, newestOwn = -1 }: SessionState,
  patch: ToolCallUpdate,
): number | undefined {
  const first = Math.max(0, entries.length - MAX_LOOK);
  // Of most calls there is no other half.
  if (newestOwn < first && !isOwnCall(patch.toolCallId)) return undefined;
  for (let index = first; index < entries.length; index++) {
    const entry = entries.at(index);
    const isCandidate = entry?.kind === 'tool' && entry.turn === turns && !entry.call.joined;
    if (isCandidate && isSame(entry.call, patch)) return index;
  }
  return undefined;
}

function isSame(call: ToolCall, patch: ToolCallUpdate): boolean {
  if (isOwnCall(patch.toolCallId)) {
    const isOpen = !isFinal(call.state) && call.state !== 'approval-requested';
    return isOpen && !isOwnCall(call.toolCallId) && mayBe(call, patch);
  }
  return isOwnCall(call.toolCallId) && mayBe(patch, call);
}

type Said = Pick<ToolCallUpdate, 'title' | 'name' | 'rawInput' | '_meta'>;

function mayBe(reported: Said, own: Said): boolean {
  return (
    typeof own.name === 'string' && mayBeCall(reportedCall(reported), editorCall(own.name, own))
  );
}

function editorCall(name: string, { rawInput }: Said): EditorCall {
  return { name, rawInput };
}

function reportedCall(said: Said): ReportedCall {
  const { title, rawInput } = said;
  const name = said.name ?? nameInMeta(said);
  return { title: title ?? '', ...(name ? { name } : {}), rawInput };
}
