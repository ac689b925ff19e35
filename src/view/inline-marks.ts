/**
 * Marks of style in a line of Markdown, found as CommonMark finds them: what lies between which marks, for those who
 * must know what is seen when the marks are hidden.
 */

/** One pair of marks; two pairs that look the same are two objects. */
export interface Mark {
  readonly text: string;
}

/** Text between the same marks, outermost first. */
export interface Run {
  readonly marks: readonly Mark[];
  readonly text: string;
}

interface Delimiter {
  readonly kind: 'delimiter';
  readonly char: string;
  readonly count: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Characters that mark nothing so far. */
  left: number;
  /** Lies between marks that belong together: has nothing to open any more. */
  passed: boolean;
  /** Innermost first. */
  readonly closing: Mark[];
  readonly opening: Mark[];
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly mark: Mark; readonly text: string }
  | Delimiter;

export function runsOf(line: string): Run[] {
  if (!/[`*_~]/.test(line)) return line ? [{ marks: [], text: line }] : [];
  const tokens = tokensOf(line);
  pair(tokens.filter((token) => token.kind === 'delimiter'));
  return runsFrom(tokens);
}

const TOKEN = /\\.|(`+)|([*_~])\2*|[^\\`*_~]+|\\/gsy;

function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(line); found; found = TOKEN.exec(line)) {
    const [text, ticks, char] = found;
    const end = ticks ? closingTicks(line, TOKEN.lastIndex, ticks) : -1;
    if (ticks && end >= 0) {
      const inner = line.slice(TOKEN.lastIndex, end);
      tokens.push({ kind: 'code', mark: { text: ticks }, text: inner });
      TOKEN.lastIndex = end + ticks.length;
    } else if (char) {
      tokens.push(delimiter(text, line.slice(0, found.index), line.slice(TOKEN.lastIndex)));
    } else tokens.push({ kind: 'text', text });
  }
  return tokens;
}

function closingTicks(line: string, from: number, ticks: string): number {
  for (const found of line.slice(from).matchAll(/`+/g)) {
    if (found[0] === ticks) return from + found.index;
  }
  return -1;
}

const BLANK = /^\s?$/;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

function delimiter(text: string, head: string, tail: string): Delimiter {
  const char = text.charAt(0);
  const before = [...head.slice(-2)].at(-1) ?? '';
  const after = [...tail.slice(0, 2)].at(0) ?? '';
  const outside = (one: string): boolean => BLANK.test(one) || PUNCTUATION.test(one);
  const left = !BLANK.test(after) && (!PUNCTUATION.test(after) || outside(before));
  const right = !BLANK.test(before) && (!PUNCTUATION.test(before) || outside(after));
  const inWord = char === '_' && left && right;
  return {
    kind: 'delimiter',
    char,
    count: text.length,
    opens: left && (!inWord || PUNCTUATION.test(before)),
    closes: right && (!inWord || PUNCTUATION.test(after)),
    left: text.length,
    passed: false,
    closing: [],
    opening: [],
  };
}

/** Gives every mark that closes the nearest one that it can close. */
function pair(delimiters: readonly Delimiter[]): void {
  delimiters.forEach((closer, index) => {
    while (closer.closes && closer.left > 0) {
      const at = delimiters.findLastIndex(
        (opener, before) => before < index && belongTogether(opener, closer),
      );
      const opener = delimiters[at];
      if (!opener) return;
      const size = closer.char === '~' ? closer.left : Math.min(2, opener.left, closer.left);
      const mark = { text: closer.char.repeat(size) };
      for (const one of [opener, closer]) one.left -= size;
      opener.opening.push(mark);
      closer.closing.push(mark);
      for (const between of delimiters.slice(at + 1, index)) between.passed = true;
    }
  });
}

function belongTogether(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.char !== closer.char || !opener.opens || opener.passed || opener.left === 0) {
    return false;
  }
  if (opener.char === '~') return opener.left === closer.left && opener.left <= 2;
  // Of marks that may do both, CommonMark does not take one and two together.
  const both = opener.closes || closer.opens;
  const sum = opener.count + closer.count;
  return !both || sum % 3 !== 0 || (opener.count % 3 === 0 && closer.count % 3 === 0);
}

function runsFrom(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  let marks: readonly Mark[] = [];
  const add = (text: string): void => {
    const last = runs.at(-1);
    if (last?.marks === marks) runs[runs.length - 1] = { marks, text: last.text + text };
    else if (text) runs.push({ marks, text });
  };
  for (const token of tokens) {
    if (token.kind === 'text') add(token.text);
    else if (token.kind === 'code') {
      runs.push({ marks: [...marks, token.mark], text: token.text });
    } else {
      const { closing, opening } = token;
      if (closing.length > 0) marks = marks.slice(0, -closing.length);
      if (token.left > 0) add(token.char.repeat(token.left));
      if (opening.length > 0) marks = [...marks, ...opening.toReversed()];
    }
  }
  return runs;
}
