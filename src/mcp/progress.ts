/** Progress as MCP wants it: it only ever grows, and does not flood the agent. */
import type { Clock } from '../base/clock';
import type { ToolContext } from './tool';

export interface ProgressStep {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Between two steps; the last one is always sent. */
const MIN_MS = 100;

export function progressOf(
  clock: Clock,
  send: (step: ProgressStep) => void,
): ToolContext['progress'] {
  let last: { readonly progress: number; readonly at: number } | undefined;
  return (progress, total, message) => {
    const isLast = progress === total;
    const at = clock.now();
    if (last && (progress <= last.progress || (!isLast && at - last.at < MIN_MS))) return;
    last = { progress, at };
    send({
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
  };
}
