import { imageText } from '../../edit/file-image';
import { rowIn } from '../../edit/row-in';
import { splitText } from '../../edit/text';
import type { ChangeLedger } from '../../files/change-ledger';
import { linesNow } from '../../files/lines-now';
import { realPathOrSame } from '../../files/paths/real-path';
import type { Lua } from '../../nvim/lua';
import type { DiffTarget } from '../../view/block';

export interface OpenLineTools {
  readonly lua: Lua;
  readonly ledger: Pick<ChangeLedger, 'ofTurn' | 'image'>;
}

/** Opens the file of a line that a tool call of a session has changed, there where the line is by now. */
export async function openLine(
  { lua, ledger }: OpenLineTools,
  session: string,
  target: DiffTarget,
): Promise<void> {
  const path = realPathOrSame(target.path);
  const now = await linesNow(lua, path);
  const left = await textAfter(ledger, session, { ...target, path });
  const row = now && rowNow(now, left, target);
  await lua.call('ui.open.file', target.path, row === undefined ? null : row + 1);
}

/** Nothing when the text has nothing to do any more with what the call has left. */
function rowNow(
  now: readonly string[],
  left: readonly string[] | undefined,
  { row, piece }: DiffTarget,
): number | undefined {
  const lines = piece === undefined ? undefined : splitText(piece).lines;
  const there = left && lines ? rowIn(left, lines, row) : row;
  const known = left ?? lines;
  return known && there !== undefined ? rowIn(now, known, there) : undefined;
}

/** What the file held after the call, when that is known. */
async function textAfter(
  ledger: OpenLineTools['ledger'],
  session: string,
  { turn, toolCallId, path }: DiffTarget,
): Promise<readonly string[] | undefined> {
  const isMeant = (one: { toolCallId?: string; path: string }): boolean =>
    one.toolCallId === toolCallId && one.path === path;
  const last = ledger.ofTurn(session, turn).findLast(isMeant);
  const text = last && imageText(await ledger.image(last.after));
  return text ? splitText(text).lines : undefined;
}
