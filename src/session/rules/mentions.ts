/**
 * Which files a command seems to name. Rules may deny by that, and never allow; so it may be wider than the truth, and
 * is no fence: what only the shell knows is not found.
 */
import type { CommandPart, Word } from './parts';

export interface Mentions {
  /** As far as they are known: absolute, or as the command names them. */
  readonly paths: readonly string[];
  /** Last parts of patterns that the shell replaces by names of files, such as `.en*`. */
  readonly patterns: readonly string[];
}

/** No system opens a longer path. */
const MAX_PATH = 32 * 1024;

const PATTERN = /[*?[{]/;

/** Words that may name a file, `--file=name`, `-fname` and redirections into the command too. */
export function mentionsOf({ words, reads }: CommandPart, home?: string): Mentions {
  const given = words.slice(1);
  const guessed = given.flatMap((word) => (word.known ? [] : namesIn(guess(word, home))));
  // Of a word that is not known for sure, its beginning is.
  const sure = given.flatMap(({ text }) => namesIn(text));
  const plain = guessed.filter((text) => !PATTERN.test(text));
  return {
    paths: [...sure, ...plain, ...reads].filter(fits),
    patterns: guessed
      .filter(fits)
      .map((text) => text.slice(text.lastIndexOf('/') + 1))
      // One that stands for any name says nothing.
      .filter((text) => PATTERN.test(text) && !/^[*?]+$/.test(text)),
  };
}

function fits(text: string): boolean {
  return text !== '' && text.length <= MAX_PATH;
}

/** The word as the shell will see it; empty where more than the home folder is put in by the shell. */
function guess({ raw }: Word, home?: string): string {
  const plain = raw
    .replace(/["']/g, '')
    .replace(/\$HOME\b|\$\{HOME\}/g, home ?? '$')
    .replace(/\\(.)/g, '$1');
  return /[$`]/.test(plain) ? '' : plain;
}

function namesIn(text: string): string[] {
  const value = /^-[\w-]*=(.+)$/.exec(text)?.[1];
  if (value !== undefined) return [value];
  // The value of a short option may stand right behind it.
  return /^-[^-]./.test(text) ? [text, text.slice(2)] : [text];
}
