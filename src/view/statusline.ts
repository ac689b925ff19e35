/** What users put into their statusline. */
import { oneLine } from '../base/text';
import type { FrameFacts } from './frame';

/** What agents have changed and nobody has decided about. */
export interface ReviewCounts {
  readonly files: number;
  /** A file that was only deleted, moved or given another mode counts as one. */
  readonly hunks: number;
  readonly added: number;
  readonly removed: number;
}

/** What `require('acp').status()` answers without asking the host. */
export interface StatusFacts {
  readonly agent?: string;
  readonly session?: string;
  readonly phase: 'off' | FrameFacts['phase'] | 'idle';
  readonly pending: number;
  readonly queued: number;
  /** What waits in a chat is not sent before the user goes on. */
  readonly queuePaused?: true;
  readonly sessions: number;
  readonly follow: 'off' | 'on' | 'paused';
  /** Absent: there is nothing to review. */
  readonly review?: ReviewCounts;
  /** Of the user, not sent yet; absent: there are none. */
  readonly comments?: number;
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
export function statusline(facts: StatusFacts): string {
  const { agent = 'acp', phase, pending, queued, queuePaused, follow, review } = facts;
  if (phase === 'off' || phase === 'idle') return '';
  const name = oneLine(agent).replaceAll('%', '%%');
  return [
    `${MARKS[phase]} ${name}`,
    ...(pending > 0 ? [`%@${CLICK}@?${pending}%X`] : []),
    ...(queued > 0 ? [`+${queued}${queuePaused ? ' paused' : ''}`] : []),
    ...(follow === 'off' ? [] : [follow === 'on' ? 'follow' : 'follow paused']),
    ...(review ? [`review ${review.hunks}`] : []),
  ].join(' ');
}
