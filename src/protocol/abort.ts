import { Deferred } from '../base/deferred';
import { AcpError } from './errors';

/** Settles as `work` does, or rejects with "cancelled" (-32800) as soon as the signal says so. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Deferred<never>();
  const onAbort = (): void => aborted.reject(AcpError.cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
