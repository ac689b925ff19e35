import { Deferred } from '../base/deferred';
import { AcpError } from './errors';

/** Rejects with the answer for a withdrawn request; call it only while nothing has been changed. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw AcpError.cancelled();
}

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

/** Does the work with a signal that is aborted as soon as one of the two is. */
export async function withEither<T>(
  signals: readonly [AbortSignal, AbortSignal],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const abort = (): void => either.abort();
  for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
  if (signals.some(({ aborted }) => aborted)) abort();
  try {
    return await work(either.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}
