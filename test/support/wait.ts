/** How long tests wait for something to become true: generous, because a loaded machine is slow and a hit costs nothing. */
const TIMEOUT_MS = 30_000;
const INTERVAL_MS = 20;
/** An editor that does not answer for so long waits for something. */
const MIN_ATTEMPT_MS = 1000;

export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout?: number;
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Polls until `fn` answers something truthy, and answers that. At the deadline it fails with `message` and with the
 * last value or error, so that the failure shows what was there instead.
 */
export async function wait<T>(
  fn: () => T | Promise<T>,
  message: string | (() => string),
  options: WaitOptions = {},
): Promise<NonNullable<T>> {
  const timeout = options.timeout ?? TIMEOUT_MS;
  const deadline = Date.now() + timeout;
  let last: Attempt<T> | undefined;
  for (;;) {
    const left = deadline - Date.now();
    const now = await attempt(fn, left);
    // An attempt that had no time says nothing.
    if (!last || left > MIN_ATTEMPT_MS || !('error' in now)) last = now;
    if ('value' in last && last.value) return last.value;
    if (Date.now() >= deadline) break;
    await pause(INTERVAL_MS);
  }
  const what = typeof message === 'string' ? message : message();
  throw new Error(`after ${timeout} ms still not: ${what}\n${describe(last)}`, {
    cause: 'error' in last ? last.error : undefined,
  });
}

/** One call, which itself may hang: an editor that waits for a key answers nothing. */
async function attempt<T>(fn: () => T | Promise<T>, ms: number): Promise<Attempt<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Attempt<T>>((resolve) => {
    timer = setTimeout(() => resolve({ error: new Error('no answer') }), Math.max(ms, 1));
  });
  const answer = (async (): Promise<Attempt<T>> => {
    try {
      return { value: await fn() };
    } catch (error) {
      return { error };
    }
  })();
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function describe(last: Attempt<unknown>): string {
  if ('error' in last) {
    return `last error: ${last.error instanceof Error ? last.error.message : String(last.error)}`;
  }
  return `last value: ${JSON.stringify(last.value, undefined, 2) ?? 'undefined'}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
