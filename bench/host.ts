/**
 * What users wait for: the start of the host beside that of Node alone, `plugin/acp.lua` at every start of the editor,
 * `:AcpChat`; and what tool calls cost the host with all that it does about them. Processor time, the least of several runs;
 * starts go by turns.
 */
import { spawnSync } from 'node:child_process';
import { cpuOf } from './support/gauge';
import { bar, print } from './support/report';
import { type ScreenEditor, startScreenEditor } from './support/screen-editor';

const RUNS = 15;
const TURN_RUNS = 7;

/** Processor time of a Node from its start to its end. */
function start(args: readonly string[]): number {
  const preloaded = ['-r', './bench/support/cpu-at-exit.cjs', ...args];
  const { stderr } = spawnSync(process.execPath, preloaded, { input: '', encoding: 'utf8' });
  return Number(/^cpu (.+)$/m.exec(stderr)?.[1]);
}

function hostStart(): void {
  const times = Array.from({ length: RUNS }, () => [start(['-e', '0']), start(['dist/host.js'])]);
  const [bare = 0, host = 0] = [0, 1].map((at) => Math.min(...times.map((pair) => pair[at] ?? 0)));
  cost('start and end of Node alone', bare);
  cost(`start and end of the host: ${(host / bare).toFixed(2)} of that`, host);
}

const TIMED = `
local from = os.clock()
vim.cmd(...)
return (os.clock() - from) * 1e3`;

async function editorTimes(): Promise<void> {
  const times: { plugin: number; chat: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    await using editor = await startScreenEditor();
    await editor.lua('vim.g.loaded_acp = nil');
    const plugin = await editor.lua(TIMED, `source ${process.cwd()}/plugin/acp.lua`);
    times.push({ plugin, chat: await editor.lua(TIMED, 'AcpChat demo') });
  }
  cost('plugin/acp.lua', Math.min(...times.map(({ plugin }) => plugin)));
  cost(':AcpChat', Math.min(...times.map(({ chat }) => chat)));
}

const TURN = `
local calls, channel = ...
require('acp').prompt(tostring(calls), nil, function() vim.rpcnotify(channel, 'answered') end)`;

/**
 * Processor time of the host, of all its threads, from the prompt to its answer: not of its start, and not of the agent.
 * The agent makes so many tool calls, each with an output and a diff.
 */
async function turn(editor: ScreenEditor, host: number, calls: number): Promise<number> {
  const from = cpuOf(host);
  const answered = editor.notified('answered');
  await editor.lua(TURN, calls, editor.channel);
  await answered;
  return cpuOf(host) - from;
}

/** The same for several turns of a new host. */
async function turns(calls: readonly number[]): Promise<number[]> {
  await using editor = await startScreenEditor();
  const agent = {
    command: process.execPath,
    args: [`${process.cwd()}/bench/support/tool-agent.mjs`],
  };
  const host: number = await editor.lua(
    `require('acp').setup({ agents = { bench = ... } })
    vim.cmd('AcpChat bench')
    vim.wait(20000, function() return require('acp').status().phase == 'ready' end)
    return vim.fn.jobpid(require('acp.host').channel())`,
    agent,
  );
  const times: number[] = [];
  for (const count of calls) times.push(await turn(editor, host, count));
  return times;
}

/** The first calls also pay for what V8 compiles, in threads of its own: nearly half of it. */
async function toolCalls(): Promise<void> {
  const times: number[][] = [];
  for (let run = 0; run < TURN_RUNS; run++) times.push(await turns([300, 300]));
  for (const [at, name] of ['of a new host', 'after others'].entries()) {
    const sorted = times.map((run) => run[at] ?? Number.NaN).sort((a, b) => a - b);
    bar(`300 tool calls ${name}, ms: median`, sorted[sorted.length >> 1] ?? Number.NaN, 300);
  }
  const [, few = Number.NaN, many = Number.NaN] = await turns([300, 300, 3000]);
  cost('one of 300 tool calls in the whole host', few / 300);
  cost('one of 3000', many / 3000);
}

function cost(name: string, ms: number): void {
  print(`${name.padEnd(50)}${ms.toFixed(2).padStart(10)} ms`);
}

async function main(): Promise<void> {
  hostStart();
  await editorTimes();
  await toolCalls();
}

void main();
