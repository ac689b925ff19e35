import { isAbsolute, join } from 'node:path';
import type { FileTarget } from './block';

/** A path as the user knows it: relative below the session's folder, else as it is. */
export function shownPath(path: string, cwd: string): string {
  const base = cwd.replace(/[\\/]+$/, '');
  const separator = path.charAt(base.length);
  const inside = path.startsWith(base) && (separator === '/' || separator === '\\');
  return base !== '' && inside && path.length > base.length + 1
    ? path.slice(base.length + 1)
    : path;
}

/** Prose in which every path below the session's folder is written as {@link shownPath} shows it. */
export function withShownPaths(text: string, cwd: string): string {
  const base = cwd.replace(/[\\/]+$/, '');
  if (base === '') return text;
  const folder = base + (base.includes('\\') ? '\\' : '/');
  // Only where a path begins and goes on: `/x/project/` is also part of `/home/x/project/`.
  return text
    .split(folder)
    .reduce((before, after) =>
      /[\w./\\~-]$/.test(before) || !/^[^\s/\\]/.test(after)
        ? before + folder + after
        : before + after,
    );
}

/** Paths count from the session's folder. */
export function fileTarget(path: string, cwd: string, line?: number): FileTarget {
  const place = isAbsolute(path) ? path : join(cwd, path);
  return { kind: 'file', path: place, ...(line ? { line } : {}) };
}
