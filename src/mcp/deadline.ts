import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** The time that a tool has. It does not run while the user is asked, and begins anew after that and with progress. */
export class Deadline implements Disposable {
  readonly #clock: Clock;
  readonly #ms: number | null;
  readonly #late: () => void;
  #timer: Disposable | undefined;
  /** What is waited for meanwhile, and how much of that are questions to the user. */
  #waiting = 0;
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
    if (this.#ms === null || this.#waiting > 0 || this.#isOver) return;
    this.#timer = this.#clock.after(this.#ms, this.#late);
  }

  /** The user is being asked something. */
  get isAsking(): boolean {
    return this.#asking > 0;
  }

  /** Stands still until the user has answered. */
  readonly during = async <T>(question: Promise<T>): Promise<T> => {
    this.#asking += 1;
    try {
      return await this.besides(question);
    } finally {
      this.#asking -= 1;
    }
  };

  /** Stands still for what has a time limit of its own. */
  readonly besides = async <T>(work: Promise<T>): Promise<T> => {
    this.#waiting += 1;
    this.restart();
    try {
      return await work;
    } finally {
      this.#waiting -= 1;
      this.restart();
    }
  };

  dispose(): void {
    this.#isOver = true;
    this.#timer?.dispose();
  }
}
