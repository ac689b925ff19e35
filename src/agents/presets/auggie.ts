import type { AgentPreset } from './preset';

export const auggie: AgentPreset = {
  name: 'auggie',
  registry: 'auggie',
  title: 'Auggie',
  command: 'auggie',
  args: ['--acp'],
  npx: '@augmentcode/auggie',
  install: 'npm install -g @augmentcode/auggie',
  env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
};
