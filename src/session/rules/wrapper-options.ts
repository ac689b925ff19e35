/** What wrappers have in common: the command they stand in front of, and their own options before it. */
import type { CommandPart, Word } from './parts';

/** One command as it stands in the line. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly env: readonly string[];
  readonly reads: readonly string[];
  readonly covered?: boolean;
}

export interface Sink {
  command(part: CommandPart): void;
  /** A text that a shell will run, with what stands around it. */
  script(text: string, around: SimpleCommand): void;
  doubt(why: string): void;
  /** The command changes the folder. */
  moves(): void;
}

/** Options that a wrapper may have before its command; any other is a doubt. */
export interface Options {
  /** Alone, or in a cluster of such letters. */
  readonly flags?: RegExp;
  /** Followed by a word of their own. */
  readonly values?: RegExp;
  /** Words between the options and the command, e.g. the time of `timeout`. */
  readonly skip?: number;
}

/** The words after a wrapper's options; undefined when the options are not all understood. */
export function afterOptions(
  words: readonly Word[],
  options: Options,
  seen: (option: string, value?: Word) => void = () => {},
): readonly Word[] | undefined {
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word || mayBeOption(word)) return undefined;
    if (!word.text.startsWith('-') || word.text === '-') break;
    if (word.text === '--') {
      at++;
      break;
    }
    if (options.values?.test(word.text)) {
      const value = words[++at];
      if (!value) return undefined;
      seen(word.text, value);
    } else if (options.flags?.test(word.text)) {
      seen(word.text);
    } else {
      return undefined;
    }
  }
  for (const end = at + (options.skip ?? 0); at < end; at++) {
    const word = words[at];
    if (!word || mayBeOption(word)) return undefined;
  }
  return words.slice(at);
}

/** A word that might turn out to be an option, or no word at all, or several. */
export function mayBeOption(word: Word): boolean {
  return !word.known && (word.text === '' || word.text.startsWith('-'));
}

/** Hands on a command as one that runs. */
export function emit({ words, env, reads, covered = false }: SimpleCommand, sink: Sink): void {
  sink.command({ words, env, reads, covered });
}

/** The name of a program without its folder, for looking it up; file systems may ignore the case. */
export function programName(word: string): string {
  return word
    .slice(word.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}
