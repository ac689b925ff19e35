import type { SessionState } from '../model/state';

/** What a card says of where it belongs. */
interface Card {
  readonly session: string;
  readonly view: number;
}

/**
 * Cards for the open requests of a session, in their order. A request that did not change gives the same card, so that
 * nothing is drawn anew without need.
 */
export function cardList<R extends object, C extends Card>(
  requestsOf: (state: SessionState) => readonly R[],
  draw: (request: R, state: SessionState, view: number) => C,
): (state: SessionState, view: number) => C[] {
  const drawn = new WeakMap<R, C>();
  return (state, view) =>
    requestsOf(state).map((request) => {
      const known = drawn.get(request);
      if (known?.view === view && known.session === state.id) return known;
      const fresh = draw(request, state, view);
      drawn.set(request, fresh);
      return fresh;
    });
}
