import type { AgentPreset } from './preset';

export const auggie: AgentPreset = {
  name: 'auggie',
  title: 'Auggie',
  command: 'auggie',
  args: ['--acp'],
  npx: '@augmentcode/auggie',
  install: 'npm install -g @augmentcode/auggie',
};
