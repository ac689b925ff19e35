import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attach } from 'neovim';

/** A headless Neovim with the plugin, and a clock in it that measures how long it was kept from its event loop. */
export interface Editor extends AsyncDisposable {
  readonly version: string;
  /** An empty folder for its files. */
  readonly dir: string;
  request(name: string, args: unknown[]): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks know what they get back
  lua(code: string, ...args: unknown[]): Promise<any>;
}

/** Milliseconds: of the whole, and of the editor's longest block. */
export interface Timing {
  readonly ms: number;
  readonly blocked: number;
}

// A timer that should fire every millisecond; its longest gap is how long the editor was blocked.
const GAUGE = `
local uv = vim.uv
local last, worst = uv.hrtime(), 0
uv.new_timer():start(1, 1, function()
  local now = uv.hrtime()
  worst, last = math.max(worst, now - last), now
end)
function _G.take_worst()
  local now = uv.hrtime()
  local taken = math.max(worst, now - last) / 1e6
  worst, last = 0, now
  return taken
end`;

const quiet = { level: 'error', info() {}, warn() {}, error() {}, debug() {} } as never;

export async function startEditor(): Promise<Editor> {
  const dir = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  const args = ['--clean', '--embed', '--headless', '-n', '--cmd', `set rtp^=${process.cwd()}`];
  const proc = spawn(process.env.NVIM_BIN ?? 'nvim', args, {
    cwd: dir,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => proc.once('exit', resolve));
  const nvim = attach({ proc, options: { logger: quiet } });
  const request: Editor['request'] = (name, params) => nvim.request(name, params as never);
  const lua: Editor['lua'] = (code, ...params) => request('nvim_exec_lua', [code, params]);
  await lua(GAUGE);
  return {
    dir,
    request,
    lua,
    version: await lua('return tostring(vim.version())'),
    [Symbol.asyncDispose]: async () => {
      request('nvim_command', ['qall!']).catch(() => {});
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Runs `work` several times, `prepare` before each; medians. */
export async function measure(
  editor: Editor,
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
): Promise<Timing> {
  const timings: Timing[] = [];
  for (let run = 0; run < RUNS; run++) {
    await prepare();
    await editor.lua('collectgarbage() vim.wait(20) return take_worst()');
    const start = performance.now();
    await work();
    const ms = performance.now() - start;
    timings.push({ ms, blocked: await editor.lua('return take_worst()') });
  }
  return { ms: median(timings.map((t) => t.ms)), blocked: median(timings.map((t) => t.blocked)) };
}

export const RUNS = 5;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** One line of a table: numbers, and their ratios to another way's. */
export function row(name: string, way: string, timing: Timing, base?: Timing): string {
  const ratios = base ? [timing.ms / base.ms, timing.blocked / base.blocked] : [];
  const cells = [
    timing.ms.toFixed(1),
    timing.blocked.toFixed(1),
    ...ratios.map((r) => r.toFixed(3)),
  ];
  return name.padEnd(16) + way.padEnd(18) + cells.map((cell) => cell.padStart(11)).join('');
}

export const HEADER = `${''.padEnd(34)}${['total ms', 'blocked ms', 'ratio', 'ratio'].map((title) => title.padStart(11)).join('')}`;
