/** Matches of a pattern in a text, line by line. Pure. */
import type { FileMatches, SearchQuery, TextMatch } from '../../model/texts';
import { SearchError } from '../../model/texts';

export type Matcher = (lines: readonly string[]) => Omit<FileMatches, 'path'>;

/** What is shown of a line, and how much of that may be before the match. */
const MAX_SHOWN = 400;
const MAX_BEFORE = 120;

type Pattern = Pick<SearchQuery, 'pattern' | 'isRegex' | 'ignoreCase' | 'wholeWord' | 'maxPerFile'>;

/** Throws a `SearchError` for a pattern that is none. */
export function matcherOf(query: Pattern): Matcher {
  if (/[\r\n]/.test(query.pattern))
    throw new SearchError('a pattern is for one line: no line ends');
  const expression = expressionOf(query);
  return (lines) => {
    const matches: TextMatch[] = [];
    for (const [row, line] of lines.entries()) {
      for (const match of line.matchAll(expression)) {
        if (matches.length >= query.maxPerFile) return { matches, more: true };
        matches.push(matchOf(line, row + 1, match.index, match.index + match[0].length));
      }
    }
    return { matches, more: false };
  };
}

function expressionOf({ pattern, isRegex, ignoreCase, wholeWord }: Pattern): RegExp {
  const source = isRegex ? pattern : pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  const flags = ignoreCase ? 'gi' : 'g';
  try {
    return new RegExp(whole, `${flags}u`);
  } catch (error) {
    // Escapes of other dialects, which only the older syntax lets pass.
    const lenient = wholeWord ? undefined : compiled(whole, flags);
    if (lenient) return lenient;
    throw new SearchError(`the pattern is wrong: ${(error as Error).message}`);
  }
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function matchOf(line: string, number: number, from: number, to: number): TextMatch {
  const column = countCharacters(line, 0, from) + 1;
  const endColumn = column + countCharacters(line, from, to);
  return { line: number, column, endColumn, text: shownPart(line, from) };
}

function countCharacters(line: string, from: number, to: number): number {
  let count = 0;
  for (const _ of line.slice(from, to)) count++;
  return count;
}

function shownPart(line: string, from: number): string {
  if (line.length <= MAX_SHOWN) return line;
  const start = Math.max(0, from - MAX_BEFORE);
  const end = start + MAX_SHOWN;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
