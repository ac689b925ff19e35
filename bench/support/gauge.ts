/** What a process and an editor's clients feel while something runs. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ScreenEditor } from './screen-editor';

export interface Gauge {
  readonly ms: number;
  /** Processor time in ms. Unknown (NaN) away from Linux, as is the memory. */
  readonly editorCpu: number;
  readonly ownCpu: number;
  /** Growth in MB. */
  readonly memory: number;
  readonly redraws: number;
  /** Tenths of a second in which the screen moved. */
  readonly moved: number;
  /** How long another client waited for an answer, in ms. */
  readonly p99: number;
  readonly worst: number;
}

/** Begins to measure; the answer ends it. */
export function startGauge(editor: ScreenEditor): () => Promise<Gauge> {
  const worker = new Worker('./bench/support/pings.mjs', { workerData: editor.socket });
  const movement = watchMovement(editor);
  const redraws = editor.redraws();
  const memory = memoryOf(editor.pid);
  const cpu = cpuOf(editor.pid);
  const own = process.cpuUsage();
  const start = performance.now();
  return async () => {
    const ms = performance.now() - start;
    const editorCpu = cpuOf(editor.pid) - cpu;
    const { user, system } = process.cpuUsage(own);
    const times = await stopPings(worker);
    return {
      ms,
      editorCpu,
      ownCpu: (user + system) / 1000,
      memory: memoryOf(editor.pid) - memory,
      redraws: editor.redraws() - redraws,
      moved: movement(),
      p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      worst: times.at(-1) ?? Number.NaN,
    };
  };
}

function watchMovement(editor: ScreenEditor): () => number {
  let seen = editor.redraws();
  let moved = 0;
  const timer = setInterval(() => {
    if (editor.redraws() > seen) moved++;
    seen = editor.redraws();
  }, 100);
  return () => {
    clearInterval(timer);
    return moved;
  };
}

async function stopPings(worker: Worker): Promise<number[]> {
  const times = new Promise<number[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  worker.postMessage('stop');
  const sorted = await times;
  await worker.terminate();
  return sorted;
}

/** Processor time of a process so far, in ms. */
export function cpuOf(pid: number): number {
  const stat = readProc(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? Number.NaN) / 1024;
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
