/** Runs a shell command of our own, for clients that have no terminals. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface CommandEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

const MAX_OUTPUT = 64 * 1024;
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) killGroup(child);
});

/**
 * @param onOutput called with all output so far, the newest 64 kB of it
 * @param signal ends the command and everything it started
 */
export function runCommand(
  command: string,
  cwd: string,
  onOutput: (output: string) => void,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const child = spawn(command, {
    cwd,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT);
      onOutput(output);
    });
  }
  const kill = (): void => killGroup(child);
  signal.addEventListener('abort', kill, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, endSignal) => resolve({ exitCode, signal: endSignal }));
  }).finally(() => {
    running.delete(child);
    signal.removeEventListener('abort', kill);
  }) as Promise<CommandEnd>;
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
