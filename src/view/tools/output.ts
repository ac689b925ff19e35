/** The output of a tool call: texts, diffs, terminals, results. */

import { isForModelOnly } from '../../model/audience';
import type { ToolCall } from '../../model/state';
import type { ToolCallContent } from '../../protocol/schema.gen';
import type { Line } from '../block';
import { type Clipped, type ClippedOutput, clipOutput, clipText } from '../clip';
import { placeholder } from '../content';
import type { TerminalView, ViewContext } from '../context';
import { shownDiff } from '../diff';
import type { Group } from '../groups';
import { indented, line, movedIn, omittedLine } from '../line';
import { inputField, jsonLines } from './input';

/** Which end of a long text says most. */
export type Keep = 'head' | 'tail';

/**
 * Everything in the call's content; without any, the agent's own terminal, which some name after the call and put into
 * no content; or else what the raw output says.
 */
export function outputLines(call: ToolCall, context: ViewContext, keep: Keep): Line[] {
  const lines = call.content
    .filter((item) => item.type !== 'content' || !isForModelOnly(item.content))
    .flatMap((item) => contentLines(call, item, context, keep));
  if (lines.length > 0) return lines;
  const terminal = terminalLines(context.terminal(call.toolCallId));
  return terminal.length > 0 ? terminal : rawOutputLines(call, keep);
}

function contentLines(
  { toolCallId }: ToolCall,
  content: ToolCallContent,
  { cwd, turn, terminal }: ViewContext,
  keep: Keep,
): readonly Line[] {
  switch (content.type) {
    case 'diff':
      return shownDiff(content, cwd, turn === undefined ? undefined : { turn, toolCallId });
    case 'terminal':
      return terminalLines(terminal(content.terminalId));
    case 'content': {
      const block = content.content;
      if (block.type !== 'text') return [placeholder(block, '  ')];
      return textLines(withoutFence(block.text), keep);
    }
    default:
      return [];
  }
}

function textLines(text: string, keep: Keep, group: Group = 'AcpOutput'): Line[] {
  return keep === 'head' ? headLines(clipText(text), group) : tailLines(clipOutput(text), group);
}

function headLines({ lines, omitted }: Clipped, group: Group): Line[] {
  return [...indented(lines, group), ...omittedLine(omitted, 'more')];
}

function tailLines({ lines, omitted }: ClippedOutput, group: Group): Line[] {
  return [...omittedLine(omitted, 'earlier'), ...movedIn(lines, group)];
}

/** Several agents put a whole output into one code fence: it is left out here. */
function withoutFence(text: string): string {
  const body = /^```[^\n`]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1];
  return body === undefined || body.includes('\n```') ? text : body;
}

/** `undefined` for an unknown terminal. */
function terminalLines(terminal: TerminalView | undefined): Line[] {
  if (!terminal) return [];
  const lines = tailLines(clipOutput(terminal.output), 'AcpOutput');
  const { exitCode, signal } = terminal.exitStatus ?? {};
  if (signal) return [...lines, line([`  ended by ${signal}`], 'AcpToolFailed')];
  if (exitCode) return [...lines, line([`  exit code ${exitCode}`], 'AcpToolFailed')];
  return lines;
}

const RESULT_KEYS = ['output', 'formatted_output', 'stdout', 'error', 'message', 'stderr'];

function rawOutputLines(call: ToolCall, keep: Keep): Line[] {
  const output = call.rawOutput;
  const text = typeof output === 'string' ? output : inputField(output, RESULT_KEYS);
  const failed = call.state === 'output-error';
  if (text !== undefined) return textLines(text, keep, failed ? 'AcpToolFailed' : 'AcpOutput');
  return failed ? jsonLines(output) : [];
}
