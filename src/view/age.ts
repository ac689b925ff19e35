/** How long ago something was, as lists say it. */

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
] as const;

/**
 * "3 h ago"; `undefined` for an invalid time.
 * @param time ISO 8601
 * @param now in milliseconds
 */
export function ageText(time: string | undefined, now: number): string | undefined {
  const at = /^\d{4}-\d\d-\d\dT/.test(time ?? '') ? Date.parse(time ?? '') : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const seconds = (now - at) / 1000;
  const unit = UNITS.find(([size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[0])} ${unit[1]} ago` : 'just now';
}
