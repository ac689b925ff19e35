import type { AgentPreset } from './preset';

export const dimcode: AgentPreset = {
  name: 'dimcode',
  registry: 'dimcode',
  title: 'DimCode',
  command: 'dimcode',
  args: ['acp'],
  npx: 'dimcode',
  install: 'npm install -g dimcode',
};
