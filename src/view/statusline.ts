/** What users put into their statusline. */
import { oneLine } from '../base/text';
import type { FrameFacts } from './frame';

/** What `require('acp').status()` answers without asking the host. */
export interface StatusFacts {
  readonly agent?: string;
  readonly session?: string;
  readonly phase: 'off' | FrameFacts['phase'] | 'idle';
  readonly pending: number;
  readonly queued: number;
  readonly sessions: number;
  readonly follow: 'off' | 'on' | 'paused';
}

const MARKS = {
  installing: '…',
  starting: '…',
  ready: '○',
  running: '●',
  cancelling: '◌',
  stopped: '■',
  failed: '✗',
} as const;

/** Goes to the question. */
const CLICK = "v:lua.require'acp.surface.dock'.click";

/** In the language of 'statusline'; empty while there is no session. */
export function statusline({ agent = 'acp', phase, pending, queued, follow }: StatusFacts): string {
  if (phase === 'off' || phase === 'idle') return '';
  const name = oneLine(agent).replaceAll('%', '%%');
  return [
    `${MARKS[phase]} ${name}`,
    ...(pending > 0 ? [`%@${CLICK}@?${pending}%X`] : []),
    ...(queued > 0 ? [`+${queued}`] : []),
    ...(follow === 'off' ? [] : [follow === 'on' ? 'follow' : 'follow paused']),
  ].join(' ');
}
