/** Reads one word of a shell line: its quotes taken off, what is replaced in it looked into. */
import { Uncertainty, type Word } from './parts';

// A name, then nothing, a number's place, or what replaces its value or is cut from it. Not `=`, which assigns,
// `!`, `@` and `[name]`, which look at what the value says.
const READS_VARIABLE =
  /^#?(?:[A-Za-z_]\w*|\d+|[@*#?$!-])(?:\[(?:\d+|[@*])\])?(?::\d+(?::\d+)?|(?::?[-+?]|[#%/^,]).*)?$/s;
const NOT_READ = 'a variable used in a way that is not understood';
const WORD_END = ' \t\n;&|<>()';

/** A place in a line, from which words are read. */
export abstract class WordReader {
  protected readonly text: string;
  protected readonly home: string | undefined;
  protected at = 0;

  constructor(text: string, home: string | undefined) {
    this.text = text;
    this.home = home;
  }

  /** Reads commands up to the `)` that closes what has just been opened. */
  protected abstract nested(): void;

  /** Reads a text of its own that a shell would run. */
  protected abstract script(text: string): void;

  protected word(): Word {
    const word = new WordBuilder();
    const start = this.at;
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined) break;
      if (this.startsProcess()) {
        if (this.at > start) throw new Uncertainty('a process substitution inside a word');
        this.at += 2;
        this.nested();
        word.unknown();
      } else if (WORD_END.includes(c)) {
        break;
      } else {
        this.#character(word, c, this.at === start);
      }
    }
    const raw = this.text.slice(start, this.at);
    return word.done(raw);
  }

  #character(word: WordBuilder, c: string, first: boolean): void {
    if (c === "'") {
      const end = this.text.indexOf("'", this.at + 1);
      if (end < 0) throw new Uncertainty("an unclosed '");
      word.add(this.text.slice(this.at + 1, end));
      this.at = end + 1;
    } else if (c === '"') {
      this.#doubleQuoted(word);
    } else if (c === '\\') {
      const escaped = this.text[this.at + 1];
      if (escaped === undefined) throw new Uncertainty('a \\ at the end');
      if (escaped !== '\n') word.add(escaped);
      this.at += 2;
    } else if (c === '$' || c === '`') {
      this.expandable(word, false);
    } else if (first && c === '~') {
      this.#tilde(word);
    } else {
      this.at++;
      // zsh replaces "=name" by the program's path.
      if (first && c === '=') word.unknown();
      else word.pattern(c);
    }
  }

  #tilde(word: WordBuilder): void {
    this.at++;
    const after = this.text[this.at];
    const whole = after === undefined || after === '/' || WORD_END.includes(after);
    if (whole && this.home) word.add(this.home);
    else word.unknown();
  }

  #doubleQuoted(word: WordBuilder): void {
    this.at++;
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined) throw new Uncertainty('an unclosed "');
      if (c === '"') {
        this.at++;
        return;
      }
      this.expandable(word, true);
    }
  }

  /** One piece of text in which a shell replaces `$…`, `` `…` `` and some `\…`, and nothing else. */
  protected expandable(word: WordBuilder, quoted: boolean): void {
    const c = this.text[this.at] ?? '';
    if (c === '`') {
      this.#backticks(quoted);
      word.unknown();
    } else if (c === '$') {
      this.#dollar(word, quoted);
    } else if (c === '\\') {
      const escaped = this.text[this.at + 1] ?? '';
      this.at += 2;
      if (escaped !== '\n') word.add('$`"\\'.includes(escaped) ? escaped : c + escaped);
    } else {
      this.at++;
      word.add(c);
    }
  }

  #dollar(word: WordBuilder, quoted: boolean): void {
    const rest = this.text.slice(this.at + 1, this.at + 64);
    if (rest.startsWith('(')) {
      if (!this.#arithmetic()) {
        this.at += 2;
        this.nested();
      }
      word.unknown();
    } else if (rest.startsWith('{')) {
      this.#braces();
      word.unknown();
    } else if (rest.startsWith('[')) {
      throw new Uncertainty('an old form of arithmetic');
    } else if (!quoted && rest.startsWith("'")) {
      this.#ansiQuoted();
      word.unknown();
    } else if (!quoted && rest.startsWith('"')) {
      this.at++;
      word.unknown();
      this.#doubleQuoted(word);
    } else {
      const name = /^(?:[A-Za-z_]\w*|[\d@*#?$!-])/.exec(rest)?.[0];
      this.at += 1 + (name?.length ?? 0);
      // zsh has "$=name", "$~name" and the like.
      if (name !== undefined || /^[=~^+]/.test(rest)) word.unknown();
      else word.add('$');
    }
  }

  /** `$((…))` with nothing but numbers and operators: the value of a name may hold a command (`a[$(…)]`). */
  #arithmetic(): boolean {
    if (!this.starts('$((')) return false;
    const end = this.text.indexOf('))', this.at);
    const inner = end < 0 ? '' : this.text.slice(this.at + 3, end);
    if (!/^[\d\s+\-*/%<>=!&|^~?:,()]+$/.test(inner))
      throw new Uncertainty('arithmetic that is not understood');
    this.at = end + 2;
    return true;
  }

  /** `${…}` that only reads a variable; quotes and nested braces inside are left to the user. */
  #braces(): void {
    const start = this.at + 2;
    this.at = start;
    const inside = new WordBuilder();
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined || `'"\\{`.includes(c)) throw new Uncertainty(NOT_READ);
      if (c === '}') break;
      this.expandable(inside, true);
    }
    const body = this.text.slice(start, this.at);
    this.at++;
    if (!READS_VARIABLE.test(body)) throw new Uncertainty(NOT_READ);
  }

  #ansiQuoted(): void {
    const found = /^\$'(?:[^'\\]|\\[\s\S])*'/.exec(this.text.slice(this.at));
    if (!found) throw new Uncertainty("an unclosed '");
    this.at += found[0].length;
  }

  #backticks(quoted: boolean): void {
    const found = /^`((?:[^`\\]|\\[\s\S])*)`/.exec(this.text.slice(this.at));
    if (!found) throw new Uncertainty('an unclosed `');
    // In quotes, the quotes of the script are written so, too.
    const escaped = quoted ? /\\([$`\\"])/g : /\\([$`\\])/g;
    const script = (found[1] ?? '').replace(escaped, '$1');
    this.script(script);
    this.at += found[0].length;
  }

  protected startsProcess(): boolean {
    return this.starts('<(') || this.starts('>(');
  }

  protected starts(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }
}

/** Gathers the text of a word for as long as it is known. */
export class WordBuilder {
  #text = '';
  #known = true;
  /** Where an unquoted `[` or `{` is that may turn out to be a pattern. */
  #bracket = -1;
  #brace = -1;
  #list = false;

  add(text: string): void {
    if (this.#known) this.#text += text;
  }

  unknown(): void {
    this.#known = false;
  }

  /** An unquoted character, which may make the word a pattern for file names or a list of words. */
  pattern(c: string): void {
    if (c === '*' || c === '?') this.unknown();
    if (c === '[' && this.#bracket < 0) this.#bracket = this.#text.length;
    if (c === ']' && this.#bracket >= 0) this.#cut(this.#bracket);
    if (c === '{' && this.#brace < 0) this.#brace = this.#text.length;
    if (c === ',' || c === '.') this.#list ||= this.#brace >= 0;
    if (c === '}' && this.#list) this.#cut(this.#brace);
    this.add(c);
  }

  done(raw: string): Word {
    return { text: this.#text, known: this.#known, raw };
  }

  #cut(at: number): void {
    this.#text = this.#text.slice(0, at);
    this.unknown();
  }
}
