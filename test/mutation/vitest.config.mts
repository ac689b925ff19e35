import { defineConfig } from 'vitest/config';

/** The unit tests of what is mutated: those that need neither processes nor seconds, as each mutant runs them again. */
export default defineConfig({
  oxc: { target: 'node20' },
  test: {
    include: ['test/unit/{base,edit,host,nvim,protocol,session,view}/**/*.test.ts'],
    exclude: [
      'test/unit/edit/{exact,hunks-large}.test.ts',
      'test/unit/session/{back-pressure,floods,rules-long,rules-real-shell}.test.ts',
      'test/unit/**/fuzz.test.ts',
      'test/unit/protocol/schema.test.ts',
    ],
    // One worker for all files: importing them takes longer than running them.
    isolate: false,
    setupFiles: ['test/mutation/setup.ts'],
    testTimeout: 30_000,
  },
});
