import type { ToolState } from '../../src/model/tool-life';

/** All states of a tool call. */
export const TOOL_STATES: readonly ToolState[] = [
  'input-streaming',
  'input-available',
  'approval-requested',
  'approval-responded',
  'running',
  'output-available',
  'output-error',
  'output-denied',
  'cancelled',
];
