/** What wrappers have in common: the command that they run, and their own options before it. */
import { type CommandPart, UNKNOWN_COMMAND, type Word } from './parts';

export interface Sink {
  command(part: CommandPart): void;
  /** A text that a shell will run. */
  script(text: string): void;
}

/** Reads a command that a wrapper starts. */
export type Unwrap = (words: readonly Word[]) => void;

export type Wrapper = (words: readonly Word[], sink: Sink, unwrap: Unwrap) => void;

/** Options that a wrapper may have before its command. */
export interface Options {
  /** Alone, or in a cluster of such letters. */
  readonly flags?: RegExp;
  /** Followed by a word of their own. */
  readonly values?: RegExp;
  /** Words between the options and the command, e.g. the time of `timeout`. */
  readonly skip?: number;
}

/** The words after a wrapper's options; undefined when the options are not all understood: something unknown runs. */
export function afterOptions(
  words: readonly Word[],
  sink: Sink,
  options: Options,
  seen: (option: string, value?: Word) => void = () => {},
): readonly Word[] | undefined {
  const after = skipOptions(words, options, seen);
  if (!after) sink.command(UNKNOWN_COMMAND);
  return after;
}

function skipOptions(
  words: readonly Word[],
  options: Options,
  seen: (option: string, value?: Word) => void,
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
function mayBeOption(word: Word): boolean {
  return !word.known && (word.text === '' || word.text.startsWith('-'));
}

/** The name of a program without its folder, for looking it up; file systems may ignore the case. */
export function programName(word: string): string {
  return word
    .slice(word.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}
