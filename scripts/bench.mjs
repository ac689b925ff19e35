// Runs the benchmarks of bench/, one after another, each in a fresh Node: npm run bench [-- part of a name…]
//
// A benchmark is bench/<name>.ts or bench/<name>.mjs; what they share lives in folders below bench/. TypeScript
// is bundled first, so that a benchmark measures the code of src/ as users run it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from './build.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const installed = resolve('.cache/neovim/0.12/bin/nvim');
const nvim = process.env.NVIM_BIN ?? (existsSync(installed) ? installed : 'nvim');
const wanted = process.argv.slice(2);

let failed = 0;
for (const file of existsSync('bench') ? readdirSync('bench').sort() : []) {
  const name = /^(.+)\.(?:ts|mjs)$/.exec(file)?.[1];
  if (!name || (wanted.length > 0 && !wanted.some((part) => name.includes(part)))) continue;
  process.stdout.write(`\n== ${name}\n`);
  let script = join('bench', file);
  if (file.endsWith('.ts')) {
    script = `.cache/bench/${name}.cjs`;
    await build({ ...bundleOptions, entryPoints: [join('bench', file)], outfile: script });
  }
  const { status } = spawnSync(process.execPath, [script], {
    stdio: 'inherit',
    env: { ...process.env, NVIM_BIN: nvim },
  });
  if (status !== 0) {
    process.stderr.write(`${name} failed\n`);
    failed++;
  }
}
process.exit(failed > 0 ? 1 : 0);
