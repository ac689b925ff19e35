import { AcpError } from '../protocol/errors';

/** Rejects with the answer for a withdrawn request; only to be asked while nothing has been changed. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw AcpError.cancelled();
}
