import type { Disposable } from './disposable';

/** Resolves after some milliseconds; what only waits here keeps no process alive. */
export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}

/** A wait is counted in so many parts. */
const PARTS = 4;

/**
 * Calls `run` after some milliseconds in which this process could run: of a time in which it was stopped, or got no
 * processor, one part is counted. What it waits for may have come meanwhile, and is seen first.
 *
 * @param unref keeps no process alive
 */
export function afterRunning(ms: number, run: () => void, unref = false): Disposable {
  let timer: NodeJS.Timeout;
  const wait = (parts: number): void => {
    timer = setTimeout(() => (parts > 1 ? wait(parts - 1) : run()), ms / PARTS);
    if (unref) timer.unref();
  };
  wait(PARTS);
  return { dispose: () => clearTimeout(timer) };
}

/**
 * Settles as `work` does, or rejects when that takes too long.
 *
 * @param ms milliseconds; see `afterRunning`
 * @param reason the message of the error for work that is late
 */
export function within<T>(ms: number, work: Promise<T>, reason: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = afterRunning(ms, () => reject(new Error(reason)));
    work.then(resolve, reject).finally(() => timer.dispose());
  });
}
