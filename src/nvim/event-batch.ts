/**
 * Events for the user's own code, by the hundred a second while tools run: the first is fired at once, those that come
 * soon after it go together, in their order. No other call overtakes them.
 */
import { type Clock, systemClock } from '../base/clock';
import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import type { FiredEvent, Lua, LuaFunction, LuaFunctions } from './lua';

/** Events in one call: more would keep the editor busy for too long. */
const MAX_EVENTS = 64;
/** Milliseconds between calls. */
const REST_MS = 10;

interface Batch {
  readonly events: FiredEvent[];
  readonly fired: Deferred<void>;
}

/** The same door, which gathers events. */
export function batchEvents(lua: Lua, clock: Clock = systemClock): Lua {
  let next: Batch | undefined;
  let underWay = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: Disposable | undefined;

  function sendNow(): void {
    timer?.dispose();
    timer = undefined;
    const batch = next;
    if (!batch) return;
    next = undefined;
    underWay++;
    sentAt = clock.now();
    const { resolve, reject } = batch.fired;
    lua
      .call('events.fire_all', batch.events)
      .then(resolve, reject)
      .finally(() => {
        underWay--;
        send();
      });
  }

  function send(): void {
    if (!next || timer || underWay > 0) return;
    const wait = sentAt + REST_MS - clock.now();
    if (wait > 0) timer = clock.after(wait, sendNow);
    else sendNow();
  }

  function fire(event: FiredEvent): Promise<void> {
    const batch = next ?? { events: [], fired: new Deferred<void>() };
    next = batch;
    batch.events.push(event);
    if (batch.events.length >= MAX_EVENTS) sendNow();
    else send();
    return batch.fired.promise;
  }

  return {
    call<F extends LuaFunction>(fn: F, ...args: Parameters<LuaFunctions[F]>) {
      if (fn === 'events.fire') return fire(args as unknown as FiredEvent) as Promise<never>;
      sendNow();
      return lua.call(fn, ...args);
    },
  };
}
