/**
 * The last resort: process groups that must not outlive the host, however it ends. An orderly end stops them itself;
 * for all others there is a handler at exit and, because nothing runs in a process that is killed, a small shell that
 * waits for the end of its standard input and ends what is still registered then.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Disposable } from '../base/disposable';
import { signalGroup } from './group';

const groups = new Set<number>();
let watchdog: ChildProcess | undefined;
let atExit = false;

// Reads "+ pid" and "- pid". At the end of the input: TERM to every group left, then KILL.
const WATCH = `
groups=' '
while read -r op pid; do
  rest=''
  for group in $groups; do [ "$group" = "$pid" ] || rest="$rest $group"; done
  [ "$op" = + ] && rest="$rest $pid"
  groups=$rest
done
[ -n "$(echo $groups)" ] || exit 0
for group in $groups; do kill -s TERM -- "-$group"; done
sleep 0.3
for group in $groups; do kill -s KILL -- "-$group"; done
`;

/** Ends the group that `pid` leads when this process ends without having disposed of the guard. */
export function guardGroup(pid: number): Disposable {
  endAtExit();
  groups.add(pid);
  report('+', pid);
  return {
    dispose: () => {
      if (groups.delete(pid)) report('-', pid);
    },
  };
}

function endAtExit(): void {
  if (atExit) return;
  atExit = true;
  process.on('exit', () => {
    for (const pid of groups) signalGroup(pid, 'SIGKILL');
  });
}

function report(op: '+' | '-', pid: number): void {
  if (process.platform === 'win32') return;
  watchdog ??= startWatchdog();
  watchdog.stdin?.write(`${op} ${pid}\n`);
}

function startWatchdog(): ChildProcess {
  // A group of its own: what ends the host's group must not end its guard first.
  const child = spawn('/bin/sh', ['-c', WATCH], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const forget = (): void => {
    if (watchdog === child) watchdog = undefined;
  };
  child.on('error', forget).on('exit', forget);
  child.stdin.on('error', forget);
  child.unref();
  // The pipe must not keep the host alive either.
  (child.stdin as typeof child.stdin & { unref?: () => void }).unref?.();
  return child;
}
