import { AcpError } from '../protocol/errors';

/** Rejects with the answer for a withdrawn request; call it only while nothing has been changed. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw AcpError.cancelled();
}
