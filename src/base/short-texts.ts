/** `value` with no text of more than so many characters in it. Itself when there is none. */
export function withShortTexts<T>(value: T, max: number): T {
  return shortened(value, max) as T;
}

function shortened(value: unknown, max: number): unknown {
  if (typeof value === 'string') return value.length > max ? value.slice(0, max) : value;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const fields = Object.entries(value);
  const short = fields.map(([key, field]) => [key, shortened(field, max)] as const);
  if (short.every(([, field], index) => field === fields[index]?.[1])) return value;
  return Array.isArray(value) ? short.map(([, field]) => field) : Object.fromEntries(short);
}
