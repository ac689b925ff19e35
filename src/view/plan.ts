import type { PlanEntryInTranscript } from '../model/state';
import type { PlanEntry } from '../protocol/schema.gen';
import type { Block, Line } from './block';
import type { Group } from './groups';
import { line } from './line';

const STATUS: Readonly<Record<PlanEntry['status'], readonly [mark: string, group: Group]>> = {
  pending: ['○', 'AcpPlanPending'],
  in_progress: ['◐', 'AcpPlanActive'],
  completed: ['✓', 'AcpPlanDone'],
};

const PRIORITY: Readonly<Record<PlanEntry['priority'], string>> = {
  high: ' !',
  medium: '',
  low: ' ↓',
};

/** The plan as a list; a cleared plan leaves nothing. */
export function planBlock(entry: PlanEntryInTranscript): Block {
  const { id, plan } = entry;
  if (plan.length === 0) return { id, lines: [] };
  const header = line([['Plan', 'AcpToolTitle'], ' ', [progress(plan), 'AcpMuted']]);
  return { id, lines: [header, ...plan.map(planLine), ''] };
}

/** "2/5" */
export function progress(plan: readonly PlanEntry[]): string {
  return `${plan.filter(isDone).length}/${plan.length}`;
}

/** What is worked on, else what comes next. */
export function currentStep(plan: readonly PlanEntry[]): PlanEntry | undefined {
  return plan.find(({ status }) => status === 'in_progress') ?? plan.find((step) => !isDone(step));
}

function isDone({ status }: PlanEntry): boolean {
  return status === 'completed';
}

/** One step of a plan: mark, text and priority. */
export function planLine(item: PlanEntry): Line {
  const [mark, group] = STATUS[item.status];
  return line(['  ', [`${mark} ${item.content}`, group], [PRIORITY[item.priority], 'AcpMuted']]);
}
