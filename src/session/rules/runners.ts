/**
 * Programs that run commands when their arguments say so: a rule that allows the program does not mean these. Whatever
 * is not known to be harmless counts as such an argument.
 */
import type { Word } from './parts';
import { isHarmlessSed } from './sed';
import { mayBeOption } from './wrapper-options';

interface Runner {
  /** Long options that name a command; they may be shortened. */
  readonly long?: readonly string[];
  /** Any other word that does. */
  readonly word?: RegExp;
  /** The first word may be options without a dash. */
  readonly first?: RegExp;
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  git: {
    long: ['config-env', 'exec', 'exec-path', 'ext-diff', 'extcmd', 'open-files-in-pager']
      .concat('output', 'output-directory', 'receive-pack', 'upload-pack', 'upload-archive')
      .concat('template', 'textconv', 'tree-filter', 'index-filter', 'msg-filter', 'env-filter'),
    // Also what sets an option or an alias, and the subcommands that run what they are given.
    word: /^-[cOx]|^(?:alias|config|bisect|filter-branch|foreach|difftool|mergetool|hook|daemon|send-email|instaweb)$|^ext::/,
  },
  man: { long: ['pager', 'html', 'preprocessor'], word: /^-\w*[PH]/ },
  rg: { long: ['pre', 'hostname-bin'] },
  rsync: { long: ['rsh', 'rsync-path'], word: /^-\w*e/ },
  scp: { word: /^-\w*[SoF]/ },
  sort: { long: ['compress-program'] },
  tar: {
    long: ['to-command', 'checkpoint-action', 'use-compress-program', 'info-script'].concat(
      'new-volume-script',
      'rsh-command',
      'rmt-command',
    ),
    word: /^-\w*[IF]/,
    first: /^\w*[IF]/,
  },
  zip: { long: ['unzip-command'], word: /^-\w*TT/ },
};

/** A remote shell reads all words again, as one text. */
const REMOTE = /[^\w@%+=:,./ -]/;
const SSH_OPTION = /^-\w*[oFDLRWwJ]/;

/** Programs whose text is a program itself: pipes, files and calls of others are in it. */
const AWK = /\bsystem\b|\bgetline\b|[|>@]|^-(?!F|v)/;

/** Whether a command may run others because of its arguments. */
export function runsMore(name: string, words: readonly Word[]): boolean {
  if (/^[gmn]?awk$/.test(name)) return words.some(({ text, known }) => !known || AWK.test(text));
  if (name === 'sed' || name === 'gsed') return !isHarmlessSed(words);
  if (name === 'ssh') {
    return words.some(({ text, known }) => !known || REMOTE.test(text) || SSH_OPTION.test(text));
  }
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  if (!runner) return false;
  const [first] = words;
  return (
    (first !== undefined && runner.first?.test(first.text) === true) ||
    words.some((word) => mayBeOption(word) || names(runner, word.text))
  );
}

function names({ long = [], word }: Runner, text: string): boolean {
  const option = /^--([\w-]+)/.exec(text)?.[1];
  if (option !== undefined) return long.some((one) => one.startsWith(option) || option === one);
  return word?.test(text) === true;
}
