/** What a tool of an MCP server has answered, as agents hand it on in the raw output. Pure. */

import { isRecord } from '../base/guards';
import { isSameValue } from '../base/same-value';
import { decode } from '../protocol/decode';
import type { ContentBlock } from '../protocol/schema.gen';

/** `CallToolResult` of MCP; its blocks are those of ACP. */
export interface McpResult {
  /** Without the text that only repeats `structured`. */
  readonly content: readonly ContentBlock[];
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** `undefined` for anything else. */
export function mcpResult(output: unknown): McpResult | undefined {
  if (!isRecord(output)) return undefined;
  const { content, structuredContent } = output;
  const structured = isRecord(structuredContent) ? structuredContent : undefined;
  const saysNothing = tellsError(output) && Array.isArray(content) && content.length === 0;
  if (!isBlocks(content) && !structured && !saysNothing) return undefined;
  const blocks = isBlocks(content) ? content.flatMap(decoded) : [];
  return {
    content: structured ? blocks.filter((block) => !repeats(block, structured)) : blocks,
    ...(structured ? { structured } : {}),
    isError: tellsError(output),
  };
}

/** Agents may call it completed nevertheless. */
export function tellsError(output: unknown): boolean {
  return isRecord(output) && output.isError === true;
}

function isBlocks(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isRecord(item) && typeof item.type === 'string')
  );
}

function decoded(block: unknown): ContentBlock[] {
  const result = decode('ContentBlock', block);
  return result.ok ? [result.value] : [];
}

function repeats(block: ContentBlock, structured: object): boolean {
  return block.type === 'text' && isSameValue(jsonIn(block.text), structured);
}

/** Longer ones are shown as the text that they are. */
const MAX_JSON = 256 * 1024;

/** The object or list that a text consists of. */
export function jsonIn(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text) || text.length > MAX_JSON) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
