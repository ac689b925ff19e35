/** A path as the user knows it: relative below the session's folder, else as it is. */
export function shownPath(path: string, cwd: string): string {
  const base = cwd.replace(/[\\/]+$/, '');
  const separator = path.charAt(base.length);
  const inside = path.startsWith(base) && (separator === '/' || separator === '\\');
  return base !== '' && inside && path.length > base.length + 1
    ? path.slice(base.length + 1)
    : path;
}
