/** An agent that does not read what it is sent must not fill the memory of the host. */
import type { Writable } from 'node:stream';

/** Bytes that may wait for the other side to read them. */
const MAX_UNREAD = 64 * 2 ** 20;
/** Large answers that are made at the same time. */
const MAX_AT_ONCE = 32;

/** One wait for each stream, however many wait: a listener each would be too many. */
const waits = new WeakMap<Writable, Promise<void>>();

/** Settles when the other side has read what waits for it; `undefined` when it is not far behind, or gone. */
export function untilRead(output: Writable): Promise<void> | undefined {
  if (!output.writable || output.writableLength <= MAX_UNREAD) return undefined;
  const known = waits.get(output);
  if (known) return known;
  const wait = new Promise<void>((resolve) => {
    const done = (): void => {
      output.off('drain', done).off('close', done);
      waits.delete(output);
      resolve();
    };
    output.on('drain', done).on('close', done);
  });
  waits.set(output, wait);
  return wait;
}

/** Makes large answers, a few at a time, and none while the other side is far behind. */
export class LargeAnswers {
  readonly #output: Writable;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(output: Writable) {
    this.#output = output;
  }

  async make<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#running >= MAX_AT_ONCE) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      await untilRead(this.#output);
      return await work();
    } finally {
      // One tick later: the answer has been written by then.
      setImmediate(() => this.#next());
    }
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
