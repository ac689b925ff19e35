/** Programs that start other programs: what they would start is found, or doubted. */
import { env, sudo } from './environment-wrappers';
import { fdFind, find, xargs } from './find-xargs';
import { plain } from './plain-commands';
import { evaluate, shell, trap } from './script-wrappers';
import {
  afterOptions,
  emit,
  type Options,
  programName,
  type SimpleCommand,
  type Sink,
} from './wrapper-options';

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

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash', 'yash']);

/** They run what they are given in ways that are not looked into. */
const OPAQUE = new Set(
  'alias at batch bind cmd compgen complete csh elvish enable entr fc fish hash jobs let mapfile nu parallel powershell pwsh rc readarray runuser script su sudoedit tcsh watch xonsh'.split(
    ' ',
  ),
);

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
  else if (Object.hasOwn(SPECIAL, name)) SPECIAL[name]?.(simple, sink, unwrap);
  else plain(name, simple, sink);
}

type Wrapper = (simple: SimpleCommand, sink: Sink, inner: typeof unwrap) => void;

const SPECIAL: Readonly<Record<string, Wrapper>> = {
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
