import type { Disposable } from './disposable';

/** Time and timers; tests pass their own. */
export interface Clock {
  now(): number;
  after(ms: number, run: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};
