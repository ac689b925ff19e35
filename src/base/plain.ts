/** What lies deeper stays as it is: agents nest what they send as deeply as they like. */
const MAX_LEVELS = 100;

/**
 * The value without its absent parts: fields that are `undefined` or `null` are left out, so that Lua sees `nil` and not
 * `vim.NIL`.
 */
export function plain(value: unknown, levels = MAX_LEVELS): unknown {
  if (value === null || typeof value !== 'object' || levels === 0) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, levels - 1) ?? null);
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined && field !== null) kept[key] = plain(field, levels - 1);
  }
  return kept;
}
