/** Whether a rule that allows covers a plain command: exactly what it names, and behind a `*` what is surely harmless. */
import { wordMatches } from '../base/glob';
import { takesOperands } from './operands';
import { isReadOnly, onlyLooks } from './read-only';
import type { PlainCommand, PlainWord } from './shell/plain-line';
import { programName } from './shell/wrapper-options';

/** `*`: words that are known to be operands. `**`: any plain words, whatever the program makes of them. */
type Star = '*' | '**';

/** A rule's command: assignments, words, and which more may follow (`npm test *`). */
interface Named {
  readonly env: readonly string[];
  readonly words: readonly string[];
  readonly more: Star | undefined;
}

/** @param text the command of the rule; without one it allows what a `*` would behind any program that is known */
export function coversCommand(text: string | undefined, command: PlainCommand): boolean {
  const { env, words, piped } = command;
  const texts = words.map((word) => word.text);
  // What reads a program from its input would run what the one before it prints.
  if (piped && !isReadOnly(texts)) return false;
  if (text === undefined) return env.length === 0 && isKnown(words, texts);
  const named = namedBy(text);
  return (
    named.words.length > 0 &&
    sameList(named.env, env) &&
    named.words.every((_, index) => isNamed(named.words, words, index)) &&
    (words.length === named.words.length || mayFollow(named, words))
  );
}

/** Whether only its stars keep a rule from covering the command: `*` knows no operands of that program. */
export function wouldCover(text: string, command: PlainCommand): boolean {
  const wide = text.replace(/\*+/g, '**');
  return wide !== text && coversCommand(wide, command);
}

function namedBy(text: string): Named {
  const all = text.trim().split(/\s+/);
  const last = all.at(-1);
  const more = all.length > 1 && (last === '*' || last === '**') ? last : undefined;
  const words = more ? all.slice(0, -1) : all;
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const begin = first < 0 ? words.length : first;
  return { env: words.slice(0, begin), words: words.slice(begin), more };
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** A star inside matches safe characters; never for a program, nor for what makes a word an option. */
function isNamed(named: readonly string[], words: readonly PlainWord[], index: number): boolean {
  const wanted = named[index] ?? '';
  const word = words[index];
  if (!word || word.pattern) return false;
  const star = wanted.indexOf('*');
  if (star < 0) return word.text === wanted;
  if (index === 0 || !wordMatches(wanted, word.text) || goesUp(word.text)) return false;
  if (star > 0 && wanted.startsWith('-')) return /^[\w./,:@%+=-]+$/.test(word.text);
  return isPlain(word) && (wanted.includes('**') || areOperands(named.slice(0, index), [word]));
}

function mayFollow({ words: named, more }: Named, words: readonly PlainWord[]): boolean {
  const rest = words.slice(named.length);
  if (more === '**' && rest.every(isPlain)) return true;
  return more !== undefined && areOperands(named, rest);
}

/** Whether words behind those that a rule names are surely nothing but operands, or options that only look. */
function areOperands(named: readonly string[], rest: readonly PlainWord[]): boolean {
  const looks = onlyLooks([...named, ...rest.map(({ text }) => text)], named.length);
  if (looks !== undefined) return looks;
  const [program = '', ...more] = named;
  return takesOperands([programName(program), ...more]) && rest.every(isPlain);
}

/** The agent has named all of it: the program is the one that is known only where it names no path. */
function isKnown(words: readonly PlainWord[], texts: readonly string[]): boolean {
  return onlyLooks(texts, 1) || (takesOperands(texts) && words.slice(1).every(isPlain));
}

/** No option in any program, and the same word should it be read again by a shell. */
function isPlain({ text, pattern }: PlainWord): boolean {
  return /^[\w./][\w./,:@%+-]*$/.test(pattern ? text.replaceAll('*', '') : text);
}

function goesUp(text: string): boolean {
  return text.split('/').includes('..');
}
