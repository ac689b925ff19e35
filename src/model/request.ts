import type { PermissionOption, ToolCallUpdate } from '../protocol/schema.gen';
import { findTool } from './entries';
import type { PermissionRequest, SessionState } from './state';
import { upsertTool } from './tool-call';

/**
 * What the agent asks, with what is known of the call from before. The request may be the first we hear of the call
 * (docs/agents.md, 1), and say less than its announcement did.
 */
export function permissionRequest(
  state: SessionState,
  id: string,
  toolCall: ToolCallUpdate,
  options: readonly PermissionOption[],
): PermissionRequest {
  const known = upsertTool(state, toolCall, { announces: true, asks: true });
  const call = findTool(known, toolCall.toolCallId)?.entry.call;
  const rawInput = toolCall.rawInput ?? call?.rawInput;
  return {
    id,
    toolCallId: toolCall.toolCallId,
    title: toolCall.title ?? call?.title ?? toolCall.toolCallId,
    ...(call?.name === undefined ? {} : { name: call.name }),
    kind: call?.kind ?? 'other',
    options,
    content: call?.content ?? [],
    locations: call?.locations ?? [],
    ...(rawInput === undefined ? {} : { rawInput }),
  };
}

/** The question after the agent has changed its call; the same object when nothing of it changed. */
export function updatedRequest(
  state: SessionState,
  request: PermissionRequest,
  newId: () => string,
): PermissionRequest {
  const call = findTool(state, request.toolCallId)?.entry.call;
  if (!call) return request;
  const { title, name, kind, content, locations, rawInput } = call;
  const known = {
    title,
    ...(name === undefined ? {} : { name }),
    kind,
    content,
    locations,
    ...(rawInput === undefined ? {} : { rawInput }),
  };
  const asked = said(request);
  const { toolCallId, options } = asked;
  if (saysSame(asked, { ...known, toolCallId, options })) return request;
  return {
    id: newId(),
    toolCallId,
    options,
    ...known,
    before: request.before ?? { id: request.id, ...asked },
    changes: (request.changes ?? 0) + 1,
    replaces: request.id,
  };
}

type Said = Omit<PermissionRequest, 'id' | 'before' | 'changes' | 'replaces'>;

/** All that a question says, but for its ids and its past. */
export function said({
  id: _,
  before: _before,
  changes: _changes,
  replaces: _replaces,
  ...rest
}: PermissionRequest): Said {
  return rest;
}

export function saysSame(a: Said, b: Said): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof Said)[]);
  return [...keys].every(
    (key) => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]),
  );
}
