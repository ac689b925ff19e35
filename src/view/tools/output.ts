/** The output of a tool call: texts, diffs, terminals, results. */

import { oneLine } from '../../base/text';
import { isForModelOnly } from '../../model/audience';
import { jsonIn, type McpResult, mcpResult } from '../../model/mcp-result';
import type { ToolCall } from '../../model/state';
import type { ContentBlock, ToolCallContent } from '../../protocol/schema.gen';
import type { Line, Target } from '../block';
import { type Clipped, type ClippedOutput, clipOutput, clipText } from '../clip';
import { embeddedLines } from '../content';
import type { TerminalView, ViewContext } from '../context';
import { shownDiff } from '../diff';
import { durationText } from '../duration';
import type { Group } from '../groups';
import { indented, line, movedIn, omittedLine, withTarget } from '../line';
import { fileTarget } from '../path';
import { inputCommand, inputField } from './input';
import { treeLines } from './value-tree';

/** Which end of a long text says most. */
export type Keep = 'head' | 'tail';

/**
 * Everything in the call's content; without any, the agent's own terminal, which some name after the call and put into
 * no content; or else what the raw output says.
 */
export function outputLines(call: ToolCall, context: ViewContext, keep: Keep): Line[] {
  const lines = call.content.flatMap((item, index) => {
    if (item.type !== 'content') return contentLines(call, item, context, keep);
    if (isForModelOnly(item.content)) return [];
    const builtIn = contentLines(call, item, context, keep);
    return context.content?.(index, item.content, builtIn) ?? builtIn;
  });
  if (lines.length > 0) return lines;
  const terminal = terminalLines(call, call.toolCallId, context);
  return terminal.length > 0 ? terminal : rawOutputLines(call, keep);
}

function contentLines(
  call: ToolCall,
  content: ToolCallContent,
  context: ViewContext,
  keep: Keep,
): readonly Line[] {
  switch (content.type) {
    case 'diff':
      return diffLines(call, content, context);
    case 'terminal':
      return terminalLines(call, content.terminalId, context);
    case 'content':
      return shownBlock(content.content, call, keep);
    default:
      return [];
  }
}

/** What a tool of unknown kind has answered is often JSON as text. */
function shownBlock(block: ContentBlock, call: ToolCall, keep: Keep, group?: Group): Line[] {
  if (block.type !== 'text') return embeddedLines(block, '  ');
  const text = withoutFence(block.text);
  const value = call.kind === 'other' ? jsonIn(text) : undefined;
  return value ? treeLines(value) : textLines(text, keep, group);
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

function diffLines(
  { toolCallId }: ToolCall,
  diff: Extract<ToolCallContent, { type: 'diff' }>,
  { cwd, turn, changes }: ViewContext,
): readonly Line[] {
  const { path } = fileTarget(diff.path, cwd);
  const change = changes?.files.find((file) => file.path === path);
  return shownDiff(diff, cwd, turn === undefined ? undefined : { turn, toolCallId }, change);
}

/** The end of what a command has printed, each line leading to all of it; nothing for an unknown one. */
function terminalLines(call: ToolCall, id: string, context: ViewContext): Line[] {
  const terminal = context.terminal(id);
  if (!terminal) return [];
  const target = commandTarget(call, id);
  const lines = [
    ...tailLines(clipOutput(terminal.output), 'AcpOutput'),
    ...endLine(terminal, context),
  ];
  return lines.map((one) => withTarget(one, target));
}

function commandTarget(call: ToolCall, id: string): Target {
  const title = inputCommand(call.rawInput)?.command ?? call.title;
  return { kind: 'terminal', id, title: oneLine(title) };
}

/** The command that the call has run, when it is one: also one that has printed nothing. */
export function onlyCommand(call: ToolCall, context: ViewContext): Target | undefined {
  const named = call.content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
  const ids = call.content.length === 0 ? [call.toolCallId] : named;
  const [id, ...others] = ids.filter((one) => context.terminal(one));
  return id === undefined || others.length > 0 ? undefined : commandTarget(call, id);
}

/** How it ended, and after what time; nothing where it ended well, and was quick or the header says its time. */
function endLine(
  { exitStatus, ran = 0, endedByUser }: TerminalView,
  { saysTime }: ViewContext,
): Line[] {
  if (!exitStatus) return [];
  const { exitCode, signal } = exitStatus;
  const after = ran >= 1000 && !saysTime ? ` after ${durationText(ran)}` : '';
  if (endedByUser) return [line([`  ended by you${after}`], 'AcpToolDenied')];
  if (signal) return [line([`  ended by ${signal}${after}`], 'AcpToolFailed')];
  if (exitCode) return [line([`  exit code ${exitCode}${after}`], 'AcpToolFailed')];
  return after ? [line([`  done${after}`], 'AcpMuted')] : [];
}

const RESULT_KEYS = ['output', 'formatted_output', 'stdout', 'error', 'message', 'stderr'];

function rawOutputLines(call: ToolCall, keep: Keep): Line[] {
  const output = call.rawOutput;
  const failed = call.state === 'output-error';
  const group = failed ? 'AcpToolFailed' : 'AcpOutput';
  const result = mcpResult(output);
  if (result) return mcpLines(result, call, keep);
  const text = typeof output === 'string' ? output : inputField(output, RESULT_KEYS);
  if (text !== undefined) return textLines(text, keep, group);
  return failed || call.kind === 'other' ? treeLines(output) : [];
}

function mcpLines({ content, structured, isError }: McpResult, call: ToolCall, keep: Keep): Line[] {
  const group = isError ? 'AcpToolFailed' : 'AcpOutput';
  const blocks = content.filter((block) => !isForModelOnly(block));
  const lines = [
    ...blocks.flatMap((block) => shownBlock(block, call, keep, group)),
    ...treeLines(structured),
  ];
  // Of a call that failed the header says so.
  const isUnsaid = isError && lines.length === 0 && call.state !== 'output-error';
  return isUnsaid ? indented(['the tool failed'], group) : lines;
}
