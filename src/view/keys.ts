/**
 * All default keys of the plugin's own windows, in one table, for the option `keys` and the manual too:
 * `scripts/generate-lua.mjs` makes `lua/acp/default_keys.lua` of those that Lua maps itself.
 */
import { SURFACES } from './surfaces';
import type { KeyHelp } from './surfaces/key-help';
import { type KeyMotion, type KeyOverrides, lhsOf } from './surfaces/surface';

export interface KeyEntry {
  /** Name in the option `keys`. */
  readonly name: string;
  /** Which windows have it. */
  readonly where: string;
  readonly modes: readonly ('n' | 'i' | 'x' | 'o')[];
  readonly lhs: string;
  readonly desc: string;
  readonly motion?: KeyMotion;
}

const both = ['n', 'i'] as const;
const normal = ['n'] as const;

const PROMPT: readonly Omit<KeyEntry, 'where'>[] = [
  { name: 'send', modes: both, lhs: '<C-s>', desc: 'send the prompt' },
  { name: 'send_normal', modes: normal, lhs: '<CR>', desc: 'send the prompt' },
  { name: 'steer', modes: both, lhs: '<M-CR>', desc: 'send it now, into the running turn' },
  { name: 'cancel', modes: both, lhs: '<C-c>', desc: 'cancel the running turn' },
  { name: 'older', modes: both, lhs: '<Up>', desc: 'earlier prompt (on the first line)' },
  { name: 'newer', modes: both, lhs: '<Down>', desc: 'later prompt (on the last line)' },
  {
    name: 'context_remove',
    modes: normal,
    lhs: '<C-x>',
    desc: 'take the thing under the cursor, the last or the {count}th out of the prompt',
  },
  { name: 'permission', modes: both, lhs: '<C-g>', desc: 'go to the open permission' },
  { name: 'activity', modes: both, lhs: '<C-q>', desc: 'go to plan and queue' },
  { name: 'session_next', modes: normal, lhs: ']s', desc: 'go to the next chat' },
  { name: 'session_previous', modes: normal, lhs: '[s', desc: 'go to the previous chat' },
  { name: 'help', modes: normal, lhs: 'g?', desc: 'show the keys' },
  { name: 'close', modes: normal, lhs: 'q', desc: 'close the chat' },
];

const COMPARISON: readonly Omit<KeyEntry, 'where'>[] = [
  { name: 'comparison_leave', modes: normal, lhs: 'q', desc: 'go back to the question' },
];

const PROPOSAL: readonly Omit<KeyEntry, 'where'>[] = [
  { name: 'proposal_accept', modes: both, lhs: '<C-s>', desc: 'accept the text as it is (:w)' },
  { name: 'proposal_leave', modes: normal, lhs: 'q', desc: 'go back to the question' },
];

export const KEYS: readonly KeyEntry[] = [
  ...PROMPT.map((key) => ({ ...key, where: 'prompt' })),
  ...COMPARISON.map((key) => ({ ...key, where: 'comparison' })),
  ...PROPOSAL.map((key) => ({ ...key, where: 'proposal' })),
  ...SURFACES.flatMap(({ kind, keys }) =>
    keys.map(({ action, lhs, label, modes, motion }) => ({
      name: action,
      where: kind,
      modes: modes ?? normal,
      lhs,
      desc: label,
      ...(motion ? { motion } : {}),
    })),
  ),
];

const HEADINGS: Readonly<Record<string, string>> = {
  prompt: 'Prompt',
  comparison: 'File and proposal, side by side',
  proposal: 'Proposal that is being edited',
  ...Object.fromEntries(SURFACES.map(({ kind, heading }) => [kind, heading])),
};

const NOTES: Readonly<Record<string, string>> = {
  permission: 'a A r R  allow once, always · reject once, always (see the keys shown)',
};

/** The first key of an action, as it is mapped now; nothing when the user removed it. */
export function keyOf(action: string, overrides: KeyOverrides): string | undefined {
  const known = KEYS.find(({ name }) => name === action);
  return known && lhsOf(action, known.lhs, overrides)[0];
}

/** What the help shows of one kind of window. */
export function helpSection(where: string, overrides: KeyOverrides): KeyHelp['sections'][number] {
  const note = NOTES[where];
  return {
    heading: HEADINGS[where] ?? where,
    keys: KEYS.filter((key) => key.where === where).flatMap(({ name, lhs, desc }) =>
      lhsOf(name, lhs, overrides).map((mapped) => ({ lhs: mapped, label: desc })),
    ),
    ...(note === undefined ? {} : { note }),
  };
}
