/**
 * Knowing all files of a folder before a turn and after it: how long a look takes in the recorder's thread, and how much
 * of it is work of the host's own thread. Beside it what git itself needs for `git status`.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { silentLogger } from '../src/base/logger';
import { RecorderThread } from '../src/files/scan/thread';

const RUNS = 7;

interface Cost {
  readonly ms: number;
  /** What the host's own thread had to do in it, where the system knows. */
  readonly hostMs: number;
}

function fill(dir: string, files: number, bytes: number): void {
  for (let n = 0; n < files; n++) {
    const folder = join(dir, `d${n % 250}`);
    mkdirSync(folder, { recursive: true });
    const line = `file ${n}: some words of ordinary length, and then some\n`;
    writeFileSync(join(folder, `f${n}.txt`), line.repeat(Math.ceil(bytes / line.length)));
  }
}

/** Processor time of this thread, the others of the process left out. */
function threadMs(): number {
  try {
    const [ns] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(ns) / 1e6;
  } catch {
    return Number.NaN;
  }
}

async function cost(task: () => Promise<unknown>): Promise<Cost> {
  const [from, host] = [performance.now(), threadMs()];
  await task();
  return { ms: performance.now() - from, hostMs: threadMs() - host };
}

async function costs(task: () => Promise<unknown>, before: () => void = () => {}): Promise<Cost> {
  const all: Cost[] = [];
  for (let run = 0; run < RUNS; run++) {
    before();
    all.push(await cost(task));
  }
  const median = (key: keyof Cost): number =>
    all.map((one) => one[key]).sort((x, y) => x - y)[RUNS >> 1] ?? 0;
  return { ms: median('ms'), hostMs: median('hostMs') };
}

function say(what: string, { ms, hostMs }: Cost, status?: Cost): void {
  const ratio = status ? (ms / status.ms).toFixed(1).padStart(14) : '';
  const times = `${ms.toFixed(0).padStart(6)} ms${hostMs.toFixed(1).padStart(10)} ms`;
  console.log(`${what.padEnd(58)}${times}${ratio}`);
}

async function measure(
  name: string,
  files: number,
  bytes: number,
  isRepository: boolean,
): Promise<void> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'acp-bench-')));
  const recorder = new RecorderThread(resolve('dist/recorder.js'), silentLogger);
  const git = (...args: readonly string[]): Promise<void> =>
    Promise.resolve(void execFileSync('git', ['-C', dir, ...args], { stdio: 'ignore' }));
  try {
    fill(dir, files, bytes);
    if (isRepository) {
      await git('init', '-q');
      await git('add', '-A');
    }
    // What was just written is read twice: not so in a folder that somebody has worked in for a while.
    await new Promise((settle) => setTimeout(settle, 2100));
    let reported = 0;
    const look = (begins: boolean): Promise<unknown> =>
      recorder.look(dir, { since: Date.now() - (begins ? 0 : 60_000), begins }, (changes) => {
        reported += changes.length;
      });
    const status = isRepository
      ? await costs(() => git('--no-optional-locks', 'status', '-s'))
      : undefined;
    const first = await cost(() => recorder.look(dir, undefined, () => {}));
    say(`${name}: first, in the background`, first, status);
    say('  before a prompt', await costs(() => look(true)), status);
    const change = (count: number): void => {
      for (let n = 0; n < count; n++)
        appendFileSync(join(dir, `d${n % 250}`, `f${n}.txt`), 'more\n');
    };
    const few = await costs(
      () => look(false),
      () => change(10),
    );
    say('  after a tool call, 10 files changed', few, status);
    change(files / 2);
    say(`  after a tool call, ${files / 2} files changed`, await cost(() => look(false)), status);
    if (status) say('  git status', status);
    if (reported !== 10 * RUNS + files / 2) throw new Error(`${reported} changes were reported`);
  } finally {
    recorder.dispose();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  console.log(`${`medians of ${RUNS}`.padEnd(58)}     time   host's own  : git status`);
  await measure('repository, 5000 files, 100 MB', 5000, 20_000, true);
  await measure('folder, 5000 files, 100 MB', 5000, 20_000, false);
  await measure('repository, 30000 files, 60 MB', 30_000, 2000, true);
}

void main();
