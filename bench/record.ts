/**
 * Knowing all files of a folder before a turn and after it: how long a look takes in the recorder's thread, and for how
 * long the host's own thread is held up meanwhile. Beside it what git itself needs for `git status`.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { silentLogger } from '../src/base/logger';
import { RecorderThread } from '../src/record/thread';

const RUNS = 7;

interface Cost {
  readonly ms: number;
  /** The longest time in which the host could do nothing else. */
  readonly held: number;
}

function fill(dir: string, files: number, bytes: number): void {
  for (let n = 0; n < files; n++) {
    const folder = join(dir, `d${n % 250}`);
    mkdirSync(folder, { recursive: true });
    const line = `file ${n}: some words of ordinary length, and then some\n`;
    writeFileSync(join(folder, `f${n}.txt`), line.repeat(Math.ceil(bytes / line.length)));
  }
}

async function cost(task: () => Promise<unknown>): Promise<Cost> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const from = performance.now();
  await task();
  const ms = performance.now() - from;
  delay.disable();
  return { ms, held: Math.max(0, delay.max / 1e6 - 1) };
}

async function costs(task: () => Promise<unknown>): Promise<Cost> {
  const all: Cost[] = [];
  for (let run = 0; run < RUNS; run++) all.push(await cost(task));
  all.sort((a, b) => a.ms - b.ms);
  return { ms: all[RUNS >> 1]?.ms ?? 0, held: Math.max(...all.map(({ held }) => held)) };
}

function say(what: string, { ms, held }: Cost): void {
  console.log(
    `${what.padEnd(44)}${ms.toFixed(0).padStart(8)} ms${held.toFixed(1).padStart(10)} ms`,
  );
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
    let told = 0;
    const look = (begins: boolean): Promise<unknown> =>
      recorder.look(dir, { since: Date.now() - (begins ? 0 : 60_000), begins }, (changes) => {
        told += changes.length;
      });
    say(
      `${name}: first, in the background`,
      await cost(() => recorder.look(dir, undefined, () => {})),
    );
    say('  before a prompt', await costs(() => look(true)));
    const change = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++)
        appendFileSync(join(dir, `d${n % 250}`, `f${n}.txt`), 'more\n');
      await look(false);
    };
    say('  after a tool call, 10 files changed', await costs(() => change(10)));
    say(`  after a tool call, ${files / 2} files changed`, await cost(() => change(files / 2)));
    if (told !== 10 * RUNS + files / 2) throw new Error(`${told} changes were told`);
    if (isRepository)
      say('  git status', await costs(() => git('--no-optional-locks', 'status', '-s')));
  } finally {
    recorder.dispose();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  console.log(
    `medians of ${RUNS}${''.padEnd(31)}${'time'.padStart(11)}${'host held'.padStart(13)}`,
  );
  // What the machine itself does to a thread that has nothing to do.
  say('nothing', await costs(() => new Promise((settle) => setTimeout(settle, 200))));
  await measure('repository, 5000 files, 100 MB', 5000, 20_000, true);
  await measure('folder, 5000 files, 100 MB', 5000, 20_000, false);
  await measure('repository, 30000 files, 60 MB', 30_000, 2000, true);
}

void main();
