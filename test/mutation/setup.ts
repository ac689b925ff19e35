import type * as FastCheck from 'fast-check';
import { vi } from 'vitest';

const RUNS = 100;

// Each mutant runs the properties again: few runs with always the same seed, and what fails need not be made small.
vi.mock('fast-check', async (original) => {
  const { default: fc } = await original<typeof FastCheck>();
  const assert = <Ts>(
    property: FastCheck.IRawProperty<Ts>,
    parameters?: FastCheck.Parameters<Ts>,
  ) =>
    fc.assert(property, {
      ...parameters,
      seed: 1,
      numRuns: Math.min(parameters?.numRuns ?? RUNS, RUNS),
      endOnFailure: true,
    });
  return { default: { ...fc, assert } };
});
