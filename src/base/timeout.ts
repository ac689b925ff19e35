/** Resolves after some milliseconds; what only waits here keeps no process alive. */
export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}

/**
 * Settles as `work` does, or rejects when that takes too long.
 *
 * @param ms milliseconds
 * @param reason the message of the error for work that is late
 */
export function within<T>(ms: number, work: Promise<T>, reason: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(reason)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
