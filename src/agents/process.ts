/** Starts an agent in a process group of its own, and ends all of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Logger } from '../base/logger';
import { sanitize } from '../base/text';
import type { AgentProcess, ProcessExit } from '../session/ports';
import { agentEnvironment } from './environment';
import { endGroup, groupGone } from './group';
import { guardGroup } from './orphan-reaper';
import { decodeInto, OutputBuffer } from './output';
import { commandLine } from './resolve';

export interface LaunchConfig {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Time between stdin's end, TERM and KILL. */
  readonly graceMs?: number;
}

type PipedProcess = ChildProcess & Required<Pick<AgentProcess, 'stdin' | 'stdout'>>;

const GRACE_MS = 300;
const STDERR_BYTES = 64 * 1024;
const STDERR_LINES = 200;
/** What a process wrote last to stderr may arrive after its end. */
const DRAIN_MS = 200;

/** Never throws: a program that cannot be started is a process that has ended, with `spawnError`. */
export function launch(config: LaunchConfig, log: Logger): AgentProcess {
  const env = agentEnvironment(config.env);
  const line = commandLine(config.command, config.args ?? [], { cwd: config.cwd, env });
  const obstacle = obstacleTo(config, line !== undefined);
  if (!line || obstacle) return failed(new Error(obstacle));
  try {
    const child = spawn(line.file, [...line.args], {
      cwd: config.cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that everything it starts can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: line.verbatim ?? false,
    });
    return own(child as PipedProcess, config, log);
  } catch (error) {
    // Arguments that the system refuses at once: too long, or with a NUL in them.
    return failed(error as Error);
  }
}

/** Why the program cannot be started, as a message for the user; the system's own names the wrong file. */
function obstacleTo({ command, cwd }: LaunchConfig, found: boolean): string | undefined {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return `the folder ${cwd} does not exist`;
  }
  if (found) return undefined;
  if (!/[/\\]/.test(command)) return `"${command}" was not found on PATH`;
  return existsSync(resolve(cwd, command))
    ? `${command} is not executable`
    : `${command} does not exist`;
}

function own(child: PipedProcess, config: LaunchConfig, log: Logger): AgentProcess {
  const { pid } = child;
  const grace = config.graceMs ?? GRACE_MS;
  const stderr = new OutputBuffer(STDERR_BYTES);
  decodeInto(child.stderr as NodeJS.ReadableStream, (text) => stderr.push(text));
  // Writing to a dead agent: its end is reported by `exited`, not by this.
  child.stdin.on('error', (error) => log.debug(`${config.command}: stdin failed`, error.message));

  let spawnError: Error | undefined;
  const exited = ended(child, (error) => {
    spawnError = error;
  });
  const guard = pid === undefined ? undefined : guardGroup(pid);
  let ending: Promise<void> | undefined;
  const endOnce = (): Promise<void> => {
    ending ??= end(pid, grace).finally(() => guard?.dispose());
    return ending;
  };
  // What the agent started must not outlive it. Right at its end, while its id can name no other group.
  child.once('exit', (code, signal) => {
    log.info(`${config.command} (${pid}) ended`, { code, signal });
    void endOnce();
  });
  log.info(`${config.command} (${pid}) started`, { cwd: config.cwd });
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    exited,
    spawnError: () => spawnError,
    stderrTail: () => tail(stderr.text()),
    stop: async () => {
      child.stdin.end();
      if (!ending && pid !== undefined) await groupGone(pid, grace);
      await endOnce();
      await exited;
    },
  };
}

async function end(pid: number | undefined, grace: number): Promise<void> {
  if (pid !== undefined) await endGroup(pid, grace);
}

function ended(child: ChildProcess, onError: (error: Error) => void): Promise<ProcessExit> {
  return new Promise((settle) => {
    child.once('error', (error) => {
      // Also raised when a signal cannot be sent: only a process that never ran has no id.
      if (child.pid !== undefined) return;
      onError(error);
      settle({ code: null, signal: null });
    });
    child.once('close', (code, signal) => settle({ code, signal }));
    child.once('exit', (code, signal) => setTimeout(() => settle({ code, signal }), DRAIN_MS));
  });
}

function tail(text: string): string {
  return sanitize(text).trimEnd().split('\n').slice(-STDERR_LINES).join('\n');
}

function failed(error: Error): AgentProcess {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  stdin.resume();
  stdout.end();
  return {
    pid: undefined,
    stdin,
    stdout,
    exited: Promise.resolve({ code: null, signal: null }),
    spawnError: () => error,
    stderrTail: () => '',
    stop: async () => {
      stdin.end();
    },
  };
}
