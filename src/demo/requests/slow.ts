import { countIn } from '../prompt';
import type { DemoRequest } from './request';

export const slow: DemoRequest = {
  name: 'slow',
  description: 'Says nothing for a long while: try to cancel',
  hint: 'seconds (default 600)',
  run: async (turn, { argument }) => {
    const seconds = countIn(argument, 600, 86_400);
    await turn.say(`Now I am silent for ${seconds} s. Cancel me: \`<C-c>\` in the prompt.\n`);
    await turn.wait(seconds * 1000);
    await turn.say('\nYou were patient. Here I am again.\n');
  },
};
