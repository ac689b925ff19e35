/** An earlier prompt that the user edits and sends again. */
import type { Entry, SessionState } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock } from '../../protocol/schema.gen';
import { writtenPrompt } from '../../view/chip';
import type { SentPrompt } from '../checkpoints/checkpoint-commands';
import type { DataFiles } from './open-target';
import { imagesAgain, offerAgain } from './prompt-again';

export interface EarlierPromptTools {
  readonly view: ViewId;
  readonly lua: Lua;
  readonly dataFiles: Pick<DataFiles, 'add'>;
  /** What we have added to a prompt is not the user's. */
  readonly isReport: (block: ContentBlock) => boolean;
  /** Shows what going back to before a prompt would change; false where it would change nothing. */
  readonly offerRestore: (prompt: SentPrompt, view: ViewId) => Promise<boolean>;
}

/** Puts the prompt of an entry, or the last one above it, where it is edited. False when there is none. */
export async function editPrompt(
  { view, lua, dataFiles, isReport, offerRestore }: EarlierPromptTools,
  state: Pick<SessionState, 'cwd' | 'entries' | 'id'>,
  entryId: string,
): Promise<boolean> {
  const entries = [...state.entries];
  const at = entries.findIndex(({ id }) => id === entryId);
  const textOf = (entry: Entry): string | undefined =>
    entry.kind === 'user' ? textIn(entry.content, isReport) : undefined;
  const own = entries.slice(0, at + 1).findLastIndex((entry) => isOwn(entry, isReport));
  const entry = entries[own];
  if (entry?.kind !== 'user') return false;
  const text = textIn(entry.content, isReport);
  const later = entries.slice(own + 1).filter((one) => textOf(one) === text).length;
  const written = entry.content.filter((block) => !isReport(block));
  const again = imagesAgain(written, dataFiles);
  const hasMore = again.content.some(({ type }) => type !== 'text');
  const shown = hasMore ? writtenPrompt(again.content, state.cwd) : text;
  await offerAgain({ view, lua }, again, state.cwd);
  const { put, key } = await lua.call('chat.offer.prompt', view, shown);
  const { cwd, id: session } = state;
  const isAsked = await offerRestore({ cwd, session, text, later }, view);
  if (!put && key) {
    const note = `the prompt has other text: ${key} there brings this one back`;
    await lua.call('ui.notify.show', 'info', note);
  }
  if (!isAsked) await lua.call('chat.windows.write');
  return true;
}

/** There is something of the user's in it, if only what went along. */
function isOwn(entry: Entry, isReport: EarlierPromptTools['isReport']): boolean {
  return (
    entry.kind === 'user' &&
    entry.content.some((block) => !isReport(block) && (block.type !== 'text' || block.text !== ''))
  );
}

function textIn(
  content: readonly ContentBlock[],
  isReport: EarlierPromptTools['isReport'],
): string {
  const own = content.filter((block) => !isReport(block));
  return own.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}
