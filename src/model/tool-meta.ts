/** What the `_meta` of a call's messages say together. Pure. */
import { isRecord } from '../base/guards';
import type { ToolCallUpdate } from '../protocol/schema.gen';
import { TERMINAL_KEYS } from './updates/agent_terminal';

export type Meta = Readonly<Record<string, unknown>>;

/** Characters, as JSON. */
const MAX_META = 16 * 1024;
/** Namespaces in namespaces are merged so deep. */
const MAX_DEPTH = 4;

/** Later values win; what would be too much is left out. The same object when nothing is new. */
export function mergedMeta(known: Meta | undefined, added: unknown): Meta | undefined {
  if (!isRecord(added)) return known;
  // The output of agents' terminals is no data about the call: it is kept where it is shown.
  const fresh = Object.entries(added).filter(([key]) => !TERMINAL_KEYS.some((one) => one === key));
  if (fresh.length === 0) return known;
  const merged = mergedRecords(known ?? {}, Object.fromEntries(fresh), MAX_DEPTH);
  const text = jsonOf(merged);
  const fits = text !== undefined && text.length <= MAX_META;
  return fits && text !== jsonOf(known) ? merged : known;
}

/** Several agents send the tool's name in a namespace of their own: `_meta.claudeCode.toolName`. */
export function nameInMeta({ _meta }: Pick<ToolCallUpdate, '_meta'>): string | undefined {
  return [_meta, ...Object.values(_meta ?? {})]
    .map((space) =>
      typeof space === 'object' && space ? Reflect.get(space, 'toolName') : undefined,
    )
    .find((name) => typeof name === 'string' && name !== '');
}

function mergedRecords(known: Meta, added: Meta, depth: number): Meta {
  const entries = Object.entries(added).map(([key, value]) => {
    const before = Object.hasOwn(known, key) ? known[key] : undefined;
    const both = depth > 0 && isRecord(before) && isRecord(value);
    return [key, both ? mergedRecords(before, value, depth - 1) : value] as const;
  });
  return { ...known, ...Object.fromEntries(entries) };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested too deeply.
    return undefined;
  }
}
