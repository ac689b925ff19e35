/**
 * How long something took: "3.2 s", "47 s", "2 min 5 s", "1 h 10 min".
 * @param ms milliseconds
 */
export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min${rest(whole % 60, 's')}`;
  return `${Math.floor(whole / 3600)} h${rest(Math.floor((whole % 3600) / 60), 'min')}`;
}

/** The same as a clock counts: "4 s". */
export function secondsText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 10 ? `${seconds} s` : durationText(seconds * 1000);
}

function rest(count: number, unit: string): string {
  return count === 0 ? '' : ` ${count} ${unit}`;
}
