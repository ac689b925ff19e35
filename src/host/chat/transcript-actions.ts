/** What the keys of a transcript do. */
import type { Disposable } from '../../base/disposable';
import { sanitize } from '../../base/text';
import type { SessionState } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { SessionTerminals } from '../../session/terminals';
import type { ChangesTarget } from '../../view/block';
import { type CodeBlock, codeBlockAt } from '../../view/code-block';
import { isEarlier, type TranscriptRow, transcriptId } from '../../view/surfaces/transcript';
import type { TurnActions, TurnDecision, TurnPlace } from '../review/turn-actions';
import type { JoinedActions, Selection, Surfaces } from '../surfaces';
import { applyCode, type CodeSession, type CodeTools, diffCode } from './code-actions';
import { openContents } from './contents-surface';
import { type EarlierPromptTools, editPrompt } from './earlier-prompt';
import { targetHere } from './open-place';
import { type DataFiles, openTarget } from './open-target';
import type { TerminalViews } from './terminal-views';
import type { Transcript } from './transcript';

export interface TranscriptTools extends Omit<EarlierPromptTools, 'view' | 'lua'> {
  readonly view: ViewId;
  readonly session: PromptedSession & { readonly terminals: Pick<SessionTerminals, 'endForUser'> };
  readonly lua: Lua;
  readonly dataFiles: DataFiles;
  readonly surfaces: Pick<Surfaces, 'join' | 'open'>;
  readonly help: (kind: string) => void;
  readonly terminalViews: Pick<TerminalViews, 'open'>;
  /** What can be done with what turns have changed. */
  readonly review: Pick<TurnActions, 'decide' | 'go' | 'open' | 'openLine'>;
  /** What can be done with code blocks. */
  readonly code: CodeTools;
}

/** The session that the transcript shows. */
interface PromptedSession extends CodeSession {
  readonly state: CodeSession['state'] & Pick<SessionState, 'id'>;
}

/** Has the keys of a transcript come to these actions. */
export function joinTranscript(tools: TranscriptTools, transcript: Transcript): Disposable {
  const itemAt = (row: number): TranscriptRow | undefined => transcript.rowAt(row);
  return tools.surfaces.join(transcriptId(tools.view), itemAt, explained(tools, transcript));
}

type Rows = Selection<TranscriptRow>;

const UNKNOWN = 'this was drawn by a host that has ended; what it stands for is not known any more';

/** On rows of which nothing is known an action says so, unless it is about the whole transcript. */
function explained(tools: TranscriptTools, transcript: Transcript): JoinedActions<TranscriptRow> {
  const { chat_contents, ...others } = actions(tools, transcript);
  const known = Object.entries(others).map(([name, act]) => [
    name,
    (selection: Rows) =>
      selection.item && isEarlier(selection.item)
        ? tools.lua.call('ui.notify.show', 'info', UNKNOWN)
        : act(selection),
  ]);
  return { ...Object.fromEntries(known), chat_contents };
}

function actions(tools: TranscriptTools, transcript: Transcript) {
  const { lua, dataFiles, review, session, code, terminalViews } = tools;
  const { key } = session;
  const say = (text: string): Promise<void> => lua.call('ui.notify.show', 'info', text);
  const decide = (decision: TurnDecision) => async (selection: Rows) => {
    const places = placesOf(key, selection);
    if (places.length > 0) await review.decide(decision, places);
    else await say('no turn has its changes on this line');
  };
  const open = async ({ item, column = 0 }: Rows): Promise<void> => {
    const cursor = { text: item?.text ?? '', column };
    const target = await targetHere(session, item?.target, cursor);
    if (target?.kind === 'changes') await review.go(placeOf(key, target));
    else if (target?.kind === 'terminal') await terminalViews.open(target);
    else if (target?.kind === 'diff') await review.openLine(key, target);
    else if (target) await openTarget(target, lua, dataFiles);
    else await say('nothing to open here');
  };
  const withCode =
    (act: (tools: CodeTools, session: CodeSession, block: CodeBlock) => Promise<void>) =>
    async ({ item }: Rows): Promise<void> => {
      const block = item && codeBlockAt(item.block, item.row);
      if (block) await act(code, session, block);
      else await say('no code block on this line');
    };
  return {
    terminal_end: async ({ item }) => {
      const target = item?.target;
      if (target?.kind !== 'terminal') await say('no command is on this line');
      else if (!(await session.terminals.endForUser(target.id)))
        await say('this command does not run here');
    },
    chat_open: open,
    chat_goto_file: open,
    message_yank: async ({ item, text: register = '' }) => {
      const message = item && messageOf(session.state.entries, item.block.id);
      if (message === undefined) await say('no message on this line');
      else await lua.call('transcript.yank.put', register, message);
    },
    chat_contents: ({ item }) => openContents(tools, transcript.contents(), item?.at ?? 0),
    chat_edit_prompt: async ({ item }) => {
      const isThere = item && (await editPrompt(tools, session.state, item.block.id));
      if (!isThere) await say('there is no prompt here or above');
    },
    code_apply: withCode(applyCode),
    code_diff: withCode(diffCode),
    changes_review: async (selection) => {
      const [place] = placesOf(key, selection);
      await review.open(key, place?.path);
    },
    changes_keep: decide('keep'),
    changes_undo: decide('undo'),
    changes_undo_now: decide('undo_now'),
  } satisfies JoinedActions<TranscriptRow>;
}

/** The text of a message of that id. */
function messageOf(entries: SessionState['entries'], id: string): string | undefined {
  const entry = entries.find((one) => one.id === id);
  if (!entry || !('content' in entry)) return undefined;
  const texts = entry.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return sanitize(texts.join('')).trim() || undefined;
}

function placesOf(session: string, { items }: Rows): TurnPlace[] {
  const targets = new Set(items.map(({ target }) => target));
  return [...targets].flatMap((target) =>
    target?.kind === 'changes' ? [placeOf(session, target)] : [],
  );
}

function placeOf(session: string, { turn, path }: ChangesTarget): TurnPlace {
  return { session, turn, ...(path === undefined ? {} : { path }) };
}
