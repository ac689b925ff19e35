/** Who draws what in a transcript: one table of the built-in renderers and of those that the user has registered. Pure. */
import { isRecord } from '../base/guards';
import { type RenderedItem, type RenderedPart, toolItem } from '../model/item-snapshot';
import type { ToolCall } from '../model/state';
import { TOOL_RENDERERS } from './tools';
import type { ToolRenderer } from './tools/renderer';

interface Renderer {
  readonly part: RenderedPart;
  /** Exactly this kind, name or type; absent: anything, or only Lua can tell. */
  readonly match?: string;
  readonly priority: number;
}

interface BuiltInTool extends Renderer {
  readonly part: 'tool';
  readonly tool: ToolRenderer;
}

/** A renderer of the user's, as Lua describes it. */
export interface RegisteredRenderer extends Renderer {
  readonly id: number;
}

/** After all others. */
const LAST = Number.NEGATIVE_INFINITY;

const BUILT_IN: readonly BuiltInTool[] = [
  ...Object.entries(TOOL_RENDERERS).map(([match, tool]) => builtIn(tool, match)),
  builtIn(TOOL_RENDERERS.other),
];

function builtIn(tool: ToolRenderer, match?: string): BuiltInTool {
  return { part: 'tool', priority: LAST, tool, ...(match === undefined ? {} : { match }) };
}

/** The user's renderers that may draw an item, the first to be tried first. */
export function candidatesFor(
  item: RenderedItem,
  registered: readonly RegisteredRenderer[],
): readonly number[] {
  return matching(item, registered).map(({ id }) => id);
}

/** What draws a call that none of the user's renderers draws. */
export function builtInTool(call: ToolCall): ToolRenderer {
  const [first] = matching({ ...toolItem(call), names: [call.kind] }, BUILT_IN);
  return first?.tool ?? TOOL_RENDERERS.other;
}

/** The higher priority first, then as they are listed: of the user's the newest, of the built-in ones the most specific. */
function matching<R extends Renderer>(item: RenderedItem, renderers: readonly R[]): readonly R[] {
  return renderers
    .filter(({ part, match }) => {
      return part === item.part && (match === undefined || item.names.includes(match));
    })
    .toSorted((a, b) => b.priority - a.priority);
}

const PARTS = ['tool', 'agent', 'user', 'thought', 'plan', 'content'] as const;

/** What Lua sends, in the order of registration. */
export function registeredRenderers(list: readonly unknown[]): RegisteredRenderer[] {
  return list.flatMap((one) => (isRecord(one) ? (registered(one) ?? []) : [])).toReversed();
}

function registered(raw: Readonly<Record<string, unknown>>): RegisteredRenderer | undefined {
  const { id, part, match, priority } = raw;
  const known = PARTS.find((one) => one === part);
  if (typeof id !== 'number' || typeof priority !== 'number' || !known) return undefined;
  return { id, part: known, priority, ...(typeof match === 'string' ? { match } : {}) };
}
