/** Signals to whole process groups: agents and commands start processes of their own. */
import { spawnSync } from 'node:child_process';

const POLL_MS = 20;

/** Signals every process of the group that `pid` leads; false when there is none left. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32') return endTree(pid);
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // ESRCH: no process is left. EPERM: one is left that we may not signal; nothing more can be done.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends a group: TERM, and KILL for what is left after the grace time. Settles when none is left. */
export async function endGroup(pid: number, graceMs: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return;
  if (await groupGone(pid, graceMs)) return;
  signalGroup(pid, 'SIGKILL');
  await groupGone(pid, graceMs);
}

/** True as soon as no process of the group is left, false when some still are after `ms`. */
export async function groupGone(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  for (;;) {
    if (!groupAlive(pid)) return true;
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function groupAlive(pid: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Windows has no process groups: the tree below the process is ended by the system's own tool. */
function endTree(pid: number): boolean {
  return spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).status === 0;
}
