/** Something that was opened and can be closed. Closing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** One handle for many; closes in the reverse order of opening, and a failing close does not stop the rest. */
export function disposeAll(items: readonly Disposable[], onError: (error: unknown) => void): void {
  for (const item of [...items].reverse()) {
    try {
      item.dispose();
    } catch (error) {
      onError(error);
    }
  }
}
