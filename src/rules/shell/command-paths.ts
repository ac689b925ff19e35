/**
 * Which files a command seems to name. Rules may deny by that, and never allow; so it may find too
 * many, and is no confinement: what only the shell knows is not found.
 */
import type { CommandPart, Word } from './parts';

export interface Mentions {
  /** As far as they are known: absolute, or as the command names them. */
  readonly paths: readonly string[];
  /** What some program may take for the name of a file: parts of words (`HEAD:.env`) and patterns (`.en*`). */
  readonly loose: readonly string[];
}

/** No system opens a longer path. */
const MAX_PATH = 32 * 1024;

/** Longer words are not taken apart. */
const MAX_WORD = 256;
const MAX_PIECES = 32;
/** What cannot be told may be any. */
export const ANY_FILE = '**';
const ANY: readonly string[] = [ANY_FILE];

const PATTERN = /[*?[{]/;

/** Words that may name a file, `--file=name`, `-fname`, redirections and values of variables too. */
export function mentionsOf({ words, names }: CommandPart, home?: string): Mentions {
  const [program, ...more] = words;
  const isNamed = program !== undefined && (!program.known || program.text.includes('/'));
  const given = [...(isNamed ? [program] : []), ...more, ...names];
  // Of a word that is not known for sure, its beginning is.
  const sure = given.flatMap(({ text }) => namesIn(text));
  const guesses = given.filter(({ known }) => !known).map((word) => guess(word, home));
  const guessed = guesses.flatMap(namesIn);
  return {
    paths: [...sure, ...guessed.filter((text) => !PATTERN.test(text))].filter(fits),
    loose: [
      ...given.flatMap(({ text, raw, known }) =>
        piecesOf(known ? text : raw.replace(/["'\\]/g, '')),
      ),
      ...guessed.filter((text) => PATTERN.test(text)),
      // Only the shell will know what these are.
      ...(guesses.includes('') ? ANY : []),
    ].filter(fits),
  };
}

/** The same of any text, which may be written as in an address (`%2eenv`). */
export function looseMentions(text: string): string[] {
  const decoded = text.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return [...new Set([text, decoded].flatMap((one) => [one, ...piecesOf(one)]))].filter(fits);
}

/** Whether the shell would put other words in its place. */
export function isPattern(text: string): boolean {
  return PATTERN.test(text);
}

function fits(text: string): boolean {
  return text !== '' && text.length <= MAX_PATH;
}

/** The word as the shell will see it; empty where more than the home folder is put in by the shell. */
function guess({ raw }: Word, home?: string): string {
  const plain = raw
    .replace(/["']/g, '')
    .replace(/^~(?=\/|$)|\$HOME\b|\$\{HOME\}/g, home ?? '$')
    .replace(/\\(.)/g, '$1');
  return /[$`]|^~/.test(plain) ? '' : plain;
}

function namesIn(text: string): string[] {
  const value = /^-[\w-]*=(.+)$/.exec(text)?.[1];
  if (value !== undefined) return [value];
  // The value of a short option may follow it directly.
  return /^-[^-]./.test(text) ? [text, text.slice(2)] : [text];
}

/** What is between the signs in a word, and what follows each of them; of an option, whatever it may end in. */
function piecesOf(text: string): string[] {
  if (text === '') return [];
  if (text.length > MAX_WORD) return [ANY_FILE];
  const signs = [...text.matchAll(/[^\w./~*?[\]+-]/g)].map(({ index }) => index);
  if (signs.length > MAX_PIECES) return [ANY_FILE];
  const between = signs.map((sign, index) => text.slice(sign + 1, signs[index + 1]));
  const after = signs.map((sign) => text.slice(sign + 1));
  const ends = text.startsWith('-') ? [...text].map((_, index) => text.slice(index)).slice(2) : [];
  const whole = PATTERN.test(text) ? [text] : [];
  return [...whole, text.slice(0, signs[0] ?? 0), ...between, ...after, ...ends];
}
