/**
 * Where a piece of code goes in a file, as agents write it in a message: as a diff, as blocks of SEARCH and REPLACE, or as
 * a part of the file that begins and ends with lines of it. Pure.
 */
import { type Fragment, findFragment, spliced } from './fragment';

/** The whole text with the code in its place; nothing where that is not certain. Both have plain line ends. */
export function withSnippet(text: string, code: string): string | undefined {
  const fragments = fragmentsOf(code.split('\n'));
  return fragments ? withFragments(text, fragments) : withChunks(text, chunksOf(code.split('\n')));
}

/** Whether the code says itself what it replaces. */
export function isPatch(code: string): boolean {
  return fragmentsOf(code.split('\n')) !== undefined;
}

function withFragments(text: string, fragments: readonly Fragment[]): string | undefined {
  let now = text;
  for (const fragment of fragments) {
    if (fragment.oldText === '' && now === '') {
      now = fragment.newText;
      continue;
    }
    const { splice } = findFragment(now, fragment);
    if (!splice) return undefined;
    now = spliced(now, splice);
  }
  return now;
}

function fragmentsOf(lines: readonly string[]): Fragment[] | undefined {
  if (lines.some((line) => /^<{5,} ?SEARCH/.test(line))) return searchBlocks(lines);
  return lines.some((line) => line.startsWith('@@')) ? hunksOf(lines) : undefined;
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function searchBlocks(lines: readonly string[]): Fragment[] {
  const found: Fragment[] = [];
  let side: 'none' | 'old' | 'new' = 'none';
  let [before, after]: [string[], string[]] = [[], []];
  for (const line of lines) {
    if (/^<{5,} ?SEARCH/.test(line)) {
      side = 'old';
      [before, after] = [[], []];
    } else if (side === 'old' && /^={5,}$/.test(line)) {
      side = 'new';
    } else if (side === 'new' && /^>{5,} ?REPLACE/.test(line)) {
      side = 'none';
      found.push({ oldText: textOf(before), newText: textOf(after) });
    } else if (side !== 'none') {
      (side === 'old' ? before : after).push(line);
    }
  }
  return found;
}

/** A unified diff; agents get its line numbers wrong, so only what the lines say counts. */
function hunksOf(lines: readonly string[]): Fragment[] {
  const found: { before: string[]; after: string[] }[] = [];
  for (const line of lines) {
    const hunk = found.at(-1);
    if (line.startsWith('@@')) found.push({ before: [], after: [] });
    else if (!hunk || line.startsWith('\\')) continue;
    else if (line.startsWith('+')) hunk.after.push(line.slice(1));
    else if (line.startsWith('-')) hunk.before.push(line.slice(1));
    else {
      const context = line.replace(/^ /, '');
      hunk.before.push(context);
      hunk.after.push(context);
    }
  }
  return found.map(({ before, after }) => ({ oldText: textOf(before), newText: textOf(after) }));
}

/** "// … existing code …": what is there stays. */
const ELISION = /^\s*(?:(?:\/\/|#|--|;|%|"|\/\*|<!--|\{\/\*)\s*(?:\.{3}|…)|(?:\.{3}|…)(?:\s|$))/;

/** The parts between the places where the agent has left lines out. */
function chunksOf(lines: readonly string[]): string[][] {
  const chunks: string[][] = [[]];
  for (const line of lines) {
    if (ELISION.test(line)) chunks.push([]);
    else chunks.at(-1)?.push(line);
  }
  return chunks.map(trimBlank).filter(({ length }) => length > 0);
}

function trimBlank(lines: readonly string[]): string[] {
  const isFilled = (line: string): boolean => line.trim() !== '';
  return lines.slice(lines.findIndex(isFilled), lines.findLastIndex(isFilled) + 1);
}

function withChunks(text: string, chunks: readonly string[][]): string | undefined {
  const lines = text.split('\n');
  const parts: string[][] = [];
  let from = 0;
  for (const chunk of chunks) {
    const place = placeOf(lines, chunk, from);
    if (!place) return undefined;
    parts.push(lines.slice(from, place.from), place.lines);
    from = place.to;
  }
  return chunks.length === 0 ? undefined : [...parts.flat(), ...lines.slice(from)].join('\n');
}

interface Place {
  /** Rows `from` up to, not including, `to` become `lines`. */
  readonly from: number;
  readonly to: number;
  readonly lines: string[];
}

/** Where the first line of a chunk is, once, and after it the last one, at the same depth. */
function placeOf(
  lines: readonly string[],
  chunk: readonly string[],
  from: number,
): Place | undefined {
  const [first = ''] = chunk;
  const starts = lines.flatMap((line, row) =>
    row >= from && line.trim() === first.trim() ? [row] : [],
  );
  const [start] = starts;
  if (start === undefined || starts.length > 1) return undefined;
  const moved = indentedLike(chunk, indentOf(first), indentOf(lines[start] ?? ''));
  const end = chunk.length === 1 ? start : lines.indexOf(moved.at(-1) ?? '', start + 1);
  if (end < 0) return undefined;
  const there = lines.slice(start, end + 1);
  return isAlike(there, moved) ? { from: start, to: end + 1, lines: moved } : undefined;
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}

function indentedLike(lines: readonly string[], own: string, wanted: string): string[] {
  return lines.map((line) => {
    if (line.trim() === '') return line;
    return line.startsWith(own) ? wanted + line.slice(own.length) : line;
  });
}

/** Lines that agree at both ends by chance have little else in common: nothing of the user's is to go for that. */
function isAlike(there: readonly string[], wanted: readonly string[]): boolean {
  const filled = there.map((line) => line.trim()).filter((line) => line !== '');
  const kept = new Set(wanted.map((line) => line.trim()));
  return filled.filter((line) => kept.has(line)).length * 2 >= filled.length;
}
