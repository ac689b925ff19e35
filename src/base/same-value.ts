import { isDeepStrictEqual } from 'node:util';

/** Whether both are the same JSON. What is nested too deeply to be compared counts as different. */
export function isSameValue(a: unknown, b: unknown): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    return false;
  }
}
