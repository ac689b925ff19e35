/** Client terminals: real commands, without a tty, both streams in the order of arrival. */

import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Emitter } from '../base/emitter';
import { FRAME_MS, MEBIBYTE } from '../base/units';
import type { TerminalExit } from '../model/state';
import { AcpError } from '../protocol/errors';
import type { Terminal, TerminalCommand, TerminalOutput, Terminals } from '../session/ports';
import { agentEnvironment } from './environment';
import { endGroup, groupGone } from './group';
import { guardGroup } from './orphan-reaper';
import { decodeInto, OutputBuffer } from './output';
import { findExecutable } from './resolve';

const DEFAULT_LIMIT = 8 * MEBIBYTE;
/** Bytes; an agent may ask for less, not for more. */
const MAX_LIMIT = 64 * MEBIBYTE;
const END_GRACE_MS = 1000;
/** After the command's end its output is read on for this long: what it left running may hold the pipes. */
const DRAIN_MS = 200;

/** @param given what the user has given to the agent of its environment */
export function createTerminals(given: Readonly<Record<string, string>>): Terminals {
  return {
    create: (command, onOutput) =>
      create({ ...command, env: { ...given, ...command.env } }, onOutput),
  };
}

async function create(
  command: TerminalCommand,
  onOutput: (now: TerminalOutput) => void,
): Promise<Terminal> {
  const child = start(command);
  await started(child, command);
  const output = new OutputBuffer(Math.min(command.outputByteLimit ?? DEFAULT_LIMIT, MAX_LIMIT));
  let exit: TerminalExit | undefined;
  const read = (): TerminalOutput => {
    // Reading the text also computes `truncated`.
    const text = output.text();
    return { output: text, truncated: output.truncated, ...(exit ? { exit } : {}) };
  };
  const printed = new Emitter<string>();
  const notify = throttle(() => onOutput(read()), FRAME_MS);
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    decodeInto(stream, (text) => {
      output.push(text);
      printed.fire(text);
      notify.soon();
    });
  }
  // Set, because it runs.
  const pid = child.pid as number;
  const guard = guardGroup(pid);
  let over = false;
  const exited = ended(child).then(async (how) => {
    // Once the group has ended, its id may be reused: it must not be signalled again.
    over = await groupGone(pid, 0);
    if (over) guard.dispose();
    exit = how;
    notify.now();
    return how;
  });
  return {
    read,
    onText: printed.on,
    exited,
    end: async () => {
      if (!over) await endGroup(pid, END_GRACE_MS);
      guard.dispose();
      await exited;
    },
  };
}

function start({ command, args, env, cwd }: TerminalCommand): ChildProcess {
  if (command === '') throw AcpError.invalidParams('command: expected a program');
  if (!isAbsolute(cwd)) throw AcpError.invalidParams(`cwd is not absolute: ${cwd}`);
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw AcpError.invalidParams(`cwd is not a folder: ${cwd}`);
  }
  const options = {
    cwd,
    env: agentEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'] as const,
    // A group of its own, so that all it starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  };
  const program = findExecutable(command, { cwd, env: options.env });
  if (args.length > 0 || program)
    return spawn(program ?? command, [...args], { ...options, stdio: [...options.stdio] });
  // No arguments and no such program: agents put whole shell lines into `command` (docs/agents.md, 11).
  const [shell, ...flags] = userShell();
  return spawn(shell, [...flags, command], {
    ...options,
    stdio: [...options.stdio],
    windowsVerbatimArguments: true,
  });
}

function userShell(): [string, ...string[]] {
  if (process.platform === 'win32') return [process.env.ComSpec ?? 'cmd.exe', '/d', '/s', '/c'];
  return [process.env.SHELL || '/bin/sh', '-c'];
}

/** Settles when the process runs; rejects with what the agent should know when it cannot. */
function started(child: ChildProcess, { command }: TerminalCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve());
    child.once('error', (error) => {
      reject(AcpError.invalidParams(`cannot run "${command}": ${error.message}`));
    });
  });
}

function ended(child: ChildProcess): Promise<TerminalExit> {
  return new Promise((resolve) => {
    const settle = (exitCode: number | null, signal: string | null): void =>
      resolve({ exitCode, signal });
    child.once('close', settle);
    child.once('exit', (code, signal) => setTimeout(() => settle(code, signal), DRAIN_MS));
  });
}

/** Calls `run` soon, once for many calls; or at once, for the last time. */
function throttle(run: () => void, ms: number): { soon: () => void; now: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    run();
  };
  return {
    now,
    soon: () => {
      timer ??= setTimeout(now, ms);
    },
  };
}
