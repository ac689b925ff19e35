/** Whether a rule that allows covers a plain command: exactly what it names, and behind a `*` what is surely harmless. */
import { wordMatches } from '../base/glob';
import { isLauncher, mayTakeMore } from './launchers';
import { isReadOnly, onlyLooks } from './read-only';
import type { PlainCommand, PlainWord } from './shell/plain-line';

/** A rule's command: assignments, words, and whether more plain words may follow (`npm test *`). */
interface Named {
  readonly env: readonly string[];
  readonly words: readonly string[];
  readonly open: boolean;
}

/** @param text the command of the rule; without one it allows commands of any name */
export function coversCommand(text: string | undefined, command: PlainCommand): boolean {
  const { env, words, piped } = command;
  const program = words[0].text;
  // What reads a program from its input would run what the one before it prints.
  if (piped && !isReadOnly(words.map((word) => word.text))) return false;
  if (text === undefined) return env.length === 0 && !isLauncher(program);
  const named = namedBy(text);
  return (
    named.words.length > 0 &&
    sameList(named.env, env) &&
    named.words.every((word, index) => isNamed(word, words[index], index === 0)) &&
    (words.length === named.words.length || (named.open && mayFollow(named.words, words)))
  );
}

function namedBy(text: string): Named {
  const all = text.trim().split(/\s+/);
  const open = all.length > 1 && all.at(-1) === '*';
  const words = open ? all.slice(0, -1) : all;
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const begin = first < 0 ? words.length : first;
  return { env: words.slice(0, begin), words: words.slice(begin), open };
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** A star inside matches safe characters; never for a program, nor for what makes a word an option. */
function isNamed(wanted: string, word: PlainWord | undefined, isProgram: boolean): boolean {
  if (!word || word.pattern) return false;
  const star = wanted.indexOf('*');
  if (star < 0) return word.text === wanted;
  if (isProgram || !wordMatches(wanted, word.text) || goesUp(word.text)) return false;
  return star > 0 && wanted.startsWith('-') ? /^[\w./,:@%+=-]+$/.test(word.text) : isPlain(word);
}

function mayFollow(named: readonly string[], words: readonly PlainWord[]): boolean {
  if (!mayTakeMore(named)) return false;
  const looks = onlyLooks(
    words.map(({ text }) => text),
    named.length,
  );
  return looks ?? words.slice(named.length).every(isPlain);
}

/** No option in any program, and the same word should it be read again by a shell. */
function isPlain({ text, pattern }: PlainWord): boolean {
  return /^[\w./][\w./,:@%+-]*$/.test(pattern ? text.replaceAll('*', '') : text);
}

function goesUp(text: string): boolean {
  return text.split('/').includes('..');
}
