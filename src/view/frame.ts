/** What the frame of a chat says: title, state and hint. */
import { quantity } from '../base/quantity';
import { oneLine } from '../base/text';
import type { Group } from './groups';
import { keyOf } from './keys';
import type { SessionStatus } from './status';
import type { KeyOverrides } from './surfaces/surface';

export interface FrameFacts extends SessionStatus {
  /** Title of the agent, e.g. "Gemini CLI". */
  readonly agent: string;
  readonly phase:
    | 'installing'
    | 'starting'
    | 'ready'
    | 'running'
    | 'cancelling'
    | 'stopped'
    | 'failed';
  /** One short line on what goes on: "starting gemini (12 s)". */
  readonly detail?: string;
  readonly follow: 'off' | 'on' | 'paused';
}

/** Pieces that belong together: they are shown whole, or not at all. */
export type FramePart = readonly (readonly [text: string, group: Group])[];

/** The most important parts first: what does not fit in the window is left out from the end. */
export interface FrameTexts {
  readonly title: readonly FramePart[];
  /** While something goes on, the editor turns a spinner before it. */
  readonly state: readonly FramePart[];
  readonly hint: readonly FramePart[];
}

const BUSY = {
  installing: 'installing',
  starting: 'starting',
  running: 'working',
  cancelling: 'cancelling',
} as const;

const AT_REST = {
  stopped: ['■ stopped', 'AcpStateIdle'],
  failed: ['✗ failed', 'AcpStateFailed'],
} as const;

export function frameTexts(facts: FrameFacts, keys: KeyOverrides): FrameTexts {
  return {
    title: [...part(facts.agent, 'AcpTitle'), ...part(facts.title, 'AcpFooter')],
    state: state(facts, keys),
    hint: hint(facts.phase in BUSY, keys),
  };
}

/** What goes on now comes first, what was once chosen last. */
function state(facts: FrameFacts, keys: KeyOverrides): FramePart[] {
  const { queued, follow, mode, model, thought, usage } = facts;
  const following = { off: '', on: 'following', paused: 'following (paused)' }[follow];
  return [
    ...phase(facts),
    ...part(waiting(facts.pending, keys), 'AcpStateWaiting'),
    ...part(queued > 0 ? `${queued} queued` : '', 'AcpStateBusy'),
    ...[following, mode, model, thought, usage].flatMap((text) => part(text, 'AcpStateIdle')),
  ];
}

function phase({ phase, detail }: FrameFacts): FramePart[] {
  if (phase === 'ready') return part(detail, 'AcpStateIdle');
  if (phase === 'stopped' || phase === 'failed') {
    const [text, group] = AT_REST[phase];
    return part(detail ? `${text}: ${detail}` : text, group);
  }
  return part(detail ?? BUSY[phase], 'AcpStateBusy');
}

function waiting(count: number, keys: KeyOverrides): string {
  if (count === 0) return '';
  const key = keyOf('permission', keys);
  return `${quantity(count, 'question')} to answer${key ? ` (${key})` : ''}`;
}

function hint(busy: boolean, keys: KeyOverrides): FramePart[] {
  const shown = [
    ['send', busy ? 'queue' : 'send'],
    ...(busy ? [['cancel', 'cancel'] as const] : []),
    ['help', 'keys'],
  ] as const;
  return shown.flatMap(([name, text]): FramePart[] => {
    const key = keyOf(name, keys);
    return key
      ? [
          [
            [key, 'AcpKey'],
            [` ${text}`, 'AcpMuted'],
          ],
        ]
      : [];
  });
}

function part(text: string | undefined, group: Group): FramePart[] {
  const shown = oneLine(text ?? '');
  return shown ? [[[shown, group]]] : [];
}
