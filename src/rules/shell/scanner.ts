/** Reads the commands of a shell line, one after the other, and hands on what each of them would run and write. */
import { type Parts, Uncertainty, type Word } from './parts';
import { WordBuilder, WordReader } from './words';
import type { Sink } from './wrapper-options';
import { unwrap } from './wrappers';

const MAX_LENGTH = 16_384;
const MAX_DEPTH = 24;

/** Where the commands of a line go; the scripts in them are read in their turn. */
export function sinkFor(parts: Parts, home: string | undefined, depth: number): Sink {
  return {
    command: (part) => parts.commands.push(part),
    script: (text) => new Scanner(text, parts, home, depth + 1).all(),
  };
}

interface Simple {
  words: Word[];
  /** Targets of redirections and values of assignments may name files. */
  names: Word[];
  /** The command has begun already: what follows is no keyword. */
  begun: boolean;
  /** Ends a `( … )`, `fi`, `done` or `}`: only redirections may follow. */
  closed: boolean;
  loop: boolean;
}

interface Heredoc {
  readonly end: string;
  readonly stripTabs: boolean;
  readonly literal: boolean;
}

const OPENING = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '{', '!']);
const CLOSING = new Set(['fi', 'done', '}']);
const BEYOND = new Set(['case', 'esac', 'function', 'coproc', '[[', ']]', 'in']);
const HARMLESS_TARGETS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

export class Scanner extends WordReader {
  readonly #parts: Parts;
  #depth: number;

  constructor(text: string, parts: Parts, home: string | undefined, depth: number) {
    super(text, home);
    if (text.length > MAX_LENGTH) throw new Uncertainty('the command is very long');
    this.#parts = parts;
    this.#depth = depth;
    if (depth > MAX_DEPTH) throw new Uncertainty('commands nested very deeply');
  }

  all(): void {
    this.#list(undefined);
  }

  /** The body of a here-document, or anything else that a shell only expands. */
  expansions(): void {
    const word = new WordBuilder();
    while (this.at < this.text.length) this.expandable(word, true);
  }

  /** Commands up to `end`, which is left for the caller. */
  #list(end: ')' | undefined): void {
    let simple = fresh();
    let heredocs: Heredoc[] = [];
    const next = (): void => {
      this.#emit(simple);
      simple = fresh();
    };
    for (;;) {
      this.#blanks();
      const c = this.text[this.at];
      if (c === undefined || c === end) {
        if (c !== end) throw new Uncertainty('an unclosed (');
        if (heredocs.length > 0) throw new Uncertainty('an unfinished here-document');
        next();
        return;
      }
      if (c === '\n') {
        this.at++;
        next();
        for (const heredoc of heredocs) this.#heredoc(heredoc);
        heredocs = [];
      } else if (c === '#') {
        while (this.at < this.text.length && this.text[this.at] !== '\n') this.at++;
      } else if (this.starts('&>') || ((c === '<' || c === '>') && !this.startsProcess())) {
        const heredoc = this.#redirect(simple);
        if (heredoc) heredocs.push(heredoc);
      } else if (c === ';' || c === '&' || c === '|') {
        this.#operator();
        next();
      } else if (c === '(') {
        this.#subshell(simple);
      } else if (c === ')') {
        throw new Uncertainty('a ) too many');
      } else {
        this.#take(simple, this.word());
      }
    }
  }

  #operator(): void {
    const operator = ['&&', '||', '|&', ';', '&', '|'].find((one) => this.starts(one)) ?? '';
    if (this.starts(';;') || this.starts(';&') || this.starts(';|')) {
      throw new Uncertainty('an operator that is not understood');
    }
    this.at += operator.length;
  }

  #subshell(simple: Simple): void {
    if (simple.begun || simple.closed) throw new Uncertainty('a ( where no command begins');
    if (this.starts('((')) throw new Uncertainty('an arithmetic command');
    this.at++;
    this.nested();
    simple.closed = true;
  }

  /** Puts a word where it belongs: keyword, assignment, or part of the command. */
  #take(simple: Simple, word: Word): void {
    if (/^(?:\d+|\{\w+\})$/.test(word.raw) && '<>'.includes(this.text[this.at] ?? ' ')) return;
    if (simple.closed) throw new Uncertainty(`"${word.raw}" where no command begins`);
    if (!simple.begun) {
      if (OPENING.has(word.raw)) return;
      if (BEYOND.has(word.raw)) throw new Uncertainty(`"${word.raw}" is not looked into`);
      if (CLOSING.has(word.raw)) {
        simple.closed = true;
        return;
      }
      if (word.raw === 'time') {
        this.#blanks();
        if (/^-p[ \t]/.test(this.text.slice(this.at, this.at + 3))) this.at += 2;
        return;
      }
    }
    simple.begun = true;
    if (simple.words.length === 0 && !simple.loop) {
      if (word.raw === 'for' || word.raw === 'select') {
        simple.loop = true;
        return;
      }
      const assigned = /^[A-Za-z_]\w*\+?=/.exec(word.raw)?.[0];
      if (assigned !== undefined) {
        const cut = (text: string): string => text.slice(assigned.length);
        simple.names.push({ text: cut(word.text), raw: cut(word.raw), known: word.known });
        return;
      }
    }
    simple.words.push(word);
  }

  #emit({ words, names, loop }: Simple): void {
    // The items of a loop may be names of files, but no programs.
    const part = loop ? { words: [], names: [...names, ...words] } : { words, names };
    unwrap(part, sinkFor(this.#parts, this.home, this.#depth));
  }

  /** A redirection with its target; the here-document to read later, if it is one. */
  #redirect(simple: Simple): Heredoc | undefined {
    const operators = ['&>>', '&>', '<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'];
    const operator = operators.find((one) => this.starts(one)) ?? '';
    this.at += operator.length;
    this.#blanks();
    const target = this.word();
    if (target.raw === '') throw new Uncertainty('a redirection without a target');
    simple.begun = true;
    if (operator === '<<<') return undefined;
    if (operator === '<<' || operator === '<<-') {
      if (!target.known || target.text === '')
        throw new Uncertainty('a here-document without a fixed end');
      const literal = target.raw !== target.text;
      return { end: target.text, stripTabs: operator === '<<-', literal };
    }
    if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.raw)) return undefined;
    this.#target(simple, operator, target);
    return undefined;
  }

  #target(simple: Simple, operator: string, target: Word): void {
    if (operator === '<' || !target.known) simple.names.push(target);
    else if (!HARMLESS_TARGETS.has(target.text)) this.#parts.writes.push(target.text);
  }

  #heredoc({ end, stripTabs, literal }: Heredoc): void {
    const body: string[] = [];
    for (;;) {
      if (this.at >= this.text.length) throw new Uncertainty('an unfinished here-document');
      const newline = this.text.indexOf('\n', this.at);
      const stop = newline < 0 ? this.text.length : newline;
      const full = this.text.slice(this.at, stop);
      this.at = stop + 1;
      const line = stripTabs ? full.replace(/^\t+/, '') : full;
      if (line === end) break;
      // The shell joins such lines before it looks for the end.
      if (!literal && line.endsWith('\\'))
        throw new Uncertainty('a \\ at the end of a line of text');
      body.push(line);
    }
    if (!literal) {
      new Scanner(body.join('\n'), this.#parts, this.home, this.#depth + 1).expansions();
    }
  }

  protected override script(text: string): void {
    new Scanner(text, this.#parts, this.home, this.#depth + 1).all();
  }

  protected override nested(): void {
    if (++this.#depth > MAX_DEPTH) throw new Uncertainty('commands nested very deeply');
    this.#list(')');
    this.at++;
    this.#depth--;
  }

  #blanks(): void {
    for (;;) {
      const c = this.text[this.at];
      if (c === ' ' || c === '\t') this.at++;
      else if (this.starts('\\\n')) this.at += 2;
      else return;
    }
  }
}

function fresh(): Simple {
  return { words: [], names: [], begun: false, closed: false, loop: false };
}
