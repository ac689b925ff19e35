/** Updates through reducer, view and drawer, with an editor that takes every patch at once: what is left is the host's work. */

import type { Clock } from '../../src/base/clock';
import { silentLogger } from '../../src/base/logger';
import { Transcript } from '../../src/host/chat/transcript';
import { newSession } from '../../src/model/state';
import { reduceAt } from '../../src/model/times';
import type { Lua } from '../../src/nvim/lua';
import type { SessionUpdate } from '../../src/protocol/schema.gen';

/** Processor time in ms for all of the updates, drawn after every `batch` of them. */
export async function feed(updates: readonly SessionUpdate[], batch: number): Promise<number> {
  const frames = new Frames();
  const drawer = new Transcript({
    lua: { call: async () => true } as unknown as Lua,
    bufnr: async () => 1,
    probe: async () => ({ blocking: false }),
    log: silentLogger,
    clock: frames,
  });
  let state = newSession('bench', '/project');
  const start = process.cpuUsage();
  for (const [index, update] of updates.entries()) {
    state = reduceAt(state, { type: 'update', update }, frames.now()).after;
    drawer.update(state);
    if (index % batch === batch - 1) await frames.next();
  }
  const settled = drawer.settled();
  await frames.all();
  await settled;
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** A clock that goes from frame to frame, without waiting. */
class Frames implements Clock {
  #now = 0;
  #due: (() => void)[] = [];

  now(): number {
    return this.#now;
  }

  after(_ms: number, run: () => void): { dispose(): void } {
    this.#due.push(run);
    return { dispose: () => (this.#due = this.#due.filter((other) => other !== run)) };
  }

  async next(): Promise<void> {
    this.#now += 33;
    const due = this.#due;
    this.#due = [];
    for (const run of due) run();
    await new Promise((done) => setImmediate(done));
  }

  async all(): Promise<void> {
    while (this.#due.length > 0) await this.next();
  }
}
