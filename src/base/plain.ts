/**
 * The value without its absent parts: fields that are `undefined` or `null` are left out at every depth, so that
 * Lua sees `nil` and not `vim.NIL`.
 */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (value === null || typeof value !== 'object') return value;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined && field !== null) kept[key] = plain(field);
  }
  return kept;
}
