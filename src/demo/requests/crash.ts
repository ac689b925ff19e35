import type { DemoRequest } from './request';

const EXIT_CODE = 70;

export const crash: DemoRequest = {
  name: 'crash',
  description: 'The agent process ends in the middle of its answer',
  run: async (turn) => {
    await turn.say('Goodbye, this is going to be sud');
    process.stderr.write('demo agent: you asked for a crash, and here it is\n');
    await turn.wait(50);
    process.exit(EXIT_CODE);
  },
};
