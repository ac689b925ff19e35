/** Programs that start other programs: what they would start is found. */
import { env, sudo } from './environment-wrappers';
import { fdFind, find, xargs } from './find-xargs';
import { type CommandPart, UNKNOWN_COMMAND, Uncertainty } from './parts';
import { evaluate, shell, trap } from './script-wrappers';
import {
  afterOptions,
  type Options,
  programName,
  type Sink,
  type Wrapper,
} from './wrapper-options';

const NOTHING: Options = {};

/** They run their command as it is. */
const TRANSPARENT: Readonly<Record<string, Options>> = {
  '-': NOTHING,
  builtin: NOTHING,
  busybox: NOTHING,
  command: { flags: /^-p$/ },
  exec: { flags: /^-[cl]+$/, values: /^-a$/ },
  ionice: { flags: /^-[cnt]\d$|^-t$/, values: /^-[cn]$/ },
  nice: { flags: /^--?(?:adjustment=)?-?\d+$|^-n-?\d+$/, values: /^-n$/ },
  nocorrect: NOTHING,
  noglob: NOTHING,
  nohup: NOTHING,
  repeat: { skip: 1 },
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

/** They run what they are given in ways that are not analysed. */
const OPAQUE = new Set(
  'alias at batch bind cmd compgen complete csh elvish enable entr fc fish hash jobs let mapfile nu parallel powershell pwsh rc readarray runuser script su sudoedit tcsh watch xonsh'.split(
    ' ',
  ),
);

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

const MAX_DEPTH = 24;

/** Hands on every program that a command starts, itself included. */
export function unwrap(part: CommandPart, sink: Sink, depth = 0): void {
  if (depth > MAX_DEPTH) throw new Uncertainty('wrappers in wrappers');
  const { words, names } = part;
  const [first] = words;
  if (first || names.length > 0) sink.command(part);
  if (!first?.known) return;
  const name = programName(first.text);
  const inner = (rest: CommandPart['words']): void =>
    unwrap({ words: rest, names }, sink, depth + 1);
  if (OPAQUE.has(name)) sink.command(UNKNOWN_COMMAND);
  else if (SHELLS.has(name)) shell(words, sink);
  else if (Object.hasOwn(SPECIAL, name)) SPECIAL[name]?.(words, sink, inner);
  else if (Object.hasOwn(TRANSPARENT, name)) {
    const rest = afterOptions(words, sink, TRANSPARENT[name] ?? NOTHING);
    if (rest && rest.length > 0) inner(rest);
  }
}
