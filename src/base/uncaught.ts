/** Raises a mistake that must not stop whoever has noticed it: the process reports it, with its stack. */
export function raiseUncaught(error: unknown): void {
  void Promise.reject(error);
}
