import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';

/** Calls back at each full second since a time, for as long as one is given. */
export class Seconds implements Disposable {
  readonly #clock: Clock;
  readonly #onSecond: () => void;
  #since: number | undefined;
  #timer: Disposable | undefined;

  constructor(clock: Clock, onSecond: () => void) {
    this.#clock = clock;
    this.#onSecond = onSecond;
  }

  /** @param since on the clock; absent: nothing is counted */
  count(since: number | undefined): void {
    if (this.#timer && this.#since === since) return;
    this.dispose();
    this.#since = since;
    if (since === undefined) return;
    const passed = (this.#clock.now() - since) % 1000;
    this.#timer = this.#clock.after(1000 - passed, () => {
      this.#timer = undefined;
      this.#onSecond();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
