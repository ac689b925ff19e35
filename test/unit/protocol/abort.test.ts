import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { unlessAborted } from '../../../src/protocol/abort';
import { AcpError } from '../../../src/protocol/errors';

describe('work that may be given up', () => {
  it('settles as it would', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve('done'), signal)).toBe('done');
    const later = new Promise((resolve) => setImmediate(() => resolve('later')));
    expect(await unlessAborted(later, signal)).toBe('later');
    await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('is cancelled as soon as the signal says so', async () => {
    const abort = new AbortController();
    const result = unlessAborted(new Deferred<void>().promise, abort.signal);
    abort.abort();
    await expect(result).rejects.toEqual(AcpError.cancelled());
  });

  it('is cancelled when the signal has said so before', async () => {
    const result = unlessAborted(new Deferred<void>().promise, AbortSignal.abort());
    await expect(result).rejects.toEqual(AcpError.cancelled());
  });

  it('leaves nothing behind on the signal', async () => {
    const { signal } = new AbortController();
    const listening = new Set<unknown>();
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
      listening.add(given[1]);
      addEventListener.apply(signal, given);
    };
    signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
      if (given[0] === 'abort') listening.delete(given[1]);
      removeEventListener.apply(signal, given);
    };
    await unlessAborted(Promise.resolve(), signal);
    expect(listening.size).toBe(0);
  });
});
