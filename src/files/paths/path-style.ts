/** How paths compare: pure, for every platform on any. */
import { globMatches } from '../../base/glob';

export interface PathStyle {
  /** Drive letters, and `\` between folders. */
  readonly windows: boolean;
  /** File names that differ in case only are one file. */
  readonly ignoreCase: boolean;
}

/** How paths compare on a platform, unless a file system there is set up otherwise. */
export function styleOf(platform: NodeJS.Platform): PathStyle {
  const windows = platform === 'win32';
  return { windows, ignoreCase: windows || platform === 'darwin' };
}

const NATIVE = styleOf(process.platform);

/** Whether a real path is one of the roots or lies below one; the roots are real paths, too. */
export function isInside(
  roots: readonly string[],
  realPath: string,
  style: PathStyle = NATIVE,
): boolean {
  const path = comparable(realPath, style);
  return roots.some((one) => {
    const root = comparable(one, style);
    return path === root || path.startsWith(`${root}/`);
  });
}

/**
 * The first of the patterns that a path fits. One without "/" is for file names, one that begins with "/", "~/" or a
 * drive for whole paths, any other for the end of a path. Case never counts: `.ENV` may well be the same file.
 */
export function firstMatch(
  patterns: readonly string[],
  path: string,
  home: string,
  style: PathStyle = NATIVE,
): string | undefined {
  const folded: PathStyle = { ...style, ignoreCase: true };
  const plain = withoutStream(comparable(path, folded), style);
  return patterns.find((pattern) => {
    const absolute = pattern.startsWith('~/') ? `${home}${pattern.slice(1)}` : pattern;
    const glob = comparable(absolute, folded);
    const isWhole = glob.startsWith('/') || (style.windows && /^[a-z]:\//.test(glob));
    return globMatches(isWhole ? glob : `**/${glob}`, plain);
  });
}

/** Equal for paths that mean the same file; ends without "/". */
function comparable(path: string, { windows, ignoreCase }: PathStyle): string {
  const slashed = windows
    ? path.replaceAll('\\', '/').replace(/^\/\/\?\/(unc\/)?/i, (_, unc) => (unc ? '//' : ''))
    : path;
  const folded = ignoreCase ? slashed.normalize('NFC').toLowerCase() : slashed;
  return folded.replace(/\/+$/, '');
}

/** Windows opens `.env` under the names `.env::$DATA`, `.env.` and `.env ` too. */
function withoutStream(path: string, { windows }: PathStyle): string {
  if (!windows) return path;
  return path.replace(/(?<=[^/]{2}):[^/]*$/, '').replace(/[. ]+$/, '');
}
