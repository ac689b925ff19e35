import { expect, it } from 'vitest';
import { withEither } from '../../../src/protocol/abort';

it.each([0, 1])('what has two reasons to be given up is by either of them: %i', async (which) => {
  const reasons = [new AbortController(), new AbortController()] as const;
  const signals = [reasons[0].signal, reasons[1].signal] as const;
  const begun = (signal: AbortSignal) => Promise.resolve(signal);
  expect((await withEither(signals, begun)).aborted).toBe(false);
  const seen = withEither(signals, async (signal) => {
    expect(signal.aborted).toBe(false);
    reasons[which]?.abort();
    return signal;
  });
  expect((await seen).aborted).toBe(true);
  // And when it was given up before.
  expect((await withEither(signals, begun)).aborted).toBe(true);
});

it('work that is done is not given up any more', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const signal = await withEither([one.signal, other.signal], async (either) => either);
  other.abort();
  expect(signal.aborted).toBe(false);
});
