/** Finds living processes by an environment variable that children inherit. Linux only: it reads /proc. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { wait } from './wait';

const MARK = 'ACP_TEST_MARK';

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/** A fresh mark; everything started with this environment, and all its children, carries it. */
export function newMark(): {
  readonly mark: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const mark = randomUUID();
  return { mark, env: { [MARK]: mark } };
}

/** All living processes that carry the mark; a zombie is not living. */
export function marked(mark: string): FoundProcess[] {
  return withEnvironment(`${MARK}=${mark}`);
}

/** All living processes that were started with this entry (`NAME=value`) in their environment. */
export function withEnvironment(entry: string): FoundProcess[] {
  return pids().flatMap((pid) => {
    if (!readProc(pid, 'environ').split('\0').includes(entry)) return [];
    return [{ pid, command: readProc(pid, 'cmdline').split('\0').join(' ').trim() }];
  });
}

/** Passes when every marked process has ended. */
export async function expectNoneLeft(mark: string, timeout?: number): Promise<void> {
  let left: FoundProcess[] = [];
  await wait(
    () => {
      left = marked(mark);
      return left.length === 0;
    },
    () => `no process left behind, but: ${JSON.stringify(left)}`,
    timeout === undefined ? {} : { timeout },
  );
}

/** Ends what a failed test left, so that it cannot disturb the next. */
export function killMarked(mark: string): void {
  for (const { pid } of marked(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readProc(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // gone, or another user's
  }
}
