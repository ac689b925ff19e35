/** How much a session may ask of the editor. */
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

export const MAX_IN_FLIGHT = 100;
/** A second, sustained. */
export const MAX_RATE = 20;
/** Calls that may come at once after a while without any. */
const BURST = MAX_IN_FLIGHT;

/** Those of one session, whatever connections it has. */
export class CallLimits {
  readonly #clock: Clock;
  #inFlight = 0;
  #left = BURST;
  #seenAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#seenAt = clock.now();
  }

  /** Counts a call until it is disposed of; or says why it is not taken. */
  enter(): Disposable | string {
    this.#refill();
    if (this.#inFlight >= MAX_IN_FLIGHT) {
      return `there are ${MAX_IN_FLIGHT} calls in flight already: wait for some of them to end`;
    }
    if (this.#left < 1) {
      return `there are more than ${MAX_RATE} calls a second: wait a second, and call less often`;
    }
    this.#left -= 1;
    this.#inFlight += 1;
    let isOver = false;
    return {
      dispose: () => {
        if (!isOver) this.#inFlight -= 1;
        isOver = true;
      },
    };
  }

  #refill(): void {
    const now = this.#clock.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#seenAt) / 1000) * MAX_RATE);
    this.#seenAt = now;
  }
}
