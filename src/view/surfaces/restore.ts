/** `:Acp restore`: what going back to a checkpoint would change, for a yes. */
import { quantity } from '../../base/quantity';
import type { Hunk } from '../../edit/hunks';
import { CONTEXT, type DiffRow, unified } from '../../edit/unified';
import { countsOf, type RestoredFile, type RestorePreview } from '../../model/checkpoints/preview';
import type { KeptReason } from '../../model/checkpoints/take-back';
import { ageText } from '../age';
import type { Line } from '../block';
import { countParts } from '../changes';
import { clipped, diffRowLines } from '../diff';
import { line, omittedLine } from '../line';
import { shownPath } from '../path';
import { promptText } from './checkpoints';
import {
  type Content,
  type Hint,
  type ItemBlock,
  plainBlock,
  type SurfaceDefinition,
} from './surface';

export interface RestoreModel {
  readonly preview: RestorePreview;
  readonly cwd: string;
  /** The agent works on what would be restored. */
  readonly isBusy: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** What a row is about: a place in a file, 0-based. */
export interface RestoreItem {
  readonly path: string;
  readonly row: number;
}

export const restoreSurface: SurfaceDefinition<RestoreModel, RestoreItem> = {
  kind: 'restore',
  heading: 'Restore',
  place: { kind: 'center', zindex: 65, zindexBehind: 55, minWidth: 60 },
  cursorline: true,
  keys: [
    { action: 'restore_yes', lhs: 'y', label: 'change the files as it is shown', guarded: true },
    { action: 'restore_open', lhs: '<CR>', label: 'open the file at the line' },
    { action: 'restore_next', lhs: ']c', label: 'go to the next file' },
    { action: 'restore_prev', lhs: '[c', label: 'go to the previous file' },
    { action: 'restore_help', lhs: 'g?', label: 'show the keys' },
    { action: 'restore_close', lhs: 'q', label: 'leave the files as they are', closes: true },
  ],
  content,
  hints,
  subject: ({ preview: { id } }) => ({
    id,
    early: 'what would change was shown only just now',
    order: 0,
  }),
};

const MAX_ROWS = 200;
const MARKS: Readonly<Record<RestoredFile['what'], string>> = {
  edited: '',
  created: 'comes back',
  deleted: 'is deleted',
  replaced: 'gets its old content',
  mode: 'gets its old permissions',
  kept: 'stays',
};
const WHY: Readonly<Record<KeptReason, string>> = {
  changed: 'you have changed it, and it cannot be merged',
  deleted: 'you have deleted it',
  unknown: 'it is not known what it held',
};

function content(model: RestoreModel): Content<RestoreItem> {
  const { preview, isBusy, now, cwd } = model;
  const { checkpoint, files } = preview;
  const counts = countsOf(files);
  const changed = files.filter(({ what }) => what !== 'kept').length;
  const age = ageText(new Date(checkpoint.time).toISOString(), now);
  const before =
    checkpoint.restored === undefined
      ? `Back to before “${promptText(checkpoint)}”`
      : `Back to before going back to ${checkpoint.restored}`;
  const head = [
    line([
      [before, 'AcpPermissionTitle'],
      [`  ${age}`, 'AcpMuted'],
    ]),
  ];
  if (isBusy) head.push(line(['The agent is working: cancel its turn first'], 'AcpNoticeWarn'));
  const title = `Restore ${checkpoint.number}`;
  return {
    title:
      changed > 0
        ? `${title}: ${quantity(changed, 'file')} +${counts.added} −${counts.removed}`
        : title,
    blocks: [
      plainBlock('head', ...head, ''),
      ...(files.length === 0 ? [nothing()] : []),
      ...files.map((file) => fileBlock(file, cwd)),
    ],
  };
}

function nothing(): ItemBlock<RestoreItem> {
  return plainBlock('none', line(['  The files are as they were then'], 'AcpMuted'));
}

function fileBlock(file: RestoredFile, cwd: string): ItemBlock<RestoreItem> {
  const { path, what, why, lines, hunks, conflicts } = file;
  const mark = [MARKS[what], why && `: ${WHY[why]}`].join('');
  const head = line([
    [shownPath(path, cwd), 'AcpPath'],
    ...(what === 'kept' || what === 'mode' ? [] : ['  ', ...countParts(countsOf([file]))]),
    ...(mark ? ([[`  ${mark}`, what === 'kept' ? 'AcpNoticeWarn' : 'AcpMuted']] as const) : []),
  ]);
  const rows = unified(lines, hunks);
  const shown = rows.slice(0, MAX_ROWS);
  const at = places(hunks, shown);
  const items = [0, ...conflicts.map(({ row }) => row), ...at].map((row) => ({ path, row }));
  return {
    id: path,
    lines: [
      head,
      ...conflicts.map(conflictLine),
      ...diffRowLines(shown, clipped(path)),
      ...omittedLine(rows.length - shown.length, 'more'),
      '',
    ],
    items,
    fold: { from: 0, to: conflicts.length + shown.length, open: true },
  };
}

function conflictLine({ row, lines }: RestoredFile['conflicts'][number]): Line {
  const place = lines > 1 ? `lines ${row + 1}-${row + lines}` : `line ${row + 1}`;
  const text = `  conflict, ${place}: you have changed the same; yours stays for you to choose`;
  return line([text], 'AcpNoticeWarn');
}

/** The row (0-based) of the text as it is now that each row of the diff is about. */
function places(hunks: readonly Hunk[], rows: readonly DiffRow[]): number[] {
  let next = 0;
  let row = Math.max(0, (hunks[0]?.row ?? 0) - CONTEXT);
  let wasChange = false;
  return rows.map(([sign]) => {
    const isChange = sign === '+' || sign === '-';
    if (isChange && !wasChange) row = hunks[next++]?.row ?? row;
    if (sign === '⋯') row = Math.max(0, (hunks[next]?.row ?? row) - CONTEXT);
    wasChange = isChange;
    return sign === '-' || sign === ' ' ? row++ : row;
  });
}

function hints({ isBusy, preview }: RestoreModel, item: RestoreItem | undefined): Hint[] {
  const yes = preview.files.length > 0 ? 'restore' : 'prompt again';
  return [
    ...(isBusy ? [] : ([['restore_yes', yes]] as const)),
    ...(item ? ([['restore_open', 'open']] as const) : []),
    ['restore_help', 'keys'],
    ['restore_close', 'leave'],
  ];
}
