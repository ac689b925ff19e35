/** `:Acp checkpoints`: what a project can be brought back to. */
import { quantity } from '../../base/quantity';
import { oneLine } from '../../base/text';
import type { ChangeCounts, CheckpointSummary } from '../../model/checkpoints/checkpoint';
import { ageText } from '../age';
import { type Cell, columnsLine, columnWidths } from '../columns';
import { line } from '../line';
import {
  type Content,
  type Hint,
  type ItemBlock,
  plainBlock,
  type Room,
  type SurfaceDefinition,
} from './surface';

export interface CheckpointsModel {
  /** The newest first. */
  readonly checkpoints: readonly CheckpointSummary[];
  /** The agent's id of the session that the user came from. */
  readonly current?: string;
  /** What a session is called. */
  readonly titleOf: (checkpoint: CheckpointSummary) => string;
  /** Milliseconds. */
  readonly now: number;
}

export const checkpointsSurface: SurfaceDefinition<CheckpointsModel, CheckpointSummary> = {
  kind: 'checkpoints',
  heading: 'Checkpoints',
  place: { kind: 'center', zindex: 60, zindexBehind: 50, minWidth: 50 },
  cursorline: true,
  fitted: true,
  keys: [
    {
      action: 'checkpoints_restore',
      lhs: '<CR>',
      label: 'show what going back to before the prompt would change',
    },
    { action: 'checkpoints_help', lhs: 'g?', label: 'show the keys' },
    { action: 'checkpoints_close', lhs: 'q', label: 'close the list', closes: true },
  ],
  content,
  hints,
};

/** What a checkpoint is called in a line. */
export function promptText({ prompt }: Pick<CheckpointSummary, 'prompt'>): string {
  const [first = ''] = prompt.trim().split('\n');
  return oneLine(first) || 'a prompt without text';
}

const PROMPT = 1;

function content(model: CheckpointsModel, room?: Room): Content<CheckpointSummary> {
  const { checkpoints } = model;
  if (checkpoints.length === 0) {
    const nothing = line(['  No prompt has been sent in this folder'], 'AcpMuted');
    return { title: 'Checkpoints', blocks: [plainBlock('none', nothing)] };
  }
  const rows = checkpoints.map((checkpoint) => cellsOf(checkpoint, model));
  const widths = columnWidths(rows, PROMPT, room);
  return {
    title: 'Checkpoints',
    blocks: checkpoints.map((checkpoint, index) => block(checkpoint, rows[index] ?? [], widths)),
  };
}

function block(
  checkpoint: CheckpointSummary,
  cells: readonly Cell[],
  widths: readonly number[],
): ItemBlock<CheckpointSummary> {
  const { number } = checkpoint;
  return { id: String(number), lines: [columnsLine(cells, widths)], item: checkpoint };
}

function cellsOf(checkpoint: CheckpointSummary, model: CheckpointsModel): Cell[] {
  const { number, session, time, restored, counts } = checkpoint;
  const isOthers = model.current !== undefined && session !== model.current;
  const title = isOthers ? oneLine(model.titleOf(checkpoint)) : '';
  return [
    [String(number), 'AcpMuted'],
    restored === undefined
      ? [promptText(checkpoint)]
      : [`before going back to ${restored}`, 'AcpMuted'],
    [title, 'AcpMuted'],
    [ageText(new Date(time).toISOString(), model.now) ?? '', 'AcpMuted'],
    [countText(counts), 'AcpMuted'],
    [counts && counts.files > 0 ? `+${counts.added}` : '', 'AcpDiffAdd'],
    [counts && counts.files > 0 ? `−${counts.removed}` : '', 'AcpDiffDelete'],
  ];
}

function countText(counts: ChangeCounts | undefined): string {
  if (!counts) return '…';
  return counts.files === 0 ? 'no change' : quantity(counts.files, 'file');
}

function hints(_: CheckpointsModel, checkpoint: CheckpointSummary | undefined): Hint[] {
  if (!checkpoint) return [['checkpoints_close', 'close']];
  return [
    ['checkpoints_restore', 'what going back would change'],
    ['checkpoints_help', 'keys'],
  ];
}
