/** What the keys of a transcript do. */
import type { Lua } from '../../nvim/lua';
import type { Target } from '../../view/block';
import type { JoinedActions } from '../surfaces';
import { type DataFiles, openTarget } from './open-target';

export function transcriptActions(lua: Lua, dataFiles: DataFiles): JoinedActions<Target> {
  return {
    chat_open: async ({ item }) => {
      if (item) await openTarget(item, lua, dataFiles);
      else await lua.call('ui.notify.show', 'info', 'nothing to open here');
    },
  };
}
