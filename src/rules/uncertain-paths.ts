/** Paths whose place cannot be told from how they are written: why rules may not allow what names them. */
import { sep } from 'node:path';
import { shown } from './known-input';

/** Patterns are not tried on longer ones. */
const MAX_PATH = 1024;

/** What some tools replace or leave out: `~`, variables, blanks and quotes around it, addresses; `-` is no file. */
const READ_OTHERWISE = /^[\s~$%@"'`-]|\s$|^[A-Za-z][\w+.-]+:|\p{C}/u;
/** Elsewhere it only separates folders on Windows. */
const BACKSLASH = sep === '/' ? /\\/ : /(?!)/;
/** Letters of any alphabet, digits, and signs that no shell makes anything of, as in `/p/my project (2)`. */
const PLAIN_FOLDER = /^[\p{L}\p{M}\p{N} ./:\\,@%+=_()~-]*$/u;

export function uncertainPaths(paths: readonly string[]): string[] {
  return [
    // After a symbolic link ".." leads elsewhere than it says.
    ...(paths.some(goesDownAndUp) ? ['a path that goes down and up again'] : []),
    ...(paths.some((path) => path.length > MAX_PATH) ? ['a very long path'] : []),
    ...(paths.some((path) => READ_OTHERWISE.test(path) || BACKSLASH.test(path))
      ? ['a path that may be read as another']
      : []),
  ];
}

/** Agents go to a folder in ways of their own, some with `cd` in a shell. */
export function uncertainFolders(folders: readonly string[]): string[] {
  const odd = folders.find((folder) => !PLAIN_FOLDER.test(folder));
  return odd === undefined ? [] : [`the name of the folder "${shown(odd)}"`];
}

/** Words may be paths, too. Those below `/proc` lead each process to another place. */
export function uncertainWords(words: readonly string[]): string[] {
  const odd = words.find((word) => goesDownAndUp(word) || /\/proc(?:\/|$)/.test(word));
  return odd === undefined ? [] : [`where "${shown(odd)}" leads`];
}

function goesDownAndUp(path: string): boolean {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const down = parts.findIndex((part) => part !== '..');
  return down >= 0 && parts.includes('..', down);
}
