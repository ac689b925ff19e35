// What the benchmarks share: the TypeScript under test bundled on the fly, a headless Neovim, and a clock inside
// that Neovim which tells how long the editor was kept from its event loop.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { attach } from 'neovim';
import { bundleOptions } from '../scripts/build.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a module of `src` and loads it. */
export async function load(entry) {
  const folder = join(root, '.cache/bench');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${entry.replaceAll('/', '-')}.cjs`);
  await build({ ...bundleOptions, entryPoints: [join(root, 'src', `${entry}.ts`)], outfile });
  return createRequire(import.meta.url)(outfile);
}

function neovim() {
  const installed = join(root, '.cache/neovim/0.12/bin/nvim');
  return process.env.NVIM_BIN ?? (existsSync(installed) ? installed : 'nvim');
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

/** A headless Neovim with the plugin; `dir` is an empty folder for its files. */
export async function startEditor() {
  const dir = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  const args = ['--clean', '--embed', '--headless', '-n', '--cmd', `set rtp^=${root}`];
  const proc = spawn(neovim(), args, { cwd: dir, stdio: ['pipe', 'pipe', 'inherit'] });
  const quiet = { level: 'error', info() {}, warn() {}, error() {}, debug() {} };
  const nvim = attach({ proc, options: { logger: quiet } });
  const request = (name, params) => nvim.request(name, params);
  const lua = (code, ...params) => request('nvim_exec_lua', [code, params]);
  await lua(GAUGE);
  const version = await lua('return tostring(vim.version())');
  return {
    dir,
    request,
    lua,
    version,
    end: async () => {
      request('nvim_command', ['qall!']).catch(() => {});
      await new Promise((resolve) => proc.once('exit', resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Runs `work` a few times, `prepare` before each; the medians of its time and of the editor's longest block. */
export async function measure(editor, { prepare, work, runs = 5 }) {
  const times = [];
  for (let run = 0; run < runs; run++) {
    await prepare();
    await editor.lua('collectgarbage() vim.wait(20) return take_worst()');
    const start = performance.now();
    await work();
    const ms = performance.now() - start;
    times.push({ ms, blocked: await editor.lua('return take_worst()') });
  }
  return { ms: median(times.map(({ ms }) => ms)), blocked: median(times.map((t) => t.blocked)) };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

export const fixed = (value, digits = 1) => value.toFixed(digits).padStart(8);
