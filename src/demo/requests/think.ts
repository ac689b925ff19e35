import type { DemoRequest } from './request';

const THOUGHT = `The user wants to see me think. A thought is not part of the answer, so it is shown apart and folded:
open the fold with \`za\` to read it.

What should the answer be? Something short. Perhaps the number that everybody expects.
`;

export const think: DemoRequest = {
  name: 'think',
  description: 'Thoughts first, then an answer',
  run: async (turn) => {
    await turn.think(THOUGHT);
    await turn.say('I have thought about it: **42**.\n');
  },
};
