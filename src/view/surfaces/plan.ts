/** `:Acp plan`: all steps of what the agent means to do. */
import type { PlanEntry } from '../../protocol/schema.gen';
import { line } from '../line';
import { planLine, progress } from '../plan';
import { plainBlock, type SurfaceDefinition } from './surface';

export interface PlanModel {
  readonly plan: readonly PlanEntry[];
}

export const planSurface: SurfaceDefinition<PlanModel, never> = {
  kind: 'plan',
  heading: 'Plan',
  place: { kind: 'center', zindex: 60, zindexBehind: 50, minWidth: 40 },
  cursorline: true,
  wrap: true,
  keys: [
    { action: 'plan_close', lhs: 'q', label: 'close the plan', closes: true },
    { action: 'plan_escape', lhs: '<Esc>', label: 'close the plan', closes: true },
  ],
  content: ({ plan }) => ({
    title: plan.length > 0 ? `Plan ${progress(plan)}` : 'Plan',
    blocks:
      plan.length > 0
        ? plan.map((step, index) => plainBlock(String(index), planLine(step)))
        : [plainBlock('none', line(['  the agent has cleared its plan'], 'AcpMuted'))],
  }),
  hints: () => [['plan_close', 'close']],
};
