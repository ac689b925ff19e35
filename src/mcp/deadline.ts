import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** The time that a tool has. It does not run while the user is asked, and begins anew after that and with progress. */
export class Deadline implements Disposable {
  readonly #clock: Clock;
  readonly #ms: number | null;
  readonly #late: () => void;
  #timer: Disposable | undefined;
  /** Questions that are open. */
  #asking = 0;
  #isOver = false;

  /** @param ms null: all the time there is */
  constructor(clock: Clock, ms: number | null, late: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#late = late;
    this.restart();
  }

  restart(): void {
    this.#timer?.dispose();
    if (this.#ms === null || this.#asking > 0 || this.#isOver) return;
    this.#timer = this.#clock.after(this.#ms, this.#late);
  }

  /** Stands still until a question is answered. */
  readonly during = async <T>(question: Promise<T>): Promise<T> => {
    this.#asking += 1;
    this.restart();
    try {
      return await question;
    } finally {
      this.#asking -= 1;
      this.restart();
    }
  };

  dispose(): void {
    this.#isOver = true;
    this.#timer?.dispose();
  }
}
