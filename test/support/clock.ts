import type { Clock } from '../../src/base/clock';

/** Time that passes only when a test says so. */
export class FakeClock implements Clock {
  time = 0;
  #timers = new Set<{ at: number; run: () => void }>();

  now(): number {
    return this.time;
  }

  after(ms: number, run: () => void) {
    const timer = { at: this.time + ms, run };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** Lets time pass; promises settle in between. */
  async run(ms: number): Promise<void> {
    const end = this.time + ms;
    await settlePromises();
    for (;;) {
      const [next] = [...this.#timers]
        .filter((timer) => timer.at <= end)
        .toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.run();
      await settlePromises();
    }
    this.time = end;
  }
}

export async function settlePromises(): Promise<void> {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}
