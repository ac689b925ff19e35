/** Which renderers may draw what in a transcript: the built-in ones (`built-in.ts`) and the user's are matched alike. Pure. */
import { isRecord } from '../base/guards';
import type { RenderedItem, RenderedPart } from '../model/item-snapshot';

export interface Renderer {
  readonly part: RenderedPart;
  /** Exactly this kind, name or type; absent: anything, or only Lua can tell. */
  readonly match?: string;
  readonly priority: number;
}

/** A renderer of the user's, as Lua describes it. */
export interface RegisteredRenderer extends Renderer {
  readonly id: number;
}

/** The user's renderers that may draw an item, the first to be tried first. */
export function candidatesFor(
  item: RenderedItem,
  registered: readonly RegisteredRenderer[],
): readonly number[] {
  return matching(item, registered).map(({ id }) => id);
}

/** The higher priority first, then as they are listed: of the user's the newest, of the built-in ones the most specific. */
export function matching<R extends Renderer>(
  item: Pick<RenderedItem, 'part' | 'names'>,
  renderers: readonly R[],
): readonly R[] {
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
