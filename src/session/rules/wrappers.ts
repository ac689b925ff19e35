/** Programs that start other programs: what they would start is found, or doubted. */
import type { CommandPart, Word } from './parts';
import { isHarmlessName } from './parts';

/** One command as it stands in the line. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly env: readonly string[];
  readonly reads: readonly string[];
  readonly covered?: boolean;
}

export interface Sink {
  command(part: CommandPart): void;
  /** A text that a shell will run, with what stands around it. */
  script(text: string, around: SimpleCommand): void;
  doubt(why: string): void;
  /** The command changes the folder. */
  moves(): void;
}

/** Options that a wrapper may have before its command; any other is a doubt. */
interface Options {
  /** Alone, or in a cluster of such letters. */
  readonly flags?: RegExp;
  /** Followed by a word of their own. */
  readonly values?: RegExp;
  /** Words between the options and the command, e.g. the time of `timeout`. */
  readonly skip?: number;
}

const NOTHING: Options = {};

/** They run their command as it is. */
const TRANSPARENT: Readonly<Record<string, Options>> = {
  builtin: NOTHING,
  busybox: NOTHING,
  command: { flags: /^-p$/ },
  exec: { flags: /^-[cl]+$/, values: /^-a$/ },
  ionice: { flags: /^-[cnt]\d$|^-t$/, values: /^-[cn]$/ },
  nice: { flags: /^--?(?:adjustment=)?-?\d+$|^-n-?\d+$/, values: /^-n$/ },
  nocorrect: NOTHING,
  noglob: NOTHING,
  nohup: NOTHING,
  setsid: { flags: /^-[cfw]+$/ },
  stdbuf: { flags: /^-[ioe][L\d]\w*$/, values: /^-[ioe]$/ },
  time: { flags: /^-p$/ },
  timeout: {
    flags: /^--(?:preserve-status|foreground|verbose|signal=\w+|kill-after=[\w.]+)$|^-v$/,
    values: /^-[ks]$/,
    skip: 1,
  },
  toybox: NOTHING,
};

const SUDO: Options = {
  flags: /^-[AEHPSbkn]+$|^--(?:preserve-env|set-home|non-interactive)$/,
  values: /^-[ughpCTrt]$/,
};

const XARGS: Options = {
  flags:
    /^-[0rtpxo]+$|^-[nPLsdI]\S+$|^--(?:null|no-run-if-empty|verbose|max-(?:args|procs|lines)=\d+)$/,
  values: /^-[nPLsdEaI]$/,
};

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash', 'yash']);

/** They run what they are given in ways that are not looked into. */
const OPAQUE = new Set(
  'alias at batch bind cmd compgen complete csh elvish enable entr fc fish hash jobs let mapfile nu parallel powershell pwsh rc readarray runuser script su sudoedit tcsh watch xonsh'.split(
    ' ',
  ),
);

/** They look into names like `a[$(…)]` even where those are quoted. */
const EVALUATING = new Set(
  '[ declare export getopts local printf read readonly test typeset unset wait'.split(' '),
);

const DECLARING = new Set(['declare', 'export', 'local', 'readonly', 'typeset']);

const STANDARD_FOLDERS = /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin\//;

/** Hands on every program that a command starts, itself included. */
export function unwrap(simple: SimpleCommand, sink: Sink): void {
  const first = simple.words[0];
  if (!first) {
    if (simple.env.length > 0 || simple.reads.length > 0) emit(simple, sink);
    return;
  }
  if (!first.known || first.text === '') {
    sink.doubt('a command that is only known when it runs');
    emit(simple, sink);
    return;
  }
  if (/[^\x21-\x7e]/.test(first.text)) sink.doubt('unusual characters in the name of a command');
  const name = programName(first.text);
  const usual = first.text === name || first.text.replace(STANDARD_FOLDERS, '') === name;
  if (!isWrapper(name)) {
    take(name, simple, sink);
    return;
  }
  // Rules may deny any wrapper; a program that merely has the name of one must be allowed itself.
  emit({ ...simple, covered: usual || simple.covered === true }, sink);
  take(name, usual ? simple : { ...simple, covered: true }, sink);
}

/** The name of a program without its folder, for looking it up; file systems may ignore the case. */
export function programName(word: string): string {
  return word
    .slice(word.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

function isWrapper(name: string): boolean {
  return Object.hasOwn(TRANSPARENT, name) || Object.hasOwn(SPECIAL, name) || SHELLS.has(name);
}

function take(name: string, simple: SimpleCommand, sink: Sink): void {
  if (OPAQUE.has(name)) {
    sink.doubt(`${name} runs commands of its own`);
    emit(simple, sink);
    return;
  }
  const transparent = Object.hasOwn(TRANSPARENT, name) ? TRANSPARENT[name] : undefined;
  if (name === 'command' && /^-[vV]$/.test(simple.words[1]?.text ?? '')) emit(simple, sink);
  else if (transparent) through(name, simple, transparent, sink);
  else if (SHELLS.has(name)) shell(simple, sink);
  else if (Object.hasOwn(SPECIAL, name)) SPECIAL[name]?.(simple, sink);
  else plain(name, simple, sink);
}

const SPECIAL: Readonly<Record<string, (simple: SimpleCommand, sink: Sink) => void>> = {
  env,
  sudo,
  doas: sudo,
  xargs,
  find,
  fd: fdFind,
  fdfind: fdFind,
  eval: evaluate,
  trap,
};

function emit({ words, env, reads, covered = false }: SimpleCommand, sink: Sink): void {
  sink.command({ words, env, reads, covered });
}

function plain(name: string, simple: SimpleCommand, sink: Sink): void {
  const rest = simple.words.slice(1);
  if (['cd', 'pushd', 'popd', 'chdir'].includes(name)) sink.moves();
  if (EVALUATING.has(name) && rest.some(({ text }) => /\$\(|`|<\(/.test(text))) {
    sink.doubt(`${name} may run what its arguments say`);
  }
  if (setsVariable(name, rest)) sink.doubt(`${name} sets a variable that may change what runs`);
  if (DECLARING.has(name) && rest.length > 0 && rest.every(isHarmlessAssignment)) return;
  emit(simple, sink);
}

function setsVariable(name: string, words: readonly Word[]): boolean {
  if (name === 'printf') return words.some((word) => mayBeOption(word) || /^-v/.test(word.text));
  if (name !== 'read' && name !== 'getopts') return false;
  return words.some(
    ({ text, known }) => !known || (/^[A-Za-z_]\w*$/.test(text) && !isHarmlessName(text)),
  );
}

function isHarmlessAssignment({ text }: Word): boolean {
  const variable = /^([A-Za-z_]\w*)=/.exec(text)?.[1];
  return variable !== undefined && isHarmlessName(variable);
}

/** The words after a wrapper's options; undefined when the options are not all understood. */
function afterOptions(
  words: readonly Word[],
  options: Options,
  seen: (option: string, value?: Word) => void = () => {},
): readonly Word[] | undefined {
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word || mayBeOption(word)) return undefined;
    if (!word.text.startsWith('-') || word.text === '-') break;
    if (word.text === '--') {
      at++;
      break;
    }
    if (options.values?.test(word.text)) {
      const value = words[++at];
      if (!value) return undefined;
      seen(word.text, value);
    } else if (options.flags?.test(word.text)) {
      seen(word.text);
    } else {
      return undefined;
    }
  }
  for (const end = at + (options.skip ?? 0); at < end; at++) {
    const word = words[at];
    if (!word || mayBeOption(word)) return undefined;
  }
  return words.slice(at);
}

/** A word that might turn out to be an option, or no word at all, or several. */
function mayBeOption(word: Word): boolean {
  return !word.known && (word.text === '' || word.text.startsWith('-'));
}

function through(name: string, simple: SimpleCommand, options: Options, sink: Sink): void {
  const words = afterOptions(simple.words, options);
  if (!words) {
    sink.doubt(`options of ${name} that are not understood`);
    emit(simple, sink);
  } else if (words.length === 0) {
    emit(simple, sink);
  } else {
    unwrap({ ...simple, words }, sink);
  }
}

function sudo(simple: SimpleCommand, sink: Sink): void {
  emit(simple, sink);
  const words = afterOptions(simple.words, SUDO);
  if (!words) sink.doubt('options of sudo that are not understood');
  else environment({ ...simple, words, covered: true }, sink);
}

function env(simple: SimpleCommand, sink: Sink): void {
  const flags = /^-i$|^--ignore-environment$|^-u\w+$|^--unset=\w+$/;
  const words = afterOptions(simple.words, { flags, values: /^-u$/ });
  if (!words) {
    sink.doubt('options of env that are not understood');
    emit(simple, sink);
    return;
  }
  const rest = words[0]?.text === '-' && words[0].known ? words.slice(1) : words;
  environment({ ...simple, words: rest }, sink, simple);
}

/** A command after assignments that are words; without one, `alone` is what runs. */
function environment(simple: SimpleCommand, sink: Sink, alone?: SimpleCommand): void {
  const added: string[] = [];
  let at = 0;
  for (; at < simple.words.length; at++) {
    const word = simple.words[at];
    const name = /^([^=]+)=/.exec(word?.text ?? '')?.[1];
    if (!word || name === undefined) break;
    if (!isHarmlessName(name)) added.push(word.known ? word.text : `${name}=…`);
  }
  const words = simple.words.slice(at);
  if (words.length > 0) unwrap({ ...simple, words, env: [...simple.env, ...added] }, sink);
  else if (alone) emit(alone, sink);
}

/** Its command gets words that nobody knows yet. */
function xargs(simple: SimpleCommand, sink: Sink): void {
  let mark: string | undefined;
  const found = afterOptions(simple.words, XARGS, (option, value) => {
    if (option.startsWith('-I')) mark = option.slice(2) || (value?.known ? value.text : '');
  });
  if (!found) {
    sink.doubt('options of xargs that are not understood');
    emit(simple, sink);
    return;
  }
  const given = found.length > 0 ? found : [{ text: 'echo', raw: 'echo', known: true }];
  const words = mark === undefined ? [...given, UNKNOWN] : given.map((one) => marked(one, mark));
  unwrap({ ...simple, words }, sink);
}

const UNKNOWN: Word = { text: '', raw: '', known: false };

/** A word in which a mark will be replaced by something unknown. */
function marked(word: Word, mark = ''): Word {
  const at = word.text.indexOf(mark);
  return at < 0 ? word : { text: word.text.slice(0, at), raw: word.raw, known: false };
}

const FIND_RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const FIND_CHANGES = /^-(?:delete|fprint0?|fprintf|fls)$/;

function find(simple: SimpleCommand, sink: Sink): void {
  emit(simple, sink);
  const { words } = simple;
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    if (mayBeOption(word)) sink.doubt('arguments of find that are only known when it runs');
    if (FIND_CHANGES.test(word.text)) sink.doubt(`find ${word.text} changes files`);
    if (!FIND_RUNS.has(word.text)) continue;
    const length = words
      .slice(at + 1)
      .findIndex(({ text }, i) => text === ';' || (text === '+' && words[at + i]?.text === '{}'));
    if (length <= 0) {
      sink.doubt(`find ${word.text} that is not understood`);
      return;
    }
    const inner = words.slice(at + 1, at + 1 + length).map((one) => marked(one, '{}'));
    unwrap({ ...simple, words: inner, reads: [] }, sink);
    at += length + 1;
  }
}

function fdFind(simple: SimpleCommand, sink: Sink): void {
  const runs = simple.words.some(
    (word) => mayBeOption(word) || /^-[^-]*[xX]|^--exec/.test(word.text),
  );
  if (runs) sink.doubt('fd runs commands of its own');
  emit(simple, sink);
}

function evaluate(simple: SimpleCommand, sink: Sink): void {
  const words = simple.words.slice(1);
  if (words.every(({ known }) => known)) {
    sink.script(words.map(({ text }) => text).join(' '), simple);
  } else {
    sink.doubt('eval of a text that is only known when it runs');
  }
}

function trap(simple: SimpleCommand, sink: Sink): void {
  const action = simple.words.slice(1).find(({ text }) => text !== '--');
  if (!action) emit(simple, sink);
  else if (!action.known || /^-./.test(action.text)) sink.doubt('a trap that is not understood');
  else if (action.text !== '-') sink.script(action.text, simple);
}

const SHELL: Options = {
  flags: /^-[abefhiklmnptuvxBCEHPT]*c?[abefhiklmnptuvxBCEHPT]*$|^--(?:norc|noprofile|login|posix)$/,
  values: /^-[a-zA-Z]*[oO]$/,
};

/** `sh -c 'script'` is the script; a shell with a file is a command; a shell that reads its input is a doubt. */
function shell(simple: SimpleCommand, sink: Sink): void {
  let runsText = false;
  const words = afterOptions(simple.words, SHELL, (option) => {
    runsText ||= /^-[a-zA-Z]*c/.test(option);
  });
  const script = words?.[0];
  if (runsText && script?.known) {
    sink.script(script.text, simple);
    return;
  }
  if (!words) sink.doubt('options of a shell that are not understood');
  else if (!script || /^(?:-$|\+)/.test(script.text)) sink.doubt('a shell that reads its input');
  else if (runsText) sink.doubt('a script that is only known when it runs');
  emit(simple, sink);
}
