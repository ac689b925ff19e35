/**
 * What drawing costs in the host: one more piece of an answer that is long already beside one more piece of a short one,
 * one more line of a large block beside one of a small one, and a tool call with half a megabyte. Read the ratios: they
 * say how much dearer a piece becomes while a transcript grows a hundredfold.
 */
import type { ToolEntry } from '../src/session/state';
import { MessageView } from '../src/view/message';
import { diffBlocks } from '../src/view/patch';
import { toolBlock } from '../src/view/tool';

const RUNS = 41;
const CHUNK = 'some words of an answer that goes on for a while\n'.repeat(20);

function median(work: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
}

function report(name: string, small: number, large: number): void {
  const cells = [small, large].map((ms) => `${ms.toFixed(3)} ms`.padStart(12));
  console.log(`${name.padEnd(44)}${cells.join('')}${(large / small).toFixed(1).padStart(10)}`);
}

/** One piece more of an answer that is `bytes` long. */
function piece(bytes: number): number {
  const view = new MessageView('agent');
  let text = CHUNK.repeat(Math.ceil(bytes / CHUNK.length));
  const draw = (): void => {
    view.draw({ kind: 'agent', id: 'e', content: [{ type: 'text', text }], done: false }, 80);
  };
  draw();
  return median(() => {
    text += CHUNK;
    draw();
  });
}

/** One line more in a block of `count` lines. */
function line(count: number): number {
  const lines = Array.from({ length: count }, (_, n) => `line ${n}`);
  const old = [{ id: 'a', lines: [...lines, ''] }];
  const next = [{ id: 'a', lines: [...lines, 'more', ''] }];
  return median(() => diffBlocks(old, next));
}

/** A diff and an output of `count` lines each. */
function tool(count: number): number {
  const newText = Array.from({ length: count }, (_, n) => `${n}\n`).join('');
  const call: ToolEntry['call'] = {
    toolCallId: 't',
    title: 'Edit',
    kind: 'edit',
    status: 'completed',
    state: 'output-available',
    locations: [],
    content: [
      { type: 'content', content: { type: 'text', text: newText } },
      { type: 'diff', path: '/a', oldText: newText.replace('77\n', ''), newText },
    ],
  };
  const context = { cwd: '/', width: 80, terminal: () => undefined };
  return median(() => toolBlock({ kind: 'tool', id: 'e', turn: 1, call }, context));
}

console.log(
  `${''.padEnd(44)}${'small'.padStart(12)}${'large'.padStart(12)}${'ratio'.padStart(10)}`,
);
report('a piece of an answer of 50 kB, 5 MB', piece(5e4), piece(5e6));
report('a line of a block of 1,000, 100,000 lines', line(1000), line(100_000));
report('a call with 800, 80,000 lines', tool(800), tool(80_000));
