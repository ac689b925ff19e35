import { defineConfig } from 'vitest/config';

/** In milliseconds. A search for counterexamples takes as long as it takes. */
const SECOND = process.env.ACP_FUZZ ? 60_000 : 1000;

const project = (name: string, seconds: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    setupFiles: ['test/support/properties.ts'],
    // Longer than any wait in a test, so that the wait says what did not come.
    testTimeout: seconds * SECOND,
    hookTimeout: seconds * SECOND,
  },
});

export default defineConfig({
  // `await using` is written in tests but unknown to Node 20.
  oxc: { target: 'node20' },
  test: {
    // One process per file: a test that leaks a child or a handle cannot disturb the next file. Two workers,
    // because each may drive an editor, a host and an agent at the same time.
    pool: 'forks',
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    projects: [
      project('unit', 180),
      project('nvim', 300),
      project('e2e', 240),
      // Real agents need programs that are not part of this repository: only on demand (npm run test:agents).
      ...(process.env.ACP_TEST_AGENTS ? [project('agents', 180)] : []),
    ],
  },
});
