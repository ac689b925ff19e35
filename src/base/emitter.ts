import type { Disposable } from './disposable';
import { raiseUncaught } from './uncaught';

/** A typed event with any number of listeners, called in the order of subscribing. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly on = (listener: (value: T) => void): Disposable => {
    // A wrapper of its own, so that one function may subscribe twice.
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  /** Never throws: a listener's mistake must not stop the others, nor the one that fires. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        raiseUncaught(error);
      }
    }
  }
}
