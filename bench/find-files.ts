/**
 * Finding files by parts of their paths among 100,000 in a git repository: how long each query takes, and for how long
 * the host's own thread is busy at a time meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { silentLogger } from '../src/base/logger';
import { FinderThread } from '../src/files/finder/thread';
import { print } from './support/report';

const FILES = 100_000;
const FOLDERS = 1000;
const WORDS = 'parser render prompt session chat queue review context index server'.split(' ');
const QUERIES = [
  '',
  's',
  'se',
  'session',
  'sessionrender',
  'src/parser',
  'prsr99',
  'nothing-like-it',
];

/** A tree whose files all exist, in the index of a repository. */
function makeTree(root: string): void {
  const word = (n: number): string => WORDS[n % WORDS.length] as string;
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(
      root,
      'src',
      `${word(folder)}-${folder % 25}`,
      `${word(folder * 7)}-${folder}`,
    );
    mkdirSync(path, { recursive: true });
    for (let n = 0; n < FILES / FOLDERS; n++) writeFileSync(join(path, `${word(n)}-${n}.ts`), '');
  }
  execFileSync('git', ['-C', root, 'init', '-q']);
  execFileSync('git', ['-C', root, 'add', '.']);
}

async function main(): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'acp-bench-')));
  const finder = new FinderThread(resolve('dist/finder.js'), silentLogger);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const find = (query: string): Promise<readonly string[]> =>
    finder.find({ roots: [root], deny: ['.env*', '*.pem'], query, limit: 40 });
  try {
    makeTree(root);
    delay.enable();
    const from = performance.now();
    const first = await find('');
    print(`list of ${FILES}, first answer ${(performance.now() - from).toFixed(0)} ms`);
    if (first.length === 0) throw new Error('nothing was listed');
    for (const query of QUERIES) {
      const began = performance.now();
      const { length } = await find(query);
      print(`${query.padEnd(20)} ${(performance.now() - began).toFixed(1)} ms, ${length} found`);
    }
    delay.disable();
    print(`longest the host's thread was busy: ${(delay.max / 1e6).toFixed(1)} ms`);
  } finally {
    finder.dispose();
    rmSync(root, { recursive: true, force: true });
  }
}

void main();
