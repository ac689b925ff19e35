import type { PermissionOption, ToolCallUpdate } from '../protocol/schema.gen';
import { findTool } from './entries';
import type { PermissionRequest, SessionState } from './state';
import { upsertTool } from './tool-call';

/**
 * What the agent asks, with what is known of the call from before. The request may be the first we hear of the call
 * (AGENTS 1), and tell less than its announcement did.
 */
export function permissionRequest(
  state: SessionState,
  id: string,
  toolCall: ToolCallUpdate,
  options: readonly PermissionOption[],
): PermissionRequest {
  const known = upsertTool(state, toolCall, { announces: true });
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
