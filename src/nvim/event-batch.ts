/**
 * Events for the user's own code, by the hundred a second while tools run: those that come while the editor is busy
 * with others go together, in their order. No other call overtakes them.
 */
import { Deferred } from '../base/deferred';
import type { FiredEvent, Lua, LuaFunction, LuaFunctions } from './lua';

/** Events in one call: more would keep the editor busy for too long. */
const MAX_EVENTS = 64;

interface Batch {
  readonly events: FiredEvent[];
  readonly fired: Deferred<void>;
}

/** The same door, which gathers events. */
export function batchEvents(lua: Lua): Lua {
  let next: Batch | undefined;
  let underWay = 0;

  function send(): void {
    const batch = next;
    if (!batch) return;
    next = undefined;
    underWay++;
    const { resolve, reject } = batch.fired;
    lua
      .call('events.fire_all', batch.events)
      .then(resolve, reject)
      .finally(() => {
        underWay--;
        if (underWay === 0) send();
      });
  }

  function fire(event: FiredEvent): Promise<void> {
    const batch = next ?? { events: [], fired: new Deferred<void>() };
    next = batch;
    batch.events.push(event);
    if (underWay === 0 || batch.events.length >= MAX_EVENTS) send();
    return batch.fired.promise;
  }

  return {
    call<F extends LuaFunction>(fn: F, ...args: Parameters<LuaFunctions[F]>) {
      if (fn === 'events.fire') return fire(args as unknown as FiredEvent) as Promise<never>;
      send();
      return lua.call(fn, ...args);
    },
  };
}
