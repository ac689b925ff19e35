/** Short texts for the frame of a chat and for statuslines. */
import { oneLine } from '../base/text';
import type { SessionConfigOption } from '../protocol/schema.gen';
import type { SessionState, Usage } from '../session/state';

/** What the state of a session says on a chat's frame; the host adds what it knows of the agent's process. */
export interface SessionStatus {
  readonly title?: string;
  readonly mode?: string;
  readonly model?: string;
  readonly usage?: string;
  readonly pending: number;
  readonly queued: number;
}

export function sessionStatus(state: SessionState): SessionStatus {
  const mode = modeName(state) ?? optionName(state.configOptions, 'mode');
  const model = optionName(state.configOptions, 'model');
  const usage = usageText(state.usage);
  return {
    ...(state.title ? { title: oneLine(state.title) } : {}),
    ...(mode ? { mode: oneLine(mode) } : {}),
    ...(model ? { model: oneLine(model) } : {}),
    ...(usage ? { usage } : {}),
    pending: state.permissions.length,
    queued: state.queue.length,
  };
}

function modeName({ modes }: SessionState): string | undefined {
  if (!modes) return undefined;
  const known = modes.availableModes.find((mode) => mode.id === modes.currentModeId);
  return known?.name ?? modes.currentModeId;
}

/** Name of the chosen value of the first option of a category. */
function optionName(options: readonly SessionConfigOption[], category: string): string | undefined {
  const option = options.find((candidate) => candidate.category === category);
  if (option?.type !== 'select') return undefined;
  const values = option.options.flatMap((item) => ('group' in item ? item.options : [item]));
  return values.find((item) => item.value === option.currentValue)?.name ?? option.currentValue;
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
