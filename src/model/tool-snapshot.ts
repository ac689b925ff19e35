/** A tool call as the Lua API shows it. Pure. */
import type {
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
} from '../protocol/schema.gen';
import { isOwnCall } from './editor-call';
import { isKnownTool } from './known-tools';
import type { Approval, ToolCall } from './state';
import { isFinal, type ToolState } from './tool-life';
import type { Meta } from './tool-meta';
import { errorTextOf, hasOutput, outputOf } from './tool-output';

/** What listeners get, beside `session` and `previous`. */
export interface ToolCallSnapshot {
  readonly toolCallId: string;
  /** The tool's, when the agent gives one. */
  readonly name: string | undefined;
  /** Nothing is known of a tool of this name. */
  readonly dynamic: boolean;
  readonly title: string;
  readonly kind: ToolKind;
  /** What the agent last said; `state` is what the user sees. */
  readonly status: ToolCallStatus;
  readonly state: ToolState;
  readonly input: unknown;
  /** The raw output, else the text of the content. */
  readonly output: unknown;
  /** Why it failed or was cancelled. */
  readonly errorText: string | undefined;
  readonly approval: ApprovalSnapshot | undefined;
  /** There is output, and the call has not ended. */
  readonly preliminary: true | undefined;
  readonly executor: 'agent' | 'editor';
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly meta: Meta | undefined;
}

export interface ApprovalSnapshot extends Omit<Approval, 'options'> {
  readonly options: readonly OptionSnapshot[];
}

export interface OptionSnapshot {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

/** What `state().tools` has of a call. */
export interface ToolSnapshot extends ToolCallSnapshot {
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
}

/** @param knownTools those that the user has a definition of */
export function toolCallSnapshot(
  call: ToolCall,
  knownTools: readonly string[] = [],
): ToolCallSnapshot {
  const { toolCallId, name, title, kind, status, state, rawInput, approval } = call;
  return {
    toolCallId,
    name,
    dynamic: !isKnownTool(name, knownTools),
    title,
    kind,
    status,
    state,
    input: rawInput,
    output: outputOf(call),
    errorText: errorTextOf(call),
    approval: approval && { ...approval, options: optionSnapshots(approval.options) },
    preliminary: !isFinal(state) && hasOutput(call) ? true : undefined,
    executor: call.joined || isOwnCall(toolCallId) ? 'editor' : 'agent',
    content: call.content,
    locations: call.locations,
    meta: call.meta,
  };
}

export function toolSnapshot(call: ToolCall, knownTools: readonly string[]): ToolSnapshot {
  const { rawInput, rawOutput } = call;
  return { ...toolCallSnapshot(call, knownTools), rawInput, rawOutput };
}

export function optionSnapshots(options: Approval['options']): OptionSnapshot[] {
  return options.map(({ optionId, name, kind }) => ({ optionId, name, kind }));
}
