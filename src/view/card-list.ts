import type { SessionState } from '../model/state';
import type { PermissionCard } from './permission';

/**
 * Cards for the open requests of a session, in their order. A request that did not change gives the same card, so that
 * nothing is drawn anew without need.
 */
export function cardList<R extends object>(
  requestsOf: (state: SessionState) => readonly R[],
  draw: (request: R, state: SessionState, view: number) => PermissionCard,
): (state: SessionState, view: number) => PermissionCard[] {
  const drawn = new WeakMap<R, PermissionCard>();
  return (state, view) =>
    requestsOf(state).map((request) => {
      const known = drawn.get(request);
      if (known?.view === view && known.session === state.id) return known;
      const fresh = draw(request, state, view);
      drawn.set(request, fresh);
      return fresh;
    });
}
