/** Marks of style in a line of Markdown, for those who must know what is seen when the marks are hidden. */
import { Lexer, type Token } from 'marked';

/** One pair of marks; two pairs that look the same are two objects. */
export interface Mark {
  readonly text: string;
}

/** Text between the same marks, outermost first. */
export interface Run {
  readonly marks: readonly Mark[];
  readonly text: string;
}

/** The others (links, escapes, …) are shown as they are written: see CONCEALED in lua/acp/transcript/markdown.lua. */
const HIDDEN: ReadonlySet<string> = new Set(['strong', 'em', 'del']);

export function runsOf(line: string): Run[] {
  if (!/[`*_~]/.test(line)) return line ? [{ marks: [], text: line }] : [];
  const runs: Run[] = [];
  addTokens(runs, Lexer.lexInline(line), []);
  return runs;
}

function addTokens(runs: Run[], tokens: readonly Token[], marks: readonly Mark[]): void {
  for (const token of tokens) {
    const { raw } = token;
    const within = withinOf(token);
    const at = raw.indexOf(within);
    const [before, after] = [raw.slice(0, at), raw.slice(at + within.length)];
    if (token.type === 'codespan') add(runs, within, [...marks, { text: before }]);
    else if (HIDDEN.has(token.type)) addTokens(runs, tokensOf(token), [...marks, { text: before }]);
    else {
      add(runs, before, marks);
      addTokens(runs, tokensOf(token), marks);
      add(runs, after, marks);
    }
  }
}

/** What is between a token's own characters at its start and its end. */
function withinOf(token: Token): string {
  if (token.type === 'codespan') return token.raw.replace(/^(`+)(.*)\1$/s, '$2');
  return tokensOf(token)
    .map(({ raw }) => raw)
    .join('');
}

function tokensOf(token: Token): readonly Token[] {
  return ('tokens' in token && token.tokens) || [];
}

function add(runs: Run[], text: string, marks: readonly Mark[]): void {
  const last = runs.at(-1);
  if (last?.marks === marks) runs[runs.length - 1] = { marks, text: last.text + text };
  else if (text) runs.push({ marks, text });
}
