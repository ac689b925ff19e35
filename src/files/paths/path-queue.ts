/** Runs what concerns one file one after another; different files do not wait for each other. */
export class PathQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(path: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(path) ?? Promise.resolve();
    // One that failed does not stop the next.
    const result = before.then(task, task);
    this.#last.set(path, result);
    const forget = (): void => {
      if (this.#last.get(path) === result) this.#last.delete(path);
    };
    result.then(forget, forget);
    return result;
  }
}
