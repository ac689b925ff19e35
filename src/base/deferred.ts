/** A promise whose settling lies with its owner. Settling twice is harmless: the first wins. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (reason: unknown) => void;

  constructor() {
    let settle!: Pick<Deferred<T>, 'resolve' | 'reject'>;
    this.promise = new Promise<T>((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.resolve = settle.resolve;
    this.reject = settle.reject;
  }
}
