/** The bar between transcript and prompt of a chat: the plan, the prompts that wait, and what goes along with the next. */
import { quantity } from '../../base/quantity';
import type { Chip } from '../../model/context/chip';
import { planKey } from '../../model/entries';
import type { QueuedPrompt, SessionState } from '../../model/state';
import type { PlanEntry } from '../../protocol/schema.gen';
import { writtenPrompt } from '../chip';
import { line, type Part } from '../line';
import { currentStep, progress } from '../plan';
import type { Content, Hint, ItemBlock, SurfaceDefinition } from './surface';

export interface ActivityModel {
  /** Empty: no plan is followed. */
  readonly plan: readonly PlanEntry[];
  readonly queue: readonly QueuedPrompt[];
  readonly paused: boolean;
  /** What goes along with the prompt that is being written. */
  readonly context?: readonly Chip[];
  /** The session's folder. */
  readonly cwd?: string;
  /** The key of the prompt that goes on with the queue, and the one that leads here. */
  readonly resumeKey?: string | undefined;
  readonly activityKey?: string | undefined;
}

/** What a row is about; a key does what fits. */
export type ActivityItem =
  | { readonly kind: 'plan' }
  | { readonly kind: 'queue' }
  | { readonly kind: 'queued'; readonly id: string }
  | { readonly kind: 'chip'; readonly chip: Chip };

export const activitySurface: SurfaceDefinition<ActivityModel, ActivityItem> = {
  kind: 'activity',
  heading: 'Above the prompt: plan, queue and context',
  place: { kind: 'bar' },
  cursorline: true,
  keys: [
    {
      action: 'activity_open',
      lhs: '<CR>',
      label: 'open plan or place; take a prompt back to edit it',
    },
    { action: 'queue_send', lhs: 's', label: 'send the prompt now, into the running turn' },
    {
      action: 'queue_remove',
      lhs: 'd',
      modes: ['n', 'x'],
      label: 'take the prompt, or what goes along, out',
    },
    { action: 'queue_down', lhs: 'J', label: 'send the prompt later' },
    { action: 'queue_up', lhs: 'K', label: 'send the prompt earlier' },
    { action: 'queue_resume', lhs: 'c', label: 'go on with a paused queue' },
    { action: 'activity_help', lhs: 'g?', label: 'show the keys' },
    { action: 'activity_leave', lhs: 'q', label: 'go back to the prompt', leaves: true },
    { action: 'activity_escape', lhs: '<Esc>', label: 'go back to the prompt', leaves: true },
    { action: 'activity_write', lhs: 'i', label: 'go back to the prompt', leaves: true },
  ],
  content,
  hints,
  shortHint: ['activity_help', 'keys'],
};

/** A plan is followed as long as its turn runs, or something of it is left to do. */
export function activityOf({
  plan,
  queue,
  queuePaused,
  turn,
  turns,
  places,
}: SessionState): ActivityModel {
  const isLatest = places.get(planKey(turns)) !== undefined;
  const isLeft = turn.phase !== 'idle' || plan.some(({ status }) => status !== 'completed');
  return { plan: isLatest && isLeft ? plan : [], queue, paused: queuePaused };
}

/** Whether there is anything to show. */
export function hasActivity({ plan, queue, context = [] }: ActivityModel): boolean {
  return plan.length > 0 || queue.length > 0 || context.length > 0;
}

function content(model: ActivityModel): Content<ActivityItem> {
  return {
    title: '',
    blocks: [
      ...planBlocks(model),
      ...pausedBlocks(model),
      ...model.queue.map((prompt, index) => queuedBlock(prompt, index, model)),
      ...(model.context ?? []).map(chipBlock),
    ],
  };
}

function planBlocks({ plan }: ActivityModel): ItemBlock<ActivityItem>[] {
  if (plan.length === 0) return [];
  const step = currentStep(plan);
  const parts: Part[] = [
    ['Plan', 'AcpToolTitle'],
    [` ${progress(plan)}`, 'AcpMuted'],
    ...(step ? [[` · ${step.content}`, 'AcpPlanActive'] as const] : []),
  ];
  return [{ id: 'plan', lines: [line(parts)], item: { kind: 'plan' } }];
}

function pausedBlocks({
  paused,
  resumeKey,
  activityKey,
}: ActivityModel): ItemBlock<ActivityItem>[] {
  if (!paused) return [];
  const key = resumeKey ? `${resumeKey} in an empty prompt goes on` : 'c goes on';
  const more = activityKey ? `, ${activityKey} changes it` : '';
  const parts: Part[] = [
    ['Queue paused', 'AcpStateWaiting'],
    [` · ${key}${more}`, 'AcpMuted'],
  ];
  return [{ id: 'queue', lines: [line(parts)], item: { kind: 'queue' } }];
}

function queuedBlock(
  { id, content }: QueuedPrompt,
  index: number,
  { cwd = '' }: ActivityModel,
): ItemBlock<ActivityItem> {
  const [first = '', ...rest] = writtenPrompt(content, cwd).trim().split('\n');
  const more = rest.length > 0 ? ` … +${quantity(rest.length, 'line')}` : '';
  const parts: Part[] = [
    [`${index + 1}. `, 'AcpStateBusy'],
    [first + more, 'AcpMuted'],
  ];
  return { id: `queued ${id}`, lines: [line(parts)], item: { kind: 'queued', id } };
}

function chipBlock(chip: Chip): ItemBlock<ActivityItem> {
  const { name, detail, problem } = chip;
  const parts: Part[] = [
    ['@ ', 'AcpMuted'],
    [name, problem ? 'AcpNoticeError' : 'AcpChip'],
    ...(problem ? [[` · ${problem}`, 'AcpNoticeError'] as const] : []),
    ...(detail ? [[` · ${detail}`, 'AcpMuted'] as const] : []),
  ];
  return { id: `chip ${name}`, lines: [line(parts)], item: { kind: 'chip', chip } };
}

function hints({ paused }: ActivityModel, item: ActivityItem | undefined): Hint[] {
  const help: Hint = ['activity_help', 'keys'];
  switch (item?.kind) {
    case 'plan':
      return [['activity_open', 'open'], help];
    case 'queued':
      return [
        ...(paused ? [['queue_resume', 'go on'] as const] : []),
        ['activity_open', 'edit'],
        ['queue_send', 'send now'],
        ['queue_remove', 'remove'],
        ['queue_down', 'later'],
        ['queue_up', 'earlier'],
      ];
    case 'chip':
      return [
        ...(item.chip.place ? [['activity_open', 'open'] as const] : []),
        ['queue_remove', 'remove'],
        help,
      ];
    case 'queue':
      return [['queue_resume', 'go on'], help];
    default:
      return [];
  }
}
