/** What the keys of a transcript do. */
import type { Disposable } from '../../base/disposable';
import type { Lua, ViewId } from '../../nvim/lua';
import type { SessionTerminals } from '../../session/terminals';
import type { ChangesTarget, Target } from '../../view/block';
import { transcriptId } from '../../view/surfaces/transcript';
import type { TurnActions, TurnDecision, TurnPlace } from '../review/turn-actions';
import type { JoinedActions, Selection, Surfaces } from '../surfaces';
import { type DataFiles, openTarget } from './open-target';
import type { TerminalViews } from './terminal-views';
import type { Transcript } from './transcript';

export interface TranscriptTools {
  readonly view: ViewId;
  /** The session's key. */
  readonly session: string;
  readonly lua: Lua;
  readonly dataFiles: DataFiles;
  readonly surfaces: Pick<Surfaces, 'join'>;
  readonly terminals: Pick<SessionTerminals, 'endForUser'>;
  readonly terminalViews: Pick<TerminalViews, 'open'>;
  /** What can be done with what turns have changed. */
  readonly review: Pick<TurnActions, 'decide' | 'go' | 'open' | 'openLine'>;
}

/** Has the keys of a transcript come to these actions. */
export function joinTranscript(tools: TranscriptTools, transcript: Transcript): Disposable {
  const itemAt = (row: number): Target | undefined => transcript.targetAt(row);
  return tools.surfaces.join(transcriptId(tools.view), itemAt, actions(tools));
}

function actions({
  lua,
  dataFiles,
  review,
  session,
  terminals,
  terminalViews,
}: TranscriptTools): JoinedActions<Target> {
  const say = (text: string): Promise<void> => lua.call('ui.notify.show', 'info', text);
  const placesOf = ({ items }: Selection<Target>): TurnPlace[] =>
    items.flatMap((item) => (item.kind === 'changes' ? [placeOf(session, item)] : []));
  const decide = (decision: TurnDecision) => async (selection: Selection<Target>) => {
    const places = placesOf(selection);
    if (places.length > 0) await review.decide(decision, places);
    else await say('no turn has its changes on this line');
  };
  return {
    chat_open: async ({ item }) => {
      if (item?.kind === 'changes') await review.go(placeOf(session, item));
      else if (item?.kind === 'terminal') await terminalViews.open(item);
      else if (item?.kind === 'diff') await review.openLine(session, item);
      else if (item) await openTarget(item, lua, dataFiles);
      else await say('nothing to open here');
    },
    terminal_end: async ({ item }) => {
      if (item?.kind !== 'terminal') await say('no command is on this line');
      else if (!(await terminals.endForUser(item.id))) await say('this command does not run here');
    },
    changes_review: async (selection) => {
      const [place] = placesOf(selection);
      await review.open(session, place?.path);
    },
    changes_keep: decide('keep'),
    changes_undo: decide('undo'),
    changes_undo_now: decide('undo_now'),
  };
}

function placeOf(session: string, { turn, path }: ChangesTarget): TurnPlace {
  return { session, turn, ...(path === undefined ? {} : { path }) };
}
