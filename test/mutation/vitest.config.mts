import { defineConfig } from 'vitest/config';

/** The folders below src that are mutated, set by scripts/mutate.mjs. */
const parts = (
  process.env.ACP_MUTATED || 'base,client,edit,model,protocol,rules,session,view'
).split(',');

/** The unit tests of what is mutated: those that need neither processes nor seconds, as each mutant runs them again. */
export default defineConfig({
  oxc: { target: 'node20' },
  test: {
    include: parts.map((part) => `test/unit/${part}/**/*.test.ts`),
    exclude: [
      'test/unit/edit/{exact,hunks-large}.test.ts',
      'test/unit/rules/{rules-long,rules-real-shell}.test.ts',
      'test/unit/session/{back-pressure,floods,transcripts}.test.ts',
      'test/unit/protocol/floods.test.ts',
      'test/unit/**/fuzz.test.ts',
      'test/unit/protocol/schema.test.ts',
    ],
    // One worker for all files: importing them takes longer than running them.
    isolate: false,
    setupFiles: ['test/mutation/setup.ts'],
    testTimeout: 8_000,
  },
});
