/** What a turn has changed, behind the turn: a line for each file, and what has become of it. */
import { quantity } from '../base/quantity';
import { displayWidth } from '../base/text';
import { totalsOf } from '../model/review/overview';
import type { TurnFile } from '../model/review/turn-files';
import type { ChangesEntry } from '../model/state';
import type { Block, Line, Target } from './block';
import { countParts, fileParts } from './changes';
import type { ViewContext } from './context';
import { line, type Part, textOf, withTarget } from './line';

/** Files that are listed; all of them are in the review. */
const MAX_FILES = 20;

export function changesBlock({ id, turn, files }: ChangesEntry, context: ViewContext): Block {
  const block = `changes ${id}`;
  if (files.length === 0) return { id: block, lines: [] };
  const target: Target = { kind: 'changes', turn };
  const left = files.length - MAX_FILES;
  const lines = [
    ...headLines(files, context).map((one) => withTarget(one, target)),
    ...files.slice(0, MAX_FILES).map((file) => fileLine(file, turn, context.cwd)),
    ...(left > 0 ? [withTarget(line([`    … and ${left} more`], 'AcpMuted'), target)] : []),
  ];
  return { id: block, lines: [...lines, ''], fold: { from: 0, to: lines.length - 1, open: true } };
}

/** Totals and what the keys do, on one line where there is room. */
function headLines(files: readonly TurnFile[], { changesHint, width }: ViewContext): Line[] {
  const pending = files.filter((file) => file.pending).length;
  const head: Part[] = [
    [`± ${quantity(files.length, 'file')} changed`, 'AcpToolTitle'],
    '  ',
    ...countParts(totalsOf(files)),
    ...stateParts(stateText(pending, files)),
  ];
  const hint = stateParts(pending > 0 ? changesHint : '');
  const all = line([...head, ...hint]);
  return displayWidth(textOf(all)) <= width ? [all] : [line(head), line(['  ', ...hint])];
}

/** Nothing while all of it is pending. */
function stateText(pending: number, files: readonly TurnFile[]): string {
  if (pending > 0) return pending === files.length ? '' : `${pending} of ${files.length} to review`;
  const [kept, undone] = [files.some((file) => file.kept), files.some((file) => file.undone)];
  if (kept && undone) return 'all decided';
  return kept ? 'all kept' : 'all undone';
}

function fileLine(file: TurnFile, turn: number, cwd: string): Line {
  const parts: Part[] = ['    ', ...fileParts(file, cwd), ...outcomeParts(file)];
  return withTarget(line(parts), { kind: 'changes', turn, path: file.path });
}

/** Nothing while all of it is pending. */
function outcomeParts({ pending, kept, undone, isQueued }: TurnFile): Part[] {
  const parts = [
    { said: 'kept', counts: kept },
    { said: 'undone', counts: undone },
    { said: 'to review', counts: kept || undone ? pending : undefined },
  ].filter(({ counts }) => counts);
  const text = parts.map(({ said, counts }) =>
    parts.length === 1 || !counts ? said : `${said} +${counts.added} −${counts.removed}`,
  );
  return [
    ...stateParts(text.join(', ')),
    ...(isQueued ? ([['  undone when the turn ends', 'AcpNoticeWarn']] as const) : []),
  ];
}

function stateParts(text: string): Part[] {
  return text === '' ? [] : [[`  ${text}`, 'AcpMuted']];
}
