// Mutation testing: npm run mutate (CONTRIBUTING.md says how, docs/mutation.md what came of it).
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.mts' },
  // Without --mutate, all that is pure enough for unit tests to judge.
  mutate: ['src/{base,client,edit,model,protocol,rules,session,view}/**/*.ts', '!**/*.gen.ts'],
  // Tables that are made once, at import, would need all tests for each of their mutants.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: ['.cache', 'bench', 'dist', 'test/e2e', 'test/nvim'],
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
  concurrency: 2,
  // More than the tests themselves wait: ending a test takes less than starting a runner anew.
  timeoutMS: 15_000,
  // Stryker reads tsconfig.json by an API that TypeScript 7 no longer has, and needs nothing of it.
  tsconfigFile: 'none',
};
