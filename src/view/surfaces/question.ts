/** What all questions of agents have in common: where they are shown, and the keys that lead to them and out of them. */
import type { AwayFooters, Dock, Footers, Hint, SurfaceKey } from './surface';

/** A question among all that are open. */
export interface Standing {
  /** Who asks, for the title. */
  readonly heading: string;
  /** Counted from 1. */
  readonly at: number;
  readonly of: number;
}

/** The keys that lead to a question, as far as the user has left them. */
export interface WaysIn {
  readonly promptKey: string | undefined;
  readonly chatKey: string | undefined;
}

export type QuestionModel = Standing & WaysIn;

export const DOCK: Dock = {
  kind: 'dock',
  zindex: 60,
  minWidth: 50,
  groups: {
    border: 'AcpPermissionBorder',
    key: 'AcpPermissionKey',
    choice: 'AcpPermissionOption',
  },
};
/** Users know the windows of all questions by it. */
export const FILETYPE = 'acppermission';
export const JUST_APPEARED = 'this question has only just appeared';

export const NEXT_KEY: SurfaceKey = {
  action: 'permission_next',
  lhs: '<Tab>',
  label: 'the next open permission',
  cycles: true,
};

const LEAVE = { label: 'leave it open and go back', leaves: true } as const;

export const LEAVE_KEYS: readonly SurfaceKey[] = [
  { action: 'permission_help', lhs: 'g?', label: 'show the keys' },
  { action: 'permission_leave', lhs: 'q', ...LEAVE },
  { action: 'permission_escape', lhs: '<Esc>', ...LEAVE },
];

export const SHORT_HINT: Hint = ['permission_help', 'keys'];

/** Who asks, and which of how many questions this is. */
export function titleOf({ heading, at, of }: Standing): string {
  return of > 1 ? `${heading} (${at} of ${of})` : heading;
}

/** What can be done about this question, between the ways to the next and out. */
export function hintsAround({ of }: Standing, own: readonly Hint[]): Hint[] {
  const next: Hint[] = of > 1 ? [['permission_next', 'next']] : [];
  return [...next, ...own, ['permission_leave', 'back', ':wincmd p']];
}

/** @param command answers it from anywhere */
export function awayFooters({ promptKey, chatKey }: WaysIn, command?: string): AwayFooters {
  const long = (way: string): string =>
    command ? ` ${way} to answer, or ${command} ` : ` ${way} to answer `;
  const byKey = (key: string): Footers => [long(key), ` ${key} to answer `];
  return {
    byFiletype: {
      ...(promptKey ? { acpprompt: byKey(promptKey) } : {}),
      ...(chatKey ? { acpchat: byKey(chatKey) } : {}),
    },
    elsewhere: [long(':Acp permissions'), ' :Acp permissions '],
    cmdwin: [command ? ' :Acp allow, :Acp reject ' : ' leave this window to answer '],
    fromCmdwin: command
      ? 'from the command-line window: :Acp allow or :Acp reject'
      : 'from the command-line window: leave it to answer',
  };
}
