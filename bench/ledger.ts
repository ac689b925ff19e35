/**
 * Taking down 10,000 changes of files of 10 kB: how much memory stays taken, against the size of all contents, and for
 * how long the host is busy at a time. The changes come in batches of 50, as from the scan of a folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { silentLogger } from '../src/base/logger';
import { textImage } from '../src/edit/file-image';
import { ChangeLedger } from '../src/files/change-ledger';
import { ContentFolder } from '../src/files/ledger/content-folder';

const ENTRIES = 10_000;
const BATCH = 50;
const LINES = 200;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function memory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function textOf(n: number, word: string): string {
  const line = (at: number): string => `${n} ${at}: some words of ordinary length, ${word}\n`;
  return Array.from({ length: LINES }, (_, at) => line(at)).join('');
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  const contents = new ContentFolder(folder, silentLogger);
  const ledger = new ChangeLedger({ contents, turnOf: () => 1 });
  try {
    const [before, from] = [memory(), performance.now()];
    let longest = 0;
    for (let n = 0; n < ENTRIES; ) {
      const began = performance.now();
      for (const end = n + BATCH; n < end; n++) {
        const [old, now] = [textImage(textOf(n, 'old')), textImage(textOf(n, 'new'))];
        const file = { session: 's', source: 'disk', path: `/folder/${n}` } as const;
        ledger.seen({ ...file, before: old, after: now, seenAt: n, hunks: [] });
      }
      longest = Math.max(longest, performance.now() - began);
      await ledger.room();
      await turn();
    }
    await contents.idle();
    const ms = performance.now() - from;
    const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
    const taken = memory() - before;
    const size = contents.bytes;
    console.log(`contents on disk        ${mebibytes(size)}`);
    console.log(`memory that stays taken ${mebibytes(taken)}   1 : ${(size / taken).toFixed(0)}`);
    console.log(`each change             ${((1000 * ms) / ENTRIES).toFixed(0)} µs`);
    console.log(`longest batch of ${BATCH}     ${longest.toFixed(0)} ms`);
    if (ledger.entries('s').length !== ENTRIES) throw new Error('not all were taken down');
  } finally {
    ledger.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
