import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { afterRunning, within } from '../../../src/base/timeout';

/** As when a process is stopped: no code of it runs. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const never = new Promise<never>(() => {});

describe('a limit of time', () => {
  test('ends what takes too long', async () => {
    await expect(within(20, never, 'too long')).rejects.toThrow('too long');
  });

  test('does not end what has come while the process stood still', async () => {
    // Node looks at its timers next, and at files after that.
    await new Promise(setImmediate);
    const found = within(100, stat('/'), 'too long');
    standStill(300);
    expect((await found).isDirectory()).toBe(true);
  });

  test('can be taken back at any time', async () => {
    let calls = 0;
    const early = afterRunning(40, () => calls++);
    const late = afterRunning(40, () => calls++);
    early.dispose();
    setTimeout(() => late.dispose(), 15);
    await within(80, never, 'too long').catch(() => {});
    expect(calls).toBe(0);
  });
});
