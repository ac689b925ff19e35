/** Whether a rule that denies or asks is about a command, or may be. */
import { wordMatches } from '../base/glob';
import { isReadOnly } from './read-only';
import type { CommandPart, Word } from './shell/parts';
import { programName } from './shell/wrapper-options';

export type Match = 'yes' | 'maybe' | 'no';

/**
 * `git push` is any command that begins with these words, the program in whatever folder; when the words are apart,
 * or one of them is not known, it is a "maybe", and the user is asked.
 */
export function meetsCommand(text: string, { words }: CommandPart): Match {
  const wanted = text.trim().split(/\s+/);
  const begin = wanted.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [program = '', ...named] = begin < 0 ? [] : wanted.slice(begin);
  // As in a rule that allows: more words, or none.
  const rest = /^\*\*?$/.test(named.at(-1) ?? '') ? named.slice(0, -1) : named;
  const [first, ...given] = words;
  if (!first) return 'no';
  if (!first.known) return 'maybe';
  const isProgram =
    isWord(program, first) || program === first.text.slice(first.text.lastIndexOf('/') + 1);
  const alike = programName(program) === programName(first.text);
  if (!isProgram && !alike) return mayStart(program, rest, words) ? 'maybe' : 'no';
  if (isProgram && rest.every((word, index) => isWord(word, given[index]))) return 'yes';
  if (given.some(({ known }) => !known)) return 'maybe';
  return inOrder(rest, given) ? 'maybe' : 'no';
}

/** Any program that does more than look may start what its words name. */
function mayStart(program: string, rest: readonly string[], words: readonly Word[]): boolean {
  const name = programName(program);
  const at = words.findIndex(({ text, known }) => known && programName(text) === name);
  if (at < 0 || isReadOnly(words.map(({ text }) => text))) return false;
  return inOrder(rest, words.slice(at + 1));
}

function isWord(pattern: string, word: Word | undefined): boolean {
  return word?.known === true && wordMatches(pattern, word.text);
}

/** Whether the words have all that is wanted, with others between them. */
function inOrder(wanted: readonly string[], words: readonly Word[]): boolean {
  let from = 0;
  return wanted.every((word) => {
    const at = words.findIndex((one, index) => index >= from && isWord(word, one));
    from = at + 1;
    return at >= 0;
  });
}
