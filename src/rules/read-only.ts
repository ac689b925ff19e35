/** Programs that only read, with their options that were reviewed: only these may follow without being named. */

interface ReadOnly {
  /** Short options without a value, which may be combined. */
  readonly short?: string;
  /** Short options with a number right behind them; `-5` when the letter is empty. */
  readonly numbered?: readonly string[];
  /** A word that leads out of the folder makes it walk through all files below the others. */
  readonly staysInside?: true;
  /** Written out in full. One that ends in `=` takes any value. */
  readonly long?: readonly string[];
}

const list = (text: string): readonly string[] => text.split(' ');

const PROGRAMS: Readonly<Record<string, ReadOnly>> = {
  cat: { short: 'AbEensTtuv', long: list('--number --number-nonblank --show-all --show-ends') },
  echo: { short: 'neE' },
  grep: {
    short: 'aceEFGHhilLnoqsvwx',
    numbered: list('A B C m'),
    long: list('--count --ignore-case --line-number --files-with-matches --word-regexp').concat(
      list('--fixed-strings --extended-regexp --invert-match --only-matching --color=never'),
    ),
  },
  head: { short: 'nqcv', numbered: ['', 'n', 'c'], long: list('--lines= --bytes= --quiet') },
  ls: {
    short: 'aAlhrtR1SFdinsgopcuXmxCGNQq',
    long: list('--all --almost-all --color --color=never --color=always --color=auto').concat(
      list('--human-readable --reverse --recursive --size --directory --classify --inode'),
      list('--group-directories-first --full-time --time-style= --sort='),
    ),
  },
  pwd: { short: 'LP' },
  sort: { short: 'bdfghkMnruV', numbered: ['k'], long: list('--numeric-sort --reverse --unique') },
  tail: { short: 'nqcv', numbered: ['', 'n', 'c'], long: list('--lines= --bytes= --quiet') },
  true: {},
  wc: { short: 'clmwL', long: list('--lines --words --bytes --chars --max-line-length') },
};

const COMMITS = list('-- --oneline --graph --decorate --decorate=short --no-decorate --all').concat(
  list('--stat --shortstat --numstat --name-only --name-status --no-patch --reverse --merges'),
  list('--no-merges --first-parent --abbrev-commit --no-color --date-order --topo-order'),
  list('--branches --tags --remotes --follow --no-renames --max-count= --skip= --since='),
  list('--until= --after= --before= --author= --grep= --format= --pretty= --date='),
);

const CHANGES = list('-- --stat --shortstat --numstat --name-only --name-status --summary').concat(
  list('--cached --staged --no-color --check --minimal --patience --histogram --no-renames'),
  list('--ignore-all-space --ignore-space-change --ignore-blank-lines --word-diff --exit-code'),
);

const GIT: Readonly<Record<string, ReadOnly>> = {
  diff: { short: 'wb', numbered: ['U'], long: CHANGES, staysInside: true },
  log: { short: 'n', numbered: ['', 'n'], long: COMMITS },
  'ls-files': { short: 'codmst', long: list('-- --cached --others --deleted --modified') },
  show: { short: 's', long: COMMITS },
  status: {
    short: 'sbz',
    long: list('-- --short --branch --long --porcelain --porcelain=v1 --porcelain=v2').concat(
      list('--ignored --show-stash --no-renames --untracked-files=no --untracked-files=all -uno'),
    ),
  },
};

/** Whether it is one of these programs: it only shows what it is given. */
export function isReadOnly([program = '', sub = '']: readonly string[]): boolean {
  return Object.hasOwn(PROGRAMS, program) || (program === 'git' && Object.hasOwn(GIT, sub));
}

/**
 * Whether more words behind those that a rule names leave the program one that only reads; undefined: it is none.
 * @param named as many of the words as the rule names
 */
export function onlyLooks(words: readonly string[], named: number): boolean | undefined {
  const [program = '', sub = ''] = words;
  if (program === 'git') {
    const known = Object.hasOwn(GIT, sub) ? GIT[sub] : undefined;
    // A rule for another subcommand has named it, first of all.
    if (!known) return named < 2 || sub.startsWith('-') ? false : undefined;
    return words.slice(Math.max(named, 2)).every((word) => isHarmless(word, known));
  }
  const known = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  return known && words.slice(named).every((word) => isHarmless(word, known));
}

/** Their text may have git start another program, to check a signature (`%G?`). */
const FORMATS = ['--format=', '--pretty='];

const OUTSIDE = /^(?:\/|[A-Za-z]:|\.\.(?:[/\\]|$))/;

function isHarmless(word: string, program: ReadOnly): boolean {
  const { short = '', numbered = [], long = [], staysInside = false } = program;
  if (!/^[-+]/.test(word)) return word !== '' && !(staysInside && OUTSIDE.test(word));
  if (long.includes(word)) return true;
  if (word.startsWith('--')) {
    const name = word.slice(0, word.indexOf('=') + 1);
    return long.includes(name) && !(FORMATS.includes(name) && word.includes('G'));
  }
  const letters = /^-([A-Za-z1]+)$/.exec(word)?.[1];
  if (letters !== undefined && [...letters].every((letter) => short.includes(letter))) return true;
  const [, letter, digits] = /^-([A-Za-z]?)(\d+)$/.exec(word) ?? [];
  return letter !== undefined && digits !== undefined && numbered.includes(letter);
}
