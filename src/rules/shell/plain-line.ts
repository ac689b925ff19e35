/**
 * The small grammar of lines that rules may allow: what dash, bash, zsh, mksh, busybox, ksh, yash and fish all read
 * alike, typed by hand or not. Words of safe characters and of quotes in which nothing is replaced, joined by `&&`,
 * `||`, `;` and `|`, with what they print thrown away at most. Nothing else is known well enough. One pass.
 */

export interface PlainWord {
  /** As the program gets it; of a pattern, as it was written. */
  readonly text: string;
  /** Matches the names of files that begin as it does. */
  readonly pattern: boolean;
}

export interface PlainCommand {
  /** Assignments before it, as `NAME=value`. */
  readonly env: readonly string[];
  /** The program and its words; never none. */
  readonly words: readonly [PlainWord, ...PlainWord[]];
  /** It reads what the command before it prints. */
  readonly piped: boolean;
}

export type PlainReading =
  | { readonly commands: readonly PlainCommand[] }
  | { readonly uncertainty: string };

const MAX_LENGTH = 4096;

const SAFE = /[\w./,:@%+=-]/;
// Not `!`, which typed by hand brings earlier lines back, and no backslash, which fish reads in single quotes.
const IN_SINGLE_QUOTES = /^[ -~]*$/;
const NEVER_QUOTED = /[!\\]/;
const NOT_IN_DOUBLE_QUOTES = /[$`]/;
const REDIRECTION = /(?:[12]?>|<) ?\/dev\/null(?=[ ;|&]|$)|2>&1(?=[ ;|]|$)/y;
const OPERATOR = /&&|\|\||[;|](?![;|&])/y;
const PROGRAM = /^[\w./][\w./+@-]*$/;
const NAME = /^[A-Za-z_]\w*$/;

/** Words that begin something other than a command in one of the shells. */
const RESERVED = new Set(
  'and begin break case continue coproc do done elif else end esac fi for foreach function if in namespace not or repeat return select switch then until while'.split(
    ' ',
  ),
);

class Unclear extends Error {}

/** @returns the commands of the line, or why it is not plain, as the end of a sentence with "because of" */
export function readPlainLine(line: string): PlainReading {
  return reading(() => commandsOf(tokensOf(line.replace(/\n$/, ''))));
}

/** The same for a program with its arguments: words that mean the same should a shell read them after all. */
export function readPlainArgv(argv: readonly string[]): PlainReading {
  return reading(() => {
    const odd = argv.find((text) => !/^[\w./,:@%+=-]+$/.test(text));
    if (odd !== undefined) throw new Unclear('an argument with unusual characters');
    const commands = commandsOf(tokensOf(argv.join(' ')));
    if (commands.some(({ env }) => env.length > 0))
      throw new Unclear('an = in the name of a program');
    return commands;
  });
}

function reading(read: () => readonly PlainCommand[]): PlainReading {
  try {
    return { commands: read() };
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return { uncertainty: error.message };
  }
}

// --- the pieces

interface WordToken extends PlainWord {
  readonly kind: 'word';
  /** What comes before an `=` without quotes; all of it when there is none. */
  readonly beforeEquals?: string;
}

type Token =
  | WordToken
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirection' };

function tokensOf(line: string): Token[] {
  if (line.length > MAX_LENGTH) throw new Unclear('its length');
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(line)?.[0];
  };
  while (at < line.length) {
    if (line[at] === ' ') {
      at++;
      continue;
    }
    const redirection = match(REDIRECTION);
    const operator = redirection === undefined ? match(OPERATOR) : undefined;
    if (redirection !== undefined) {
      tokens.push({ kind: 'redirection' });
      at += redirection.length;
    } else if (operator !== undefined) {
      tokens.push({ kind: 'operator', text: operator });
      at += operator.length;
    } else {
      const { word, end } = wordAt(line, at);
      tokens.push(word);
      at = end;
    }
  }
  return tokens;
}

function wordAt(line: string, start: number): { word: WordToken; end: number } {
  let text = '';
  let pattern = false;
  let beforeEquals: string | undefined;
  let quoted = false;
  let at = start;
  while (at < line.length && !' ;|&'.includes(line[at] ?? '')) {
    const c = line[at] ?? '';
    if (c === "'" || c === '"') {
      const end = quoteEnd(line, at, c);
      text += line.slice(at + 1, end);
      at = end + 1;
      quoted = true;
      continue;
    }
    if (c === '*') {
      checkStar(line, at, text);
      pattern = true;
    } else if (!SAFE.test(c) || (c === '%' && at === start)) {
      // With a % in front, shells look for a job.
      throw new Unclear(nameOf(line, at));
    }
    if (c === '=') {
      // zsh may look for a program behind a second one.
      if (beforeEquals !== undefined) throw new Unclear('more than one = in a word');
      if (quoted) throw new Unclear('an = behind quotes');
      beforeEquals = text;
    }
    text += c;
    at++;
  }
  if (at === start) throw new Unclear(nameOf(line, at));
  const word = { kind: 'word' as const, text, pattern };
  return { word: beforeEquals === undefined ? word : { ...word, beforeEquals }, end: at };
}

/** Where the quote that opens at `at` closes. */
function quoteEnd(line: string, at: number, quote: string): number {
  const end = line.indexOf(quote, at + 1);
  if (end < 0) throw new Unclear(`an unclosed ${quote}`);
  const inside = line.slice(at + 1, end);
  if (!IN_SINGLE_QUOTES.test(inside)) throw new Unclear('unusual characters');
  const wrong = NEVER_QUOTED.exec(inside) ?? (quote === '"' && NOT_IN_DOUBLE_QUOTES.exec(inside));
  if (wrong) throw new Unclear(`a ${wrong[0]} in quotes`);
  // zsh may read two of them as one that is meant.
  if (line[end + 1] === quote) throw new Unclear(`${quote}${quote} inside a word`);
  return end;
}

/** A pattern has a beginning that is no option, and cannot match the folder above. */
function checkStar(line: string, at: number, before: string): void {
  if (before === '') throw new Unclear('a * at the beginning of a word');
  if (/^[-+]/.test(before)) throw new Unclear('a * in an option');
  if (line[at + 1] === '*') throw new Unclear('a **');
  if (/(?:^|\/)\.+$/.test(before)) throw new Unclear('a * behind a dot');
}

const NAMES: Readonly<Record<string, string>> = {
  $: 'a $',
  '`': 'backticks',
  '\\': 'a backslash',
  '&': 'an &',
  '(': 'a (',
  '\n': 'a line break',
  '<': 'a redirection from a file',
  '>': 'a redirection to a file',
  '{': 'braces',
  '[': 'brackets',
};

function nameOf(line: string, at: number): string {
  const c = line[at] ?? '';
  if (c === ';' || c === '|') return `a ${line.slice(at, at + 2)}`;
  return NAMES[c] ?? (/[!-~]/.test(c) ? `a ${c}` : 'unusual characters');
}

// --- the commands

function commandsOf(tokens: readonly Token[]): readonly PlainCommand[] {
  const commands: PlainCommand[] = [];
  let rest = tokens;
  let piped = false;
  for (;;) {
    const end = rest.findIndex(({ kind }) => kind === 'operator');
    const own = end < 0 ? rest : rest.slice(0, end);
    commands.push(commandOf(own, piped));
    const operator = rest[end];
    if (operator?.kind !== 'operator') return commands;
    piped = operator.text === '|';
    rest = rest.slice(end + 1);
  }
}

function commandOf(tokens: readonly Token[], piped: boolean): PlainCommand {
  const redirected = tokens.findIndex(({ kind }) => kind === 'redirection');
  const end = redirected < 0 ? tokens.length : redirected;
  if (tokens.slice(end).some(({ kind }) => kind === 'word')) {
    throw new Unclear('words behind a redirection');
  }
  const words = tokens.slice(0, end).filter((token) => token.kind === 'word');
  const begin = words.findIndex((word) => !isAssignment(word));
  const [program, ...more] = words.slice(begin < 0 ? words.length : begin);
  if (!program) throw new Unclear('a part without a command');
  const env = words.slice(0, begin);
  if (env.some(({ pattern }) => pattern)) throw new Unclear('a * in an assignment');
  if (program.pattern || !PROGRAM.test(program.text) || RESERVED.has(program.text)) {
    throw new Unclear(`"${program.text}" where a command is expected`);
  }
  // A shell may be set to read assignments anywhere (`set -k`).
  const stray = [program, ...more].find(
    ({ beforeEquals }) => beforeEquals !== undefined && !beforeEquals.startsWith('-'),
  );
  if (stray) throw new Unclear('an = in a word that is no option');
  return { env: env.map(({ text }) => text), words: [asWord(program), ...more.map(asWord)], piped };
}

function isAssignment({ beforeEquals }: WordToken): boolean {
  return beforeEquals !== undefined && NAME.test(beforeEquals);
}

function asWord({ text, pattern }: WordToken): PlainWord {
  return { text, pattern };
}
