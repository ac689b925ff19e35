/**
 * `value` with at most so many levels of lists and tables; what lies deeper is JSON text. Itself when it is not deeper.
 * What an agent says may be nested as deeply as JSON allows, and not every program can read that.
 */
export function shallow(value: unknown, levels: number): unknown {
  if (!isDeeper(value, levels)) return value;
  if (levels === 0) return jsonText(value);
  if (Array.isArray(value)) return value.map((item) => shallow(item, levels - 1));
  const fields = Object.entries(value as object);
  return Object.fromEntries(fields.map(([key, field]) => [key, shallow(field, levels - 1)]));
}

/** As JSON; of what not even V8 can write, that it is there. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '… nested too deeply to be shown';
  }
}

/** Whether lists and tables are in each other by more levels than that. Looks no deeper itself. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (levels === 0) return true;
  const items = Array.isArray(value) ? value : Object.values(value);
  return items.some((item) => isDeeper(item, levels - 1));
}
