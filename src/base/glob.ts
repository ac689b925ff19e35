/**
 * Patterns for paths and words: `*` and `?` stay inside one folder, `**` does not, `{a,b}` is a choice, `[…]` a set.
 * No regular expressions: one that backtracks would let a text of an agent block the host.
 */

/** What a part of a pattern matches: itself, or one of several sequences of parts. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' | 'inFolder' | 'one' }
  | { readonly kind: 'set'; readonly set: RegExp }
  | { readonly kind: 'choice'; readonly choices: readonly Sequence[] };
type Sequence = readonly Part[];
/** Where in the text a match may be: not 0. */
type Places = Uint8Array;

const cache = new Map<string, Sequence>();
/** Patterns come from commands of agents, too. */
const MAX_CACHED = 500;

/** No system opens a longer path. */
const MAX_LENGTH = 32 * 1024;
const MAX_DEPTH = 50;

/** Whether `path`, with `/` between its folders, fits. An invalid pattern only matches itself. */
export function globMatches(pattern: string, path: string): boolean {
  if (path.length > MAX_LENGTH) return false;
  const begin = new Uint8Array(path.length + 1);
  begin[0] = 1;
  return follow(compiled(pattern), path, begin)[path.length] === 1;
}

/**
 * Whether there may be a path that fits both patterns. Whatever is special in them may match anything, so the
 * answer may be a false yes, never a false no.
 */
export function mayMeet(one: string, other: string): boolean {
  const a = looseTokens(one);
  const b = looseTokens(other);
  // Row i: the places in b that a may have reached after its first i tokens; those past the end do not count.
  let row = new Uint8Array(b.length + 1);
  row[0] = 1;
  for (let i = 0; ; i++) {
    const next = new Uint8Array(b.length + 1);
    for (let j = 0; j <= b.length; j++) {
      if (row[j] !== 1) continue;
      if (a[i] === ANYTHING || b[j] === ANYTHING) {
        row[j + 1] = 1;
        next[j] = 1;
      }
      if (isAlike(a[i], b[j])) next[j + 1] = 1;
    }
    if (i === a.length) return row[b.length] === 1;
    row = next;
  }
}

const ANYTHING = '';
const ONE = 'any';

function isAlike(a: string | undefined, b: string | undefined): boolean {
  return a === b || a === ONE || b === ONE;
}

/** A set that every program reads as one character; not those with signs that some of them take for something else. */
const PLAIN_SET = /\[[!^]?[^\][!^\\/{},]+\]/y;

/** Single characters, `ONE` that may be any, and `ANYTHING`. */
function looseTokens(pattern: string): string[] {
  const tokens: string[] = [];
  const bracketsEnd = Math.max(pattern.lastIndexOf(']'), pattern.lastIndexOf('}'));
  for (let at = 0; at < pattern.length; at++) {
    const c = pattern.charAt(at);
    PLAIN_SET.lastIndex = at;
    if (c === '\\' && at + 1 < pattern.length) tokens.push(pattern.charAt(++at));
    else if (!'*?[{'.includes(c)) tokens.push(c);
    else if (c === '?') tokens.push(ONE);
    else if (PLAIN_SET.test(pattern)) {
      tokens.push(ONE);
      at = PLAIN_SET.lastIndex - 1;
    } else {
      if (tokens.at(-1) !== ANYTHING) tokens.push(ANYTHING);
      if (c !== '*') at = Math.max(at, bracketsEnd);
    }
    // `/a/**`, `/a/**/b` and `**/b` also match `/a`, `/a/b` and `b`.
    if (c === '*' && pattern[at - 1] === '*') {
      if (pattern[at + 1] === '/') at++;
      else if (at + 1 === pattern.length && tokens.at(-2) === '/') tokens.splice(-2, 1);
    }
  }
  return tokens;
}

/** Whether a word fits a pattern in which only `*` is special, and matches anything. */
export function wordMatches(pattern: string, word: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === word;
  if (word.length < first.length + last.length) return false;
  if (!word.startsWith(first) || !word.endsWith(last)) return false;
  // The earliest place leaves the most for what follows.
  let from = first.length;
  const to = word.length - last.length;
  return rest.every((part) => {
    const at = word.indexOf(part, from);
    from = at + part.length;
    return at >= 0 && from <= to;
  });
}

/** The pattern that only this path matches. */
export function literally(path: string): string {
  return path.replace(/[*?[\]{},\\]/g, '\\$&');
}

/** How many characters of a pattern match only themselves: the more, the more specific it is. */
export function literalLength(pattern: string): number {
  return pattern.replace(/[*?[\]{},]/g, '').length;
}

// --- matching

/** Every place that the parts may lead to, in one pass over the text for each part. */
function follow(parts: Sequence, text: string, begin: Places): Places {
  return parts.reduce((places, part) => step(part, text, places), begin);
}

function step(part: Part, text: string, from: Places): Places {
  const to = new Uint8Array(from.length);
  if (part.kind === 'choice') {
    for (const choice of part.choices) {
      follow(choice, text, from).forEach((may, at) => {
        if (may) to[at] = 1;
      });
    }
    return to;
  }
  let open = false;
  for (let at = 0; at < from.length; at++) {
    const here = from[at] === 1;
    if (part.kind === 'any' || part.kind === 'inFolder') {
      open = here || (open && (part.kind === 'any' || text[at - 1] !== '/'));
      if (open) to[at] = 1;
    } else if (here) {
      const length = lengthOf(part, text, at);
      if (length > 0) to[at + length] = 1;
    }
  }
  return to;
}

/** How much of the text a part takes; 0: it does not fit. */
function lengthOf(part: Exclude<Part, { kind: 'choice' }>, text: string, at: number): number {
  if (part.kind === 'text') return text.startsWith(part.text, at) ? part.text.length : 0;
  const code = text.codePointAt(at);
  if (code === undefined || code === 0x2f) return 0;
  const character = String.fromCodePoint(code);
  return part.kind !== 'set' || part.set.test(character) ? character.length : 0;
}

// --- reading patterns

function compiled(pattern: string): Sequence {
  const known = cache.get(pattern);
  if (known) return known;
  const parts = parse(pattern) ?? [{ kind: 'text', text: pattern } as const];
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(pattern, parts);
  return parts;
}

const TOKEN = /\/\*\*$|\*\*\/|\*+|\?|\[[!^]?\]?[^\]/]*\]|\\.|[{},]|[^/*?[\\{},]+|[\s\S]/gu;

const FOLDERS: Part = { kind: 'choice', choices: [[{ kind: 'any' }, plain('/')], []] };
// A folder is inside itself.
const INSIDE: Part = { kind: 'choice', choices: [[plain('/'), { kind: 'any' }], []] };

/** Undefined for an invalid pattern. */
function parse(pattern: string): Sequence | undefined {
  /** The choices that are open, each with its sequences so far. */
  const open: Part[][][] = [[[]]];
  for (const token of pattern.match(TOKEN) ?? []) {
    const choices = open[open.length - 1] as Part[][];
    if (token === '{') {
      open.push([[]]);
      if (open.length > MAX_DEPTH) return undefined;
    } else if (token === '}' && open.length > 1) {
      open.pop();
      open.at(-1)?.at(-1)?.push({ kind: 'choice', choices });
    } else if (token === ',' && open.length > 1) {
      choices.push([]);
    } else {
      const part = partOf(token);
      if (!part) return undefined;
      choices.at(-1)?.push(part);
    }
  }
  return open.length === 1 ? open[0]?.[0] : undefined;
}

function partOf(token: string): Part | undefined {
  if (token === '/**') return INSIDE;
  if (token === '**/') return FOLDERS;
  if (token.startsWith('**')) return { kind: 'any' };
  if (token === '*') return { kind: 'inFolder' };
  if (token === '?') return { kind: 'one' };
  if (token.length > 1 && token.startsWith('[')) return set(token);
  return plain(token.length > 1 && token.startsWith('\\') ? token.slice(1) : token);
}

/** For one character: such an expression has nothing to try again. */
function set(token: string): Part | undefined {
  const inner = token.slice(1, -1);
  const negated = /^[!^]/.test(inner);
  const characters = (negated ? inner.slice(1) : inner).replace(/[\\[\]^]/g, '\\$&');
  try {
    return { kind: 'set', set: new RegExp(`^[${negated ? '^' : ''}${characters}]$`, 'su') };
  } catch {
    return undefined;
  }
}

function plain(text: string): Part {
  return { kind: 'text', text };
}
