/** Calls of the editor's own tools, and what agents say of the same calls. Pure. */
import { isRecord } from '../base/guards';
import { isSameValue } from '../base/same-value';
import type { ToolCallContent } from '../protocol/schema.gen';
import { argumentsOf } from './said-arguments';

/** How the ids of tool calls begin that the editor makes itself, for what agents ask it to do. */
export const OWN_CALL = 'editor-';

export function isOwnCall(toolCallId: string): boolean {
  return toolCallId.startsWith(OWN_CALL);
}

/** Whether a question is about a call of one of the editor's tools: its result says to the agent why not. */
export function isToolQuestion({
  toolCallId,
  name,
}: {
  toolCallId: string;
  name?: string;
}): boolean {
  return isOwnCall(toolCallId) && name !== undefined;
}

/** A call as the editor knows it. */
export interface EditorCall {
  /** `server/tool` */
  readonly name: string;
  readonly rawInput: unknown;
}

/** What an agent says of a call. */
export interface ReportedCall {
  readonly title: string;
  readonly name?: string;
  readonly rawInput?: unknown;
  readonly content?: readonly ToolCallContent[];
}

/** Whether an agent's question is for just this call: the user was shown the name of the tool and all its arguments. */
export function asksForCall(asked: ReportedCall, call: EditorCall): boolean {
  return (
    namesTool(asked, call.name) && argumentsIn(asked).some((one) => isSameValue(one, call.rawInput))
  );
}

/** Whether an agent may mean this call: the arguments often come later than the name. */
export function mayBeCall(reported: ReportedCall, call: EditorCall): boolean {
  if (!namesTool(reported, call.name)) return false;
  const known = argumentsIn(reported);
  return !hasInput(reported.rawInput) || known.some((one) => isSameValue(one, call.rawInput));
}

/** Separators that agents put between the name of the server and that of the tool. */
const SEPARATORS = ['__', '/', '.', ':', '_', '-'];

/** As agents write it: with the server's name before it, and some with "mcp" before that. */
function spellings(server: string, tool: string): string[] {
  return [
    ...SEPARATORS.flatMap((between) => [
      `${server}${between}${tool}`,
      `mcp${between}${server}${between}${tool}`,
    ]),
    `${tool} (${server} MCP Server)`,
  ];
}

function namesTool({ title, name, rawInput }: ReportedCall, whole: string): boolean {
  const [server = '', tool = ''] = whole.split('/');
  const known = spellings(server, tool);
  if (known.some((one) => one === name || isTitle(title, one))) return true;
  return isRecord(rawInput) && rawInput.server === server && rawInput.tool === tool;
}

/** Gemini writes the arguments behind the name. */
function isTitle(title: string, spelling: string): boolean {
  return title === spelling || title.startsWith(`${spelling}:`) || title === `Tool: ${spelling}`;
}

function hasInput(rawInput: unknown): boolean {
  return isRecord(rawInput) && Object.keys(rawInput).length > 0;
}

/** What may be the arguments: the input, what it holds of them beside the tool's name, or JSON in the title or content. */
function argumentsIn({ title, rawInput, content = [] }: ReportedCall): unknown[] {
  if (rawInput === undefined || rawInput === null) {
    const said = [jsonIn(title), ...content.map(argumentsOf)].filter((one) => one !== undefined);
    const [first = {}] = said;
    return said.every((one) => isSameValue(one, first)) ? [first] : [];
  }
  if (!isRecord(rawInput)) return [jsonIn(title) ?? rawInput];
  return typeof rawInput.server === 'string' && typeof rawInput.tool === 'string'
    ? [rawInput, rawInput.arguments ?? {}]
    : [rawInput];
}

function jsonIn(title: string): unknown {
  const start = title.indexOf('{');
  if (start < 0) return undefined;
  try {
    return JSON.parse(title.slice(start));
  } catch {
    return undefined;
  }
}
