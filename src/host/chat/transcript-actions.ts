/** What the keys of a transcript do. */
import type { Disposable } from '../../base/disposable';
import type { Lua, ViewId } from '../../nvim/lua';
import type { Target } from '../../view/block';
import { transcriptId } from '../../view/surfaces/transcript';
import type { JoinedActions, Surfaces } from '../surfaces';
import { type DataFiles, openTarget } from './open-target';
import type { Transcript } from './transcript';

interface TranscriptTools {
  readonly view: ViewId;
  readonly lua: Lua;
  readonly dataFiles: DataFiles;
  readonly surfaces: Pick<Surfaces, 'join'>;
}

/** Has the keys of a transcript come to these actions. */
export function joinTranscript(tools: TranscriptTools, transcript: Transcript): Disposable {
  const itemAt = (row: number): Target | undefined => transcript.targetAt(row);
  return tools.surfaces.join(transcriptId(tools.view), itemAt, actions(tools));
}

function actions({ lua, dataFiles }: TranscriptTools): JoinedActions<Target> {
  return {
    chat_open: async ({ item }) => {
      if (item) await openTarget(item, lua, dataFiles);
      else await lua.call('ui.notify.show', 'info', 'nothing to open here');
    },
  };
}
