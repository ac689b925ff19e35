/**
 * Streaming an answer into the chat: one call a frame through view and drawer, against one awaited RPC per chunk, and
 * against Lua in the editor that draws each chunk under the built-in treesitter highlighter. Compare within one run
 * only: times differ from machine to machine, ratios hardly. BENCH_QUICK=1: a tenth of the load.
 */
import { bar, print } from './support/report';
import {
  awaitedPerChunk,
  inProcess,
  type Load,
  type Streamed,
  throughDrawer,
} from './support/streams';

const SCALE = process.env.BENCH_QUICK ? 0.1 : 1;
const RATE = 200;
const SECONDS = 3;

const COLUMNS = [
  ['total ms', 'ms'],
  ['editor CPU', 'editorCpu'],
  ['host CPU', 'ownCpu'],
  ['ping p99', 'p99'],
  ['worst', 'worst'],
  ['redraws', 'redraws'],
  ['moved', 'moved'],
  ['flushes', 'flushes'],
  ['memory MB', 'memory'],
] as const;

function title(text: string): void {
  const heads = COLUMNS.map(([head]) => head.padStart(11));
  print(`\n${text}\n${''.padEnd(34)}${heads.join('')}`);
}

function show(name: string, result: Streamed): Streamed {
  const cells = COLUMNS.map(([, key]) => result[key].toFixed(0).padStart(11));
  print(name.padEnd(34) + cells.join(''));
  return result;
}

async function shortAnswer(): Promise<void> {
  const chunks = 20_000;
  const few = 2000 * SCALE;
  title(`${chunks} chunks (awaited: ${few}) as fast as possible`);
  const drawer = show('one call a frame', await throughDrawer({ chunks }));
  show('in-process, built-in treesitter', await inProcess({ chunks }));
  const awaited = show('awaited RPC per chunk', await awaitedPerChunk({ chunks: few }));
  const ratio = awaited.ms / few / (drawer.ms / chunks);
  bar('faster per chunk than awaited', ratio, 200, true);
}

async function longAnswer(): Promise<void> {
  const chunks = 640_000 * SCALE;
  title(`${chunks} chunks (${(chunks / 128_000).toFixed(1)} MB) as fast as possible`);
  const drawer = show('one call a frame', await throughDrawer({ chunks }));
  const lua = show('in-process, built-in treesitter', await inProcess({ chunks }));
  bar('time against in-process', drawer.ms / lua.ms, 0.3);
  bar('worst ping, ms', drawer.worst, 100);
  bar('memory per byte of text', drawer.memory / (chunks / 128_000), 10);
}

async function steadyAnswer(): Promise<void> {
  const load = (before: number): Load => ({ chunks: RATE * SECONDS, rate: RATE, before });
  title(`${RATE} chunks/s for ${SECONDS} s below a transcript`);
  const small = show('one call a frame, 0.1 MB', await throughDrawer(load(1e5)));
  const drawer = show('one call a frame, 0.5 MB', await throughDrawer(load(5e5)));
  const large = show('one call a frame, 5 MB', await throughDrawer(load(5e6)));
  const lua = show('in-process, treesitter, 0.5 MB', await inProcess(load(5e5)));
  bar('editor CPU against in-process', drawer.editorCpu / lua.editorCpu, 0.25);
  bar('editor CPU, 5 MB against 0.1 MB', large.editorCpu / small.editorCpu, 1.3);
  bar('redraws per flush', drawer.redraws / drawer.flushes, 0.9, true);
  bar('tenths of a second with a new screen', drawer.moved, 25, true);
  bar('ping p99, ms', drawer.p99, 15);
}

async function main(): Promise<void> {
  await shortAnswer();
  await steadyAnswer();
  await longAnswer();
}

void main();
