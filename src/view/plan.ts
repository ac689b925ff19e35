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
  const done = plan.filter((item) => item.status === 'completed').length;
  const header = line([['Plan', 'AcpToolTitle'], ' ', [`${done}/${plan.length}`, 'AcpMuted']]);
  return { id, lines: [header, ...plan.map(itemLine), ''] };
}

function itemLine(item: PlanEntry): Line {
  const [mark, group] = STATUS[item.status];
  return line(['  ', [`${mark} ${item.content}`, group], [PRIORITY[item.priority], 'AcpMuted']]);
}
