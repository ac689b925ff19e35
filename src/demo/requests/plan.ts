import type { PlanEntry } from '../../protocol/schema.gen';
import type { DemoRequest } from './request';

const STEP_MS = 700;

const STEPS: readonly Pick<PlanEntry, 'content' | 'priority'>[] = [
  { content: 'Look at what is there', priority: 'high' },
  { content: 'Think about what is missing', priority: 'medium' },
  { content: 'Do what is missing', priority: 'high' },
  { content: 'Tell the user', priority: 'low' },
];

export const plan: DemoRequest = {
  name: 'plan',
  description: 'A plan that gets done step by step',
  run: async (turn) => {
    await turn.say('This is my plan, and I am pretending to carry it out:\n');
    for (let done = 0; done < STEPS.length; done++) {
      turn.plan(planAt(done));
      await turn.pause(STEP_MS);
    }
    turn.plan(planAt(STEPS.length));
    await turn.say(`\nAll ${STEPS.length} steps are done.\n`);
  },
};

function planAt(done: number): PlanEntry[] {
  return STEPS.map((step, index) => ({
    ...step,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }));
}
