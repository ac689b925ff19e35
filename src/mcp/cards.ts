/** How a call of a tool looks in the chat: as a tool call of the editor's. */
import { resolve } from 'node:path';
import { oneLine } from '../base/text';
import { findTool } from '../model/entries';
import { isFileKey, pathsIn } from '../model/raw-input';
import type {
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
} from '../protocol/schema.gen';
import type { Fields, OfferedTool } from './tool';
import type { ToolSession } from './tool-session';

const KINDS: Readonly<Record<OfferedTool['effect'], ToolKind>> = {
  reads: 'read',
  shows: 'read',
  asks: 'other',
  changes: 'edit',
  unknown: 'other',
};

/** Arguments that say most about a call. */
const TELLING = ['path', 'pattern', 'query', 'name', 'command', 'question'];
const MAX_TITLE = 100;
const MAX_LOCATIONS = 20;
/** A card is a look at the result, and is kept as long as the chat. */
const MAX_SHOWN = 4000;

/** A call, as cards, questions and rules have it. */
export interface DescribedCall {
  readonly toolCallId: string;
  /** As rules match it. */
  readonly name: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly rawInput: Fields;
  readonly locations: readonly ToolCallLocation[];
}

export function describedCall(
  toolCallId: string,
  tool: OfferedTool,
  input: Fields,
  { server, cwd }: { readonly server: string; readonly cwd: string },
): DescribedCall {
  const paths = [...new Set(pathsIn(input, isFileKey))].filter((path) => !path.includes('\0'));
  return {
    toolCallId,
    name: `${server}/${tool.name}`,
    title: titleOf(tool, input),
    kind: tool.kind ?? KINDS[tool.effect],
    rawInput: input,
    locations: paths.slice(0, MAX_LOCATIONS).map((path) => ({ path: resolve(cwd, path) })),
  };
}

function titleOf({ title }: OfferedTool, input: Fields): string {
  const said = TELLING.map((name) => input[name]).find((value) => typeof value === 'string');
  if (typeof said !== 'string') return title;
  const detail = oneLine(said.slice(0, 4 * MAX_TITLE));
  return `${title}: ${detail.length > MAX_TITLE ? `${detail.slice(0, MAX_TITLE)}…` : detail}`;
}

export function showCall(session: ToolSession, call: DescribedCall): void {
  session.update({ sessionUpdate: 'tool_call', ...call, status: 'in_progress' });
}

/** The id of its card: the agent's, where it has reported the call before. */
export function cardOf({ state }: ToolSession, toolCallId: string): string {
  return findTool(state, toolCallId)?.entry.call.toolCallId ?? toolCallId;
}

/** @param text nothing: what it has done to files says more */
export function showEnd(
  session: ToolSession,
  { toolCallId }: DescribedCall,
  status: ToolCallStatus,
  text?: string,
): void {
  const content: ToolCallContent[] =
    text === undefined ? [] : [{ type: 'content', content: { type: 'text', text: cut(text) } }];
  session.update({ sessionUpdate: 'tool_call_update', toolCallId, status, content });
}

/** There is no result, and nothing has failed. */
export function showCancelled(
  session: ToolSession,
  { toolCallId }: DescribedCall,
  why: string,
): void {
  session.record({ type: 'callCancelled', toolCallId, why });
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
