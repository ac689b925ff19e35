import type * as FastCheck from 'fast-check';
import { vi } from 'vitest';

/** How many times the examples of each property are tried, each time other ones: a search, by hand. */
const SEARCH = Number(process.env.ACP_FUZZ ?? 0);
const DEFAULT_RUNS = 100;
const SEED = 20_261_122;

// The same examples in every run: a test says the same of the same code. What a search finds becomes a test of its own.
vi.mock('fast-check', async (original) => {
  const { default: fc } = await original<typeof FastCheck>();
  const assert = <Ts>(
    property: FastCheck.IRawProperty<Ts>,
    parameters: FastCheck.Parameters<Ts> = {},
  ) =>
    fc.assert(
      property,
      SEARCH > 0
        ? { ...parameters, numRuns: (parameters.numRuns ?? DEFAULT_RUNS) * SEARCH }
        : { seed: SEED, ...parameters },
    );
  return { default: { ...fc, assert } };
});
