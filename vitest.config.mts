import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// The Neovim under test. scripts/test names one Neovim per run; a plain `npx vitest` takes the installed
// one, so that a single test can be run by hand without setting anything.
function neovimUnderTest(): string {
  const named = process.env.NVIM_BIN;
  if (named) return resolve(named);
  const installed = resolve('.cache/neovim/0.12/bin/nvim');
  return existsSync(installed) ? installed : 'nvim';
}

const project = (name: string, seconds: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: seconds * 1000,
    hookTimeout: seconds * 1000,
    // On a loaded machine an editor, a host and an agent may be starved for seconds. One more try tells that from
    // a fault; by hand every miss shows.
    retry: process.env.CI && name !== 'unit' ? 1 : 0,
  },
});

export default defineConfig({
  // `await using` is written in tests but unknown to Node 20.
  oxc: { target: 'node20' },
  test: {
    env: { NVIM_BIN: neovimUnderTest() },
    // One process per file: a test that leaks a child or a handle cannot disturb the next file. Two workers,
    // because each may drive an editor, a host and an agent at the same time.
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      project('unit', 30),
      project('nvim', 20),
      project('e2e', 40),
      // Real agents need programs that are not part of this repository: only on demand (npm run test:agents).
      ...(process.env.ACP_TEST_AGENTS ? [project('agents', 180)] : []),
    ],
  },
});
