/** What a tool call has come to: its output, and what went wrong. Agents put either into several places. Pure. */
import { isRecord } from '../base/guards';
import type { ContentBlock } from '../protocol/schema.gen';
import type { ToolCall } from './state';

/** The raw output; without one the text of the content. */
export function outputOf({ rawOutput, content }: ToolCall): unknown {
  if (rawOutput !== undefined) return rawOutput;
  return textOf(content) || undefined;
}

/** Whether what there is of the output may still be replaced. */
export function hasOutput({ rawOutput, content }: ToolCall): boolean {
  return rawOutput !== undefined || content.length > 0;
}

/** Why a call failed or was cancelled; nothing in any other state. */
export function errorTextOf(call: ToolCall): string | undefined {
  if (call.state === 'cancelled') return call.cancelReason ?? 'cancelled';
  if (call.state !== 'output-error') return undefined;
  return errorIn(call.rawOutput) || textOf(call.content) || 'the tool failed';
}

const ERROR_KEYS = ['error', 'errorText', 'error_message', 'message', 'stderr'] as const;

function errorIn(output: unknown): string | undefined {
  if (typeof output === 'string') return output.trim();
  if (!isRecord(output)) return blockTexts(output);
  const [found] = ERROR_KEYS.map((key) => errorText(output[key])).filter(Boolean);
  // A result as MCP has it: `{ content, isError }`.
  return found ?? blockTexts(output.content);
}

function errorText(value: unknown): string | undefined {
  const text = isRecord(value) ? value.message : value;
  return typeof text === 'string' ? text.trim() : undefined;
}

function blockTexts(blocks: unknown): string | undefined {
  if (!Array.isArray(blocks)) return undefined;
  const records = blocks.filter(isRecord);
  return joined(records.map(({ text, resource }) => text ?? (isRecord(resource) && resource.text)));
}

function textOf(content: ToolCall['content']): string {
  return joined(content.map((item) => (item.type === 'content' ? blockText(item.content) : '')));
}

function blockText(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' && 'text' in block.resource ? block.resource.text : undefined;
}

function joined(texts: readonly unknown[]): string {
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\n');
}
