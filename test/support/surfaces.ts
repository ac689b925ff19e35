import { silentLogger } from '../../src/base/logger';
import type { HostEvents } from '../../src/host/lua-door/events';
import { Surfaces, type SurfacesOptions } from '../../src/host/surfaces';
import type { Lua } from '../../src/nvim/lua';
import { listen } from './listen';
import type { Nvim } from './nvim';

/** Surfaces as the host has them, with the user's own keys and without a place for messages. */
export function surfacesOver(lua: Lua, own: Partial<SurfacesOptions> = {}): Surfaces {
  return new Surfaces({
    lua,
    log: silentLogger,
    probe: async () => ({ blocking: false }),
    keys: () => ({}),
    notify: () => {},
    ...own,
  });
}

/** Takes what the editor sends about surfaces to them, as the host does. */
export async function joinSurfaces(editor: Nvim, surfaces: Surfaces): Promise<void> {
  await listen<SurfaceEvent>(editor, (name, { id, action, end_row, ...done }) => {
    if (name === 'surface_action') void surfaces.act(id, action, { ...done, endRow: end_row });
    if (name === 'surface_cursor') surfaces.cursor(id, done.row);
    if (name === 'surface_closed') surfaces.closed(id);
  });
}

type SurfaceEvent = HostEvents['surface_action'];
