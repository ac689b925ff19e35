/** Names a process for others that come later, so that they can find out whether it has ended. */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

interface Mark {
  /** The machine. */
  readonly host: string;
  /** Its last start; empty where that has no name. */
  readonly boot: string;
  /** Whose process ids these are; empty where there is one kind only. */
  readonly space: string;
  readonly pid: string;
  /** When the process was started; empty where that is not known. */
  readonly started: string;
}

const SEPARATOR = '+';

/** Of this process, as a part of a file name. */
export function ownMark(): string {
  const { host, boot, space, pid, started } = own();
  return [host, boot, space, pid, started].join(SEPARATOR);
}

/** False also when it cannot be known: on another machine, or in another container. */
export function hasEnded(mark: string): boolean {
  const [host, boot, space, pid, started] = mark.split(SEPARATOR);
  const here = own();
  if (host !== here.host || !pid) return false;
  if (boot !== here.boot) return true;
  return space === here.space && startOf(Number(pid)) !== started;
}

function own(): Mark {
  const machine = `${hostname()}\n${textOf('/etc/machine-id')}`;
  return {
    host: createHash('sha256').update(machine).digest('hex').slice(0, 16),
    boot: textOf('/proc/sys/kernel/random/boot_id').replaceAll('-', ''),
    space: spaceOf(),
    pid: String(process.pid),
    started: startOf(process.pid) ?? '',
  };
}

function spaceOf(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
  } catch {
    return '';
  }
}

/** Nothing: there is no such process. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startOnLinux(pid);
  try {
    process.kill(pid, 0);
    return '';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? '' : undefined;
  }
}

function startOnLinux(pid: number): string | undefined {
  // The name of the program comes before it, in parentheses, and may hold anything.
  const fields = textOf(`/proc/${pid}/stat`).split(')').at(-1)?.trim().split(' ') ?? [];
  const [state, started] = [fields[0], fields[19]];
  const isDead = state === 'Z' || state === 'X';
  return isDead ? undefined : started;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
