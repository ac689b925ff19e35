/** Short texts for the frame of a chat and for statuslines. */
import { oneLine } from '../base/text';
import {
  currentName,
  modelSetting,
  modeSetting,
  type Setting,
  thoughtSetting,
} from '../model/settings';
import type { SessionState, Usage } from '../model/state';
import { sessionTitle } from '../model/title';

/** What the state of a session says on a chat's frame; the host adds what it knows of the agent's process. */
export interface SessionStatus {
  readonly title?: string;
  readonly mode?: string;
  readonly model?: string;
  /** Name of the chosen thought level: how much the agent thinks. */
  readonly thought?: string;
  /** "12k/200k $0.04" */
  readonly usage?: string;
  /** Permissions, forms and addresses that wait for the user. */
  readonly pending: number;
  readonly queued: number;
}

export function sessionStatus(state: SessionState): SessionStatus {
  const title = sessionTitle(state);
  const mode = nameOf(modeSetting(state));
  const model = nameOf(modelSetting(state));
  const thought = nameOf(thoughtSetting(state));
  const usage = usageText(state.usage);
  return {
    ...(title ? { title: oneLine(title) } : {}),
    ...(mode ? { mode } : {}),
    ...(model ? { model } : {}),
    ...(thought ? { thought } : {}),
    ...(usage ? { usage } : {}),
    pending: state.permissions.length + state.elicitations.length,
    queued: state.queue.length,
  };
}

function nameOf(setting: Setting | undefined): string {
  return setting ? oneLine(currentName(setting)) : '';
}

/** "12k/200k $0.04"; nothing as long as nothing is known. */
export function usageText(usage: Usage | undefined): string {
  if (!usage) return '';
  const { used, size, cost } = usage;
  const tokens = size > 0 ? `${countText(used)}/${countText(size)}` : countText(used);
  return cost ? `${tokens} ${costText(cost.amount, cost.currency)}` : tokens;
}

function countText(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1e6).toFixed(1)}M`;
}

const SIGNS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };

/** The unit may be anything, "credits" too. */
function costText(amount: number, currency: string): string {
  const sign = SIGNS[currency];
  return sign ? sign + amount.toFixed(2) : `${amount.toFixed(2)} ${oneLine(currency)}`;
}
