/** What is raised as an uncaught problem while this is open. In a test it would fail the run. */
export function unhandled(): Disposable & { readonly problems: unknown[] } {
  const problems: unknown[] = [];
  const handlers = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const note = (reason: unknown): void => void problems.push(reason);
  process.on('unhandledRejection', note);
  return {
    problems,
    [Symbol.dispose]: () => {
      process.off('unhandledRejection', note);
      for (const handler of handlers) process.on('unhandledRejection', handler);
    },
  };
}
