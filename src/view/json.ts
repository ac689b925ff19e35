/** What is nested so deeply that it would mostly be indentation is on one line. */
const MAX_GROWTH = 20;

/** A value as people read it. */
export function indentedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const compact = JSON.stringify(value);
  return text.length > compact.length * MAX_GROWTH ? compact : text;
}
