import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** The time that a tool has. It does not run while the user is asked, and begins anew with progress. */
export class Deadline implements Disposable {
  readonly #clock: Clock;
  readonly #ms: number | null;
  readonly #late: () => void;
  #timer: Disposable | undefined;

  /** @param ms null: all the time there is */
  constructor(clock: Clock, ms: number | null, late: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#late = late;
    this.start();
  }

  start(): void {
    this.dispose();
    if (this.#ms !== null) this.#timer = this.#clock.after(this.#ms, this.#late);
  }

  /** Unless it stands still. */
  restart(): void {
    if (this.#timer) this.start();
  }

  /** Stands still while something goes on that is not the tool's. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.dispose();
    try {
      return await work;
    } finally {
      this.start();
    }
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
