/** What goes on, as the editor shows it. */
import type { SessionStatus } from '../view/status';

/** What a chat's frame shows; drawn as window title, footer and window bar. Absent means: nothing to show. */
export interface ChatStatus extends SessionStatus {
  /** Title of the agent, e.g. "Gemini CLI". */
  readonly agent: string;
  /** What a new host would go on with, should this one die. */
  readonly session?: { readonly agent: string; readonly id: string };
  readonly phase:
    | 'installing'
    | 'starting'
    | 'ready'
    | 'running'
    | 'cancelling'
    | 'stopped'
    | 'failed';
  /** One short line on what is going on: "starting gemini (12 s)", "2 permissions wait". */
  readonly detail?: string;
  readonly follow: 'off' | 'on' | 'paused';
}

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
  readonly phase: 'off' | ChatStatus['phase'] | 'idle';
  readonly pending: number;
  readonly queued: number;
  readonly sessions: number;
  readonly follow: 'off' | 'on' | 'paused';
  /** Absent: there is nothing to review. */
  readonly review?: ReviewCounts;
}
