/**
 * The ex commands whose output agents may see: those that only list something, and of which it can be said for each line
 * which file it is about. What may hold text of any file (registers, messages, histories) is not among them, nor what
 * shows the user's configuration. Pure.
 */

export interface ListingCommand {
  /** As Neovim takes it. */
  readonly name: string;
  readonly args: readonly string[];
  /** For each line of its output the key of the file that it is about; null: none. */
  readonly keysOf: KeysOf;
}

type KeysOf = (lines: readonly string[]) => readonly (string | null)[];

interface Listing {
  readonly name: string;
  readonly args: (args: readonly string[]) => boolean;
  readonly keysOf: KeysOf;
  /** For the model. */
  readonly usage: string;
}

/** The file in the window. */
const CURRENT = 'current';
/** Of a line that cannot be told: it is about no file that is known. */
const UNKNOWN = 'unknown';

const noArgs = (args: readonly string[]): boolean => args.length === 0;
const oneArg =
  (pattern: RegExp) =>
  (args: readonly string[]): boolean =>
    args.length === 0 || (args.length === 1 && pattern.test(args[0] ?? ''));

const none: KeysOf = (lines) => lines.map(() => null);
const belowHeading =
  (keyOf: (line: string) => string | null): KeysOf =>
  (lines) =>
    lines.map((line, row) => (row === 0 || line === '>' ? null : keyOf(line)));
const numbered: KeysOf = (lines) => lines.map((line) => /^\s*(\d+)/.exec(line)?.[1] ?? UNKNOWN);

/** By how far away a place is: lines before the one with ">" are older. */
const jumpKeys: KeysOf = (lines) => {
  const now = lines.findIndex((line) => line.startsWith('>'));
  return belowHeading((line) => /^[> ]\s*(\d+)/.exec(line)?.[1] ?? UNKNOWN)(lines).map(
    (key, row) => (key !== null && row < now && key !== '0' ? `-${key}` : key),
  );
};

/** In lower case any start of "clear", "default" or "link" would change groups. */
const GROUP = /^[A-Z@][A-Za-z0-9_.@-]*$/;

/** Marks with other names are in the file of the window. */
function markKey(line: string): string {
  const mark = /^ (\S)\s/.exec(line)?.[1];
  if (mark === undefined) return UNKNOWN;
  return /[A-Z0-9]/.test(mark) ? mark : CURRENT;
}

/** How a file is edited and shown; none holds a path or a text of the user's. */
const OPTIONS = new Set(
  (
    'autoindent ai autoread ar background bg binary bin bomb cindent cin colorcolumn cc cursorline cul encoding enc ' +
    'endofline eol expandtab et fileencoding fenc fileformat ff filetype ft fixendofline fixeol foldenable fen ' +
    'foldlevel fdl foldmethod fdm ignorecase ic linebreak lbr list modifiable ma modified mod number nu readonly ro ' +
    'relativenumber rnu scrolloff so shiftwidth sw smartcase scs smartindent si softtabstop sts spell spelllang spl ' +
    'tabstop ts termguicolors tgc textwidth tw undofile udf undolevels ul wrap wrapmargin wm'
  ).split(' '),
);

const options = (args: readonly string[]): boolean =>
  args.length > 0 && args.every((arg) => arg.endsWith('?') && OPTIONS.has(arg.slice(0, -1)));

const current = belowHeading(() => CURRENT);
const buffers = { args: oneArg(/^[-+=ahux%#RFt]+$/), keysOf: numbered } as const;

const LISTINGS: readonly Listing[] = [
  { name: 'ls', ...buffers, usage: 'ls' },
  { name: 'buffers', ...buffers, usage: 'buffers' },
  { name: 'files', ...buffers, usage: 'files' },
  { name: 'changes', args: noArgs, keysOf: current, usage: 'changes' },
  { name: 'jumps', args: noArgs, keysOf: jumpKeys, usage: 'jumps' },
  {
    name: 'marks',
    args: oneArg(/^[A-Za-z0-9'"[\]<>^.]+$/),
    keysOf: belowHeading(markKey),
    usage: 'marks [names]',
  },
  { name: 'undolist', args: noArgs, keysOf: current, usage: 'undolist' },
  { name: 'oldfiles', args: noArgs, keysOf: numbered, usage: 'oldfiles' },
  { name: 'set', args: options, keysOf: none, usage: 'set {option}?' },
  { name: 'setlocal', args: options, keysOf: none, usage: 'setlocal {option}?' },
  {
    name: 'highlight',
    args: oneArg(GROUP),
    keysOf: none,
    usage: 'highlight [group]',
  },
  { name: 'filetype', args: noArgs, keysOf: none, usage: 'filetype' },
  { name: 'digraphs', args: noArgs, keysOf: none, usage: 'digraphs' },
  { name: 'version', args: noArgs, keysOf: none, usage: 'version' },
];

export const USAGES = LISTINGS.map(({ usage }) => usage);

/** Nothing when it is not one of them. A bar, a range, an expression or a modifier but `silent` makes it none. */
export function listingCommand(line: string): ListingCommand | undefined {
  const words = line
    .trim()
    .replace(/^:+\s*/, '')
    .split(/[ \t]+/);
  const [name = '', ...args] = words[0] === 'silent' ? words.slice(1) : words;
  const listing = LISTINGS.find((one) => one.name === name);
  return listing?.args(args) ? { name, args, keysOf: listing.keysOf } : undefined;
}
