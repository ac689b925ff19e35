import { setFlagsFromString } from 'node:v8';

/** What a function runs through, in bytes of bytecode, before V8 counts it as hot once more; by default 67,584. */
const INTERRUPT_BUDGET = 1_000_000;

/**
 * A turn is a burst: left alone, V8 spends as much processor time on optimising functions, in threads of its own, as the
 * turn itself takes. What runs for seconds is still optimised. Measured with the V8 of Node 20, and left alone in others.
 *
 * Called when there is work to do, not at the start: whatever is compiled ahead, in Node and for us, counts only with the
 * flags it was compiled with.
 */
export function optimizeLess(): void {
  if (!process.version.startsWith('v20.')) return;
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
