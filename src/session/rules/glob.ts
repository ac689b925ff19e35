/** Patterns for paths and words: `*` and `?` stay inside one folder, `**` does not, `{a,b}` is a choice, `[…]` a set. */

const cache = new Map<string, RegExp>();

/** Longer texts fit nothing: the time to try grows with a power of the length. */
const MAX_LENGTH = 1024;

/** Whether `path`, with `/` between its folders, fits. A pattern that makes no sense only stands for itself. */
export function globMatches(pattern: string, path: string): boolean {
  let compiled = cache.get(pattern);
  if (compiled === undefined) {
    compiled = compile(pattern);
    cache.set(pattern, compiled);
  }
  return path.length <= MAX_LENGTH && compiled.test(path);
}

/** Whether a word fits a pattern in which only `*` is special, and stands for anything. */
export function wordMatches(pattern: string, word: string): boolean {
  if (pattern === word) return true;
  if (!pattern.includes('*') || word.length > MAX_LENGTH) return false;
  return new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's').test(word);
}

/** How many characters of a pattern stand for themselves: the more, the more specific it is. */
export function literalLength(pattern: string): number {
  return pattern.replace(/[*?[\]{},]/g, '').length;
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(`^${source(pattern)}$`, 'su');
  } catch {
    return new RegExp(`^${literal(pattern)}$`, 'su');
  }
}

const TOKEN = /\/\*\*$|\*\*\/|\*+|\?|\[[!^]?\]?[^\]/]*\]|\\.|[{},]|[\s\S]/gu;

function source(pattern: string): string {
  let open = 0;
  const translate = (token: string): string => {
    // A folder is inside itself.
    if (token === '/**') return '(?:/.*)?';
    if (token === '**/') return '(?:.*/)?';
    if (token.startsWith('**')) return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token === '{') {
      open++;
      return '(?:';
    }
    if (token === '}' && open > 0) {
      open--;
      return ')';
    }
    if (token === ',' && open > 0) return '|';
    if (token.length > 1 && token.startsWith('[')) return set(token);
    return literal(token.length > 1 && token.startsWith('\\') ? token.slice(1) : token);
  };
  return (pattern.match(TOKEN) ?? []).map(translate).join('');
}

function set(token: string): string {
  const inner = token.slice(1, -1);
  const negated = /^[!^]/.test(inner);
  const characters = (negated ? inner.slice(1) : inner).replace(/[\\[\]^]/g, '\\$&');
  return `(?!/)[${negated ? '^' : ''}${characters}]`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
