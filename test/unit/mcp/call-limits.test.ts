import { expect, test } from 'vitest';
import type { Disposable } from '../../../src/base/disposable';
import { CallLimits, MAX_IN_FLIGHT, MAX_RATE } from '../../../src/mcp/call-limits';
import { FakeClock } from '../../support/clock';

/** Enters so often, and answers those that were let in. */
function enter(limits: CallLimits, times: number): Disposable[] {
  return Array.from({ length: times }, () => limits.enter()).filter(
    (one) => typeof one !== 'string',
  );
}

test('a hundred calls are in flight at most, and each that ends makes room for one', async () => {
  const clock = new FakeClock();
  const limits = new CallLimits(clock);
  const inside = enter(limits, MAX_IN_FLIGHT);
  expect(inside).toHaveLength(100);
  await clock.run(60_000);
  expect(limits.enter()).toBe(
    'there are 100 calls in flight already: wait for some of them to end',
  );
  inside[0]?.dispose();
  inside[0]?.dispose();
  expect(enter(limits, 2)).toHaveLength(1);
});

test('twenty calls a second are taken, however long that goes on', async () => {
  const clock = new FakeClock();
  const limits = new CallLimits(clock);
  for (const one of enter(limits, MAX_IN_FLIGHT)) one.dispose();
  expect(limits.enter()).toBe(
    'there are more than 20 calls a second: wait a second, and call less often',
  );
  for (let second = 0; second < 10; second++) {
    await clock.run(1000);
    const taken = enter(limits, 3 * MAX_RATE);
    expect(taken).toHaveLength(20);
    for (const one of taken) one.dispose();
  }
});
